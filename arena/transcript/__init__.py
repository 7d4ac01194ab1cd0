"""What is written down: match logs, the ledger, and reading, proving and showing them."""
