"""Positions, cases, records and rules files: what upcard reads and writes as text."""
