"""``python -m upcard`` is the command ``upcard``."""

from upcard.cli import main

main()
