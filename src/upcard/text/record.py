"""Records of whole matches: made from a match, read strictly, and played again.

A record holds every deck and every stock made anew, so playing it again asks no generator and
gives the same states on every version that reads format 1. What it holds is checked twice: its
form here, and its actions and scores by `upcard.text.replay`.
"""

from __future__ import annotations

import difflib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from upcard.core.deal import Deal
from upcard.core.digits import is_number
from upcard.core.facts import bad_value, face_of
from upcard.core.match import Match
from upcard.core.pack import Pack
from upcard.core.rules import MOST, Rules
from upcard.core.shuffle import SeededShuffler
from upcard.errors import ParseError, PositionError, RulesError, UpcardError, short
from upcard.games.registry import deal_class
from upcard.text.files import write_atomic
from upcard.text.jsontext import read_json
from upcard.text.position import rule_values, shuffler_of

FORMAT: Final = 1
KEYS: Final = (
    "upcard", "game", "rules", "seats", "seed", "secret", "shares", "notes", "deals", "result",
)  # fmt: skip
NEEDED: Final = ("upcard", "game", "rules", "seats", "deals")
DEAL_KEYS: Final = ("dealer", "deck", "bonus", "remakes", "actions", "scores", "proof")
DEAL_NEEDED: Final = ("dealer", "deck", "actions")


class DealRecord:
    """One deal of a record: cards as faces, top first; scores None where it is not over."""

    def __init__(self, data: dict[str, object], place: str, pack: Pack, seats: int) -> None:
        _check_keys(data, DEAL_KEYS, DEAL_NEEDED, place)
        self.place = place
        self.dealer = _seat(data["dealer"], f"{place}: dealer", seats)
        self.deck = _faces(pack, f"{place}: deck", data["deck"])
        wrong = Counter(self.deck)
        wrong.subtract(pack.faces())
        for face, n in sorted(wrong.items()):
            if n:
                how = "too often" if n > 0 else "missing"
                token = pack.token(face)
                raise PositionError("wrong_deck", f"{place}: {token} is {how} in the deck", token)
        remakes = _list(data.get("remakes", []), f"{place}: remakes")
        self.remakes = [_faces(pack, f"{place}: remakes", stock) for stock in remakes]
        self.bonus = data.get("bonus")
        self.actions = [_action(action, place, i) for i, action in enumerate(_actions(data, place))]
        self.scores = None
        if data.get("scores") is not None:
            self.scores = _numbers(data["scores"], f"{place}: scores", seats)
        self.proof = _proof(data.get("proof"), place)


class Record:
    """A record that reads well; whether it can be played is for `upcard.text.replay` to say.

    ``seed`` is there once the match is over. ``secret`` and ``shares`` (hexadecimal) are what the
    coming shuffles of a running match are made of: only a private save holds them. ``notes`` are
    the saving program's own.
    """

    def __init__(self, data: object, name: str = "the record") -> None:
        if not isinstance(data, dict) or "upcard" not in data:
            raise ParseError("no_record", f"{name} is no record of a match", name)
        if data["upcard"] != FORMAT:
            number = short(repr(data["upcard"]))
            sentence = f"{name} has record format {number}; this program reads {FORMAT}"
            raise ParseError("record_format", sentence, name)
        _check_keys(data, KEYS, NEEDED, name)
        self.name = name
        game = data["game"]
        if not isinstance(game, str):
            raise bad_value(f"{name}: game", "the name of a game", game)
        self.kind: type[Deal] = _kind(game, data.get("notes"))
        self.rules: Rules = self.kind.make_rules(rule_values(data["rules"]))
        names = _list(data["seats"], f"{name}: seats")
        self.names = [_name(called, f"{name}: seats") for called in names]
        self.seats = len(self.names)
        # Refuses a number of seats the game is not played by.
        Match(self.kind, self.rules, self.seats, SeededShuffler(b""), self.names)
        self.seed = data.get("seed")
        if self.seed is not None:
            shuffler_of(self.seed)
        self.secret = _hex(data.get("secret"), f"{name}: secret")
        self.shares = _hex(data.get("shares"), f"{name}: shares") or b""
        self.notes = data.get("notes")
        self.result = _result(data.get("result"), name, self.seats)
        pack = self.kind.make(self.rules, self.seats, 0, 1).pack
        self.deals: list[DealRecord] = []
        for i, deal in enumerate(_list(data["deals"], f"{name}: deals")):
            place = f"{name}, deal {i + 1}"
            if not isinstance(deal, dict):
                raise bad_value(place, "an object", deal)
            self.deals.append(DealRecord(deal, place, pack, self.seats))
        if not self.deals:
            raise ParseError("no_record", f"{name} holds no deal", name)

    @property
    def generator(self) -> SeededShuffler | None:
        """What the shuffles of the whole match are made of, where the record says it."""
        if self.secret is not None:
            return SeededShuffler(self.secret, self.shares)
        return None if self.seed is None else shuffler_of(self.seed)


def _kind(game: str, notes: object) -> type[Deal]:
    """The game by name; where it is unknown, what to name for a game of somebody's own."""
    mine = notes.get("terminal") if isinstance(notes, dict) else None
    own = mine.get("game") if isinstance(mine, dict) else None
    try:
        return deal_class(game)
    except RulesError as error:
        how = "upcard play FILE.py:CLASS --resume, upcard replay --game FILE.py:CLASS"
        sentence = f"{error.sentence}; a game of your own is named by its file: {how}"
        if isinstance(own, str):
            sentence = f"this is a match of {short(own)}: name that, too, as in {how}"
        raise RulesError(error.code, sentence, game) from None


def _check_keys(
    data: Mapping[str, object], known: Sequence[str], needed: Sequence[str], place: str
) -> None:
    for key in data:
        if key not in known:
            near = difflib.get_close_matches(str(key), known, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise ParseError("unknown_key", f"{place} has no key {key!r}{hint}", str(key))
    for key in needed:
        if key not in data:
            raise ParseError("missing_key", f"{place} lacks the key {key!r}", key)


def _list(value: object, key: str) -> list[object]:
    if not isinstance(value, list):
        raise bad_value(key, "a list", value)
    return value


def _name(value: object, key: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise bad_value(key, "a list of names", value)
    return value


def _number(value: object, key: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise bad_value(key, f"a number from {low} to {high}", value)
    return value


def _numbers(value: object, key: str, seats: int) -> list[int]:
    numbers = [_number(number, key, -MOST, MOST) for number in _list(value, key)]
    if len(numbers) != seats:
        raise bad_value(key, f"{seats} numbers, one a seat", value)
    return numbers


def _seat(value: object, key: str, seats: int) -> int:
    return _number(value, key, 0, seats - 1)


def _faces(pack: Pack, key: str, value: object) -> list[int]:
    return [face_of(pack, key, token) for token in _list(value, key)]


def _actions(data: Mapping[str, object], place: str) -> list[object]:
    return _list(data["actions"], f"{place}: actions")


def _action(value: object, place: str, i: int) -> str:
    if not isinstance(value, str) or not is_number(value.split(" ", 1)[0]):
        wanted = 'a seat and what it does, as in "0 draw"'
        raise bad_value(f"{place}, action {i + 1}", wanted, value)
    return value


def _hex(value: object, key: str) -> bytes | None:
    if value is None:
        return None
    try:
        return bytes.fromhex(value if isinstance(value, str) else "-")
    except ValueError:
        raise bad_value(key, "hexadecimal digits", value) from None


def _result(value: object, name: str, seats: int) -> dict[str, list[int]] | None:
    if value is None:
        return None
    if not isinstance(value, dict) or set(value) != {"scores", "winners"}:
        raise bad_value(f"{name}: result", "scores and winners", value)
    winners = _list(value["winners"], f"{name}: result: winners")
    return {
        "scores": _numbers(value["scores"], f"{name}: result: scores", seats),
        "winners": [_seat(seat, f"{name}: result: winners", seats) for seat in winners],
    }


def _proof(value: object, place: str) -> dict[str, bytes] | None:
    """The digest published before a deal and, once it is over, the secret and players' bytes."""
    if value is None:
        return None
    key = f"{place}: proof"
    if not isinstance(value, dict) or not set(value) <= {"commit", "secret", "shares"}:
        raise bad_value(key, "commit, secret and shares", value)
    shares = value.get("shares", "")
    if isinstance(shares, list):
        shares = "".join(share if isinstance(share, str) else "-" for share in shares)
    proof: dict[str, bytes] = {"shares": _hex(shares, f"{key}: shares") or b""}
    for part in ("commit", "secret"):
        data = _hex(value.get(part), f"{key}: {part}")
        if data is not None:
            proof[part] = data
    if "commit" not in proof:
        raise ParseError("missing_key", f"{key} lacks the key 'commit'", "commit")
    return proof


def record_of(
    match: Match,
    *,
    seed: int | None = None,
    private: bool = False,
    notes: object = None,
    proofs: Sequence[Mapping[str, object] | None] = (),
) -> dict[str, object]:
    """The record of a match, running or over, as JSON values.

    ``seed`` is the number the match was made from; without it the record of a finished match
    names the secret that number stands for. While a match runs its record says nothing of coming
    shuffles; ``private`` adds what is needed to go on (for one's own save, never for a table).
    ``notes`` is kept as it is; ``proofs`` holds one a deal at served tables.
    `PositionError` where the match was set up from a position or the seed is not its own.

    >>> import upcard
    >>> record = record_of(upcard.new_match("gin", seed=1))
    >>> record["seats"], "seed" in record, record["deals"][0]["actions"]
    (['Seat 0', 'Seat 1'], False, [])
    """
    shuffler = match.shuffler
    _check_seed(match, seed)
    record: dict[str, object] = {
        "upcard": FORMAT,
        "game": match.rules.game,
        "rules": match.rules.all_values(),
        "seats": list(match.names),
    }
    if match.is_over and not proofs and isinstance(shuffler, SeededShuffler):
        if not shuffler.shares:
            record["seed"] = shuffler.secret.hex() if seed is None else seed
    elif private and isinstance(shuffler, SeededShuffler):
        record["secret"] = shuffler.secret.hex()
        if shuffler.shares:
            record["shares"] = shuffler.shares.hex()
    if notes is not None:
        record["notes"] = notes
    deals = [_deal_record(match, deal) for deal in match.deals]
    for deal, proof in zip(deals, proofs):
        if proof is not None:
            deal["proof"] = dict(proof)
    record["deals"] = deals
    if match.is_over:
        record["result"] = {"scores": list(match.totals), "winners": list(match.winners)}
    return record


def _check_seed(match: Match, seed: int | None) -> None:
    shuffler = match.shuffler
    if seed is not None:
        same = isinstance(shuffler, SeededShuffler) and not shuffler.shares
        if not same or shuffler_of(seed).secret != getattr(shuffler, "secret", None):
            raise PositionError("wrong_seed", f"{seed} is not the seed of this match", str(seed))


def _deal_record(match: Match, deal: Deal) -> dict[str, object]:
    if not deal.deck or match.start_number != 1 or any(match.start_totals):
        sentence = "a match set up from a position has no record: its earlier deals are not known"
        raise PositionError("no_deck", sentence)
    token = deal.pack.token
    record: dict[str, object] = {
        "dealer": int(deal.dealer),
        "deck": [token(face) for face in deal.deck],
    }
    own = deal.extra()
    if "bonus" in own:
        record["bonus"] = own["bonus"]
    if deal.remakes:
        record["remakes"] = [[token(face) for face in stock] for stock in deal.remakes]
    record["actions"] = [f"{event.seat} {event.text}" for event in deal.log]
    if deal.is_over:
        record["scores"] = list(deal.scores)
    return record


def record_text(record: Mapping[str, object]) -> str:
    """A record as JSON text, a line a deal."""
    lines = []
    for key, value in record.items():
        if key == "deals" and isinstance(value, list):
            deals = ",\n".join(json.dumps(deal, ensure_ascii=False) for deal in value)
            lines.append(f'"deals": [\n{deals}\n]')
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{" + ",\n".join(lines) + "}\n"


def write_record(record: Mapping[str, object], path: str, private: bool = False) -> None:
    """Save a record as a file, whole or not at all; `FileError` says why it cannot be.

    private: nobody but its owner may read the file.
    """
    write_atomic(path, record_text(record), private)


def read_record(path: str) -> Record:
    """The record in a file.

    `FileError`, `ParseError`, `PositionError` or `RulesError` name the file, the deal and what is
    wrong with it.
    """
    name = "the standard input" if path == "-" else path
    data = read_json(path)
    try:
        return Record(data, name)
    except UpcardError as error:
        if error.sentence.startswith(name):
            raise
        raise type(error)(error.code, f"{name}: {error.sentence}", error.text) from None
