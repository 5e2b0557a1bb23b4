"""The machine every game shares: packs, hands, melds, the solver, the turn machine.

Pure: no I/O, no clock, no global randomness. Nothing here knows a game by name.
"""
