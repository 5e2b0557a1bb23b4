"""Packs and cards: tokens on the outside, small ints ("faces") on the inside.

A face is ``suit * ranks + rank``; the joker of a French pack is the face after the last one.
Copies of a card share their face and their token.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from upcard.errors import ParseError


class Pack:
    """What lies in the box: suits x ranks x copies, and jokers.

    >>> pack = Pack("cdhs", "A23456789TJQK", copies=2, jokers=6)
    >>> pack.size, pack.token(pack.face("Th")), pack.token(pack.joker)
    (110, 'Th', 'X')

    A pack with ``coloured=True`` is written colour first (``r5``); its jokers (``Xr``) lie beside
    the table and are never among the faces.
    """

    def __init__(
        self, suits: str, ranks: str, *, copies: int = 1, jokers: int = 0, coloured: bool = False
    ) -> None:
        self.suits = suits
        self.ranks = ranks
        self.copies: i64 = copies
        self.jokers: i64 = jokers
        self.coloured = coloured
        self.n_suits: i64 = len(suits)
        self.n_ranks: i64 = len(ranks)
        self.n_faces: i64 = self.n_suits * self.n_ranks
        self.joker: i64 = self.n_faces
        self.size: i64 = self.n_faces * self.copies + self.jokers
        # Suit and rank of each face: a table is faster than a division that minds signs.
        self.suit_of: vec[i64] = vec[i64](face // len(ranks) for face in range(self.n_faces))
        self.rank_of: vec[i64] = vec[i64](face % len(ranks) for face in range(self.n_faces))
        self._tokens: list[str] = []
        for suit in suits:
            for rank in range(len(ranks)):
                value = str(rank + 1) if coloured else ranks[rank]
                self._tokens.append(suit + value if coloured else value + suit)
        self._tokens.append("X")
        self._faces: dict[str, int] = {token: face for face, token in enumerate(self._tokens)}
        if coloured or jokers == 0:
            del self._faces["X"]

    def token(self, face: i64) -> str:
        """The token of a face, as in ``Th``, ``r5`` or ``X``."""
        return self._tokens[face]

    def face(self, token: str) -> i64:
        """The face of a token; `ParseError` names a token that is no card of this pack."""
        found = self._faces.get(token)
        if found is None:
            raise ParseError("no_such_card", f"{token!r} is no card of this pack", token)
        return found

    def copies_of(self, face: i64) -> i64:
        """How often a face is in the pack."""
        return self.jokers if face == self.joker else self.copies

    def rank_token(self, rank: i64) -> str:
        """How a rank is written alone, as in a book's joker ``X=Q``."""
        return str(rank + 1) if self.coloured else self.ranks[rank]

    def faces(self) -> list[int]:
        """Every card of the pack, in a fixed order (faces upward, copies together, jokers last)."""
        cards = [face for face in range(self.n_faces) for _ in range(self.copies)]
        return cards + [int(self.joker)] * int(self.jokers)
