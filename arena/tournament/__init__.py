"""Tournaments as values: what an organiser writes, what follows from it, and what came of it.

- ``config``, ``manifest``: a tournament's file and a bot's, with every mistake at its place
  (``toml_file``, ``toml_locator``); ``bot_files``: which files a bot is, and the hash that names it
- ``boards``: cards and seeds from the tournament's seed, by hashing
- ``formats``, ``draw``, ``course``, ``matches``, ``schedule``: who meets whom, lazily, as the ledger goes on
- ``statistics``, ``ratings``, ``sequential``: how sure a figure is, and when one may stop
- ``tally``, ``ranking``, ``standings``: a fold over the ledger; who is ahead, and whether that means something
- ``report``, ``report_data``, ``figures``: how standings are shown, to people and to programs

Nothing here plays, and nothing is written; files are read where settings and bots come from files.
"""
