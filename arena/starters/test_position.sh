#!/bin/sh
# Asks the bot about a position of a real match, as the referee did, and fails unless it plays the card that is wanted.
#
#   sh test_position.sh CARD COMMAND...      COMMAND starts the bot: `run` in bot.toml
#
# position.jsonl has the two lines that a bot was sent: its hello, and the request for the card. West led the two of
# spades, North played the five, and East holds 4S KS AS: the king takes the trick, the ace would be too dear.
[ $# -ge 2 ] || { echo "which card, and which command starts the bot? see run in bot.toml" >&2; exit 2; }
wanted=$1
shift
answer=$("$@" <position.jsonl | tail -n 1)
case "$(printf %s "$answer" | tr -d ' ')" in
*"\"card\":\"$wanted\""*) echo "ok: $wanted" ;;
*) echo "wanted $wanted, got: $answer" >&2; exit 1 ;;
esac
