"""upcard: rummy, to the letter. Play it, host it, study it.

>>> import upcard
>>> match = upcard.new_match("romme", seed=7)
>>> match.deal.to_act
(1,)
>>> match.apply("draw").text
'draw'
"""

from __future__ import annotations

from upcard.arranging import Arranged, arrange
from upcard.build_info import __version__
from upcard.core.action import Action
from upcard.core.deal import Deal, LegalActions
from upcard.core.event import Event
from upcard.core.match import Match, new_match_of, seeded
from upcard.core.rules import Option, Rules, Value
from upcard.core.view import Meld, View
from upcard.errors import (
    AmbiguousError,
    FileError,
    IllegalActionError,
    ParseError,
    PositionError,
    RulesError,
    UpcardError,
)
from upcard.games.basic import BasicRules
from upcard.games.contract_rules import ContractRules
from upcard.games.gin_rules import GinRules
from upcard.games.registry import GAMES, deal_class
from upcard.games.romme import RommeRules
from upcard.games.rummy17_rules import Rummy17Rules
from upcard.games.seven_card import SevenCardRules
from upcard.text.position import deal_from_position, match_from_position, position_of
from upcard.text.record import Record, read_record, record_of, write_record
from upcard.text.replay import load_match, match_of, replay, verify

__all__ = [
    "GAMES",
    "Action",
    "AmbiguousError",
    "Arranged",
    "BasicRules",
    "ContractRules",
    "Deal",
    "Event",
    "FileError",
    "GinRules",
    "IllegalActionError",
    "LegalActions",
    "Match",
    "Meld",
    "Option",
    "ParseError",
    "PositionError",
    "Record",
    "RommeRules",
    "Rules",
    "RulesError",
    "Rummy17Rules",
    "SevenCardRules",
    "UpcardError",
    "Value",
    "View",
    "__version__",
    "arrange",
    "deal_class",
    "deal_from_position",
    "load_match",
    "match_from_position",
    "match_of",
    "new_match",
    "position_of",
    "read_record",
    "record_of",
    "replay",
    "verify",
    "write_record",
]


def new_match(
    game: str | type[Deal],
    *,
    seats: int | None = None,
    seed: int | None = None,
    rules: Rules | dict[str, Value] | None = None,
    names: list[str] | None = None,
) -> Match:
    """A match with its first deal dealt.

    game is a name (``"romme"``, ``"gin"``) or a `Deal` class of your own. The same seed gives the
    same deals for ever; without one they are drawn from the operating system. `RulesError` names
    an unknown game, option, value or number of seats.

    >>> new_match("gin", seed=3, rules={"knock_card": 5}).rules
    GinRules(knock_card=5)
    """
    kind = deal_class(game) if isinstance(game, str) else game
    house = rules if isinstance(rules, Rules) else kind.make_rules(rules or {})
    return new_match_of(kind, house, seats, seeded(seed), names)
