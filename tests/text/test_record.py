"""Records: what they hold, how they are saved, and what is refused when they are read."""

from __future__ import annotations

import copy
import json
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import upcard
from tests.text.play import played
from upcard.errors import FileError, ParseError, PositionError, RulesError
from upcard.text.position import match_from_position
from upcard.text.record import Record, read_record, record_of, write_record
from upcard.text.replay import load_match, match_of, replay, verify

# A deal of gin that was worked out by hand: the deck deals these hands and this upcard.
HANDS = (
    "5s 6s 7s Kc Kd Kh Ac Ad Ah 2d",
    "8s 9s Ts Js 4s 3s 2h 3h 9d Qd",
)
PACK = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
DEALT = f"{HANDS[0]} {HANDS[1]} 2s".split()
DECK = DEALT + [card for card in PACK if card not in DEALT]
ACTIONS = [
    "0 take", "0 knock", "0 discard 2d", "0 meld 5s 6s 7s", "0 meld Kc Kd Kh", "0 meld Ac Ad Ah",
    "0 pass", "1 lay 4s", "1 lay 3s", "1 lay 8s", "1 lay 9s", "1 pass", "1 pass",
]  # fmt: skip
# Seat 1 keeps Ts Js 2h 3h 9d Qd, 44 points; seat 0 keeps 2s.
KNOCK: dict[str, Any] = {
    "upcard": 1, "game": "gin", "rules": {}, "seats": ["Ann", "Bob"],
    "deals": [{"dealer": 1, "deck": DECK, "actions": ACTIONS, "scores": [42, -42]}],
    "result": {"scores": [42, -42], "winners": [0]},
}  # fmt: skip


def changed(*path: object, value: object = None, record: dict[str, Any] = KNOCK) -> dict[str, Any]:
    """The record with one value replaced; None takes the key away."""
    twin = copy.deepcopy(record)
    place: Any = twin
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return twin


def swapped(i: int, j: int) -> list[str]:
    deck = list(DECK)
    deck[i], deck[j] = deck[j], deck[i]
    return deck


def drawn_out() -> upcard.Match:
    """A deal of Rommé in which nobody lays anything: after 83 draws the stock is made anew."""
    match = upcard.new_match("romme", seed=5, rules={"turn_limit": 100})
    while not match.deal.is_over:
        match.apply("draw")
        hand = match.deal.hand(int(match.deal.turn))
        match.apply(f"discard {match.deal.pack.token(hand[0])}")
    return match


def test_a_record_made_by_hand_is_played() -> None:
    match = match_of(Record(KNOCK))
    assert match.totals == (42, -42)
    assert match.winners == (0,)
    assert match.names == ["Ann", "Bob"]
    again = record_of(match)
    assert again["deals"] == KNOCK["deals"]
    assert again["result"] == KNOCK["result"]
    assert set(again) == {"upcard", "game", "rules", "seats", "deals", "result"}


def test_steps() -> None:
    steps = [(step.number, step.action, step.deal.phase_name) for step in replay(Record(KNOCK))]
    assert len(steps) == 1 + len(ACTIONS)
    assert steps[0] == (1, 0, "upcard")
    assert steps[2] == (1, 2, "knock")
    assert steps[-1] == (1, 13, "over")


BAD: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({}, ParseError, "is no record of a match"),
    (changed("upcard", value=2), ParseError, "has record format 2; this program reads 1"),
    (changed("game"), ParseError, "lacks the key 'game'"),
    ({**KNOCK, "sead": 1}, ParseError, "has no key 'sead'; did you mean seed"),
    (changed("game", value="canasta"), RulesError, "there is no game 'canasta'"),
    (changed("rules", value={"knok": 1}), RulesError, "gin has no option 'knok'"),
    (changed("seats", value=["Ann"]), RulesError, "exactly 2, not by 1"),
    (changed("seats", value=["Ann", ""]), PositionError, "must be a list of names"),
    ({**KNOCK, "seed": 1.5}, PositionError, "seed must be a whole number"),
    ({**KNOCK, "secret": "xx"}, PositionError, "secret must be hexadecimal"),
    (changed("deals", value=[]), ParseError, "holds no deal"),
    (changed("deals", value=[7]), PositionError, "deal 1 must be an object"),
    (changed("deals", 0, "actions"), ParseError, "deal 1 lacks the key 'actions'"),
    (changed("deals", 0, "dealer", value=2), PositionError, "deal 1: dealer must be"),
    (changed("deals", 0, "deck", value=DECK[:-1]), PositionError, "deal 1: Ks is missing"),
    (changed("deals", 0, "deck", value=[*DECK, "2c"]), PositionError, "deal 1: 2c is too often"),
    (changed("deals", 0, "deck", 3, value="1z"), ParseError, "deal 1: deck: '1z' is no card"),
    (changed("deals", 0, "actions", 2, value="discard 2d"), PositionError,
     'deal 1, action 3 must be a seat and what it does'),
    (changed("deals", 0, "scores", value=[42]), PositionError, "deal 1: scores must be 2 numbers"),
    (changed("result", value=[]), PositionError, "result must be scores and winners"),
    (changed("deals", 0, "proof", value={"secret": "00"}), ParseError,
     "proof lacks the key 'commit'"),
]  # fmt: skip

FALSE: list[tuple[dict[str, Any], str]] = [
    (changed("deals", 0, "dealer", value=0) | {}, "deal 1: seat 1 deals, not seat 0"),
    (changed("deals", 0, "actions", 2, value="0 discard Kc"), "deal 1, action 3, '0 discard Kc'"),
    (changed("deals", 0, "actions", 7, value="1 lay Ts"), "deal 1, action 8, '1 lay Ts'"),
    (changed("deals", 0, "actions", 7, value="5 lay 4s"), "deal 1, action 8, '5 lay 4s'"),
    (changed("deals", 0, "actions", 7, value="1 dance"), "deal 1, action 8, '1 dance'"),
    (changed("deals", 0, "deck", value=swapped(0, 30)), "deal 1, action 2, '0 knock'"),
    (changed("deals", 0, "scores", value=[43, -43]), "deal 1: the scores are [42, -42], not"),
    (changed("deals", 0, "scores"), "deal 1 is over but has no scores"),
    (changed("deals", 0, "actions", value=ACTIONS[:-1]), "deal 1 has scores but is not over"),
    (changed("deals", 0, "actions", value=[*ACTIONS, "0 draw"]), "deal 1, action 14, '0 draw'"),
    (changed("deals", value=KNOCK["deals"] * 2), "deal 2 comes after the end of the match"),
    (changed("result"), "the match is over, unlike its result"),
    (changed("result", "winners", value=[1]), "the result is"),
    ({**KNOCK, "deals": [{**KNOCK["deals"][0], "remakes": [["2c"]]}]}, "1 remade stocks, 0 came"),
]


@pytest.mark.parametrize(("data", "kind", "text"), BAD)
def test_what_is_no_record_is_refused(
    data: dict[str, Any], kind: type[Exception], text: str
) -> None:
    with pytest.raises(kind) as caught:
        Record(data)
    assert text in str(caught.value)


@pytest.mark.parametrize(("data", "text"), FALSE)
def test_what_cannot_have_been_is_refused(data: dict[str, Any], text: str) -> None:
    record = Record(data)
    with pytest.raises(PositionError) as caught:
        verify(record)
    assert text in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("game", upcard.GAMES)
def test_saved_read_and_verified(game: str, tmp_path: Path) -> None:
    match = played(game, seed=3)
    path = str(tmp_path / "match.json")
    write_record(record_of(match, seed=3 if match.is_over else None, private=True), path)
    record = read_record(path)
    found = verify(record)
    assert found.deals == found.decks == len(match.deals)
    assert found.stocks == sum(len(deal.remakes) for deal in match.deals)
    assert found.sealed == 0
    assert record_of(load_match(path), private=True)["deals"] == record_of(match)["deals"]


def test_a_running_match_tells_nothing_of_coming_shuffles() -> None:
    match = upcard.new_match("gin", seed=3)
    match.apply("pass")
    record = record_of(match)
    assert not {"seed", "secret", "shares", "result"} & set(record)
    with pytest.raises(PositionError, match="not gone on with: it holds no secret"):
        match_of(Record(record)).shuffler.begin(1, "stock 1")


def test_a_private_save_goes_on_with_the_same_shuffles(tmp_path: Path) -> None:
    rules = {"turn_limit": 2}
    match = upcard.new_match("romme", seed=5, rules=dict(rules))
    path = str(tmp_path / "match.json")
    match.apply("draw")
    write_record(record_of(match, private=True, notes={"bots": "beginner"}), path)
    loaded = load_match(path)
    assert read_record(path).notes == {"bots": "beginner"}
    for running in (match, loaded):
        # The first legal discards end both turns, and with them the deal, which is void.
        running.apply(next(a for a in running.legal_actions() if a.kind == "discard"))
        running.apply("draw")
        running.apply(next(a for a in running.legal_actions() if a.kind == "discard"))
        assert running.deal.is_over
        running.next_deal()
    assert loaded.deal.deck == match.deal.deck
    assert record_of(loaded, private=True)["secret"] == record_of(match, private=True)["secret"]


def test_a_finished_record_names_its_seed() -> None:
    match = played("gin", seed=11)
    assert record_of(match, seed=11)["seed"] == 11
    by_secret = record_of(match)
    assert by_secret["seed"] == match.shuffler.secret.hex()  # type: ignore[attr-defined]
    assert verify(Record(by_secret)).decks == 1
    with pytest.raises(PositionError, match="12 is not the seed"):
        record_of(match, seed=12)


def test_another_seed_is_found_out() -> None:
    record = {**record_of(played("gin", seed=11), seed=11), "seed": 12}
    with pytest.raises(PositionError, match=r"deal 1: card \d+ of the deck is .. by the seed"):
        verify(Record(record))


def test_a_deck_changed_with_care_is_found_out() -> None:
    # Two cards at the bottom that nobody ever sees change nothing but the shuffle.
    record = json.loads(json.dumps(record_of(played("gin", seed=11), seed=11)))
    deck = record["deals"][0]["deck"]
    deck[-1], deck[-2] = deck[-2], deck[-1]
    match_of(Record(record))
    with pytest.raises(PositionError, match="card 51 of the deck"):
        verify(Record(record))


def test_a_remade_stock_changed_is_found_out() -> None:
    match = drawn_out()
    record = json.loads(json.dumps(record_of(match, private=True)))
    stocks = record["deals"][0]["remakes"]
    # The pile had 84 cards, and its top one stays.
    assert [len(stock) for stock in stocks] == [83]
    assert verify(Record(record)).stocks == 1
    stocks[0][-1], stocks[0][-2] = stocks[0][-2], stocks[0][-1]
    with pytest.raises(PositionError, match=r"action 167.*the seed makes another stock"):
        verify(Record(record))
    stocks[-1].pop()
    with pytest.raises(PositionError, match="holds other cards than the pile"):
        match_of(Record(record))


def test_undo_after_a_remade_stock_keeps_it() -> None:
    match = drawn_out()
    stock = [list(stock) for stock in match.deal.remakes]
    assert stock
    record = record_of(match)["deals"]
    last = match.undo()
    assert match.deal.remakes == stock
    match.apply(f"{last.seat} {last.text}")
    assert record_of(match)["deals"] == record


def test_proofs() -> None:
    import hashlib

    from upcard.core.match import new_match_of
    from upcard.core.shuffle import SeededShuffler
    from upcard.games.registry import deal_class

    kind = deal_class("gin")
    shuffler = SeededShuffler(b"table", b"ab")
    match = new_match_of(kind, kind.make_rules({}), 2, shuffler, ["Ann", "Bob"])
    commit = hashlib.sha256(b"table").hexdigest()
    sealed = {"commit": commit}
    told = {"commit": commit, "secret": b"table".hex(), "shares": ["61", "62"]}
    assert verify(Record(record_of(match, proofs=[sealed]))).sealed == 1
    assert verify(Record(record_of(match, proofs=[told]))).decks == 1
    other = {**told, "secret": b"fable".hex()}
    with pytest.raises(PositionError, match="not the one that was announced"):
        verify(Record(record_of(match, proofs=[other])))
    fewer = {**told, "shares": ["61"]}
    with pytest.raises(PositionError, match="card 1 of the deck"):
        verify(Record(record_of(match, proofs=[fewer])))


def test_a_match_from_a_position_has_no_record() -> None:
    position = {"game": "romme", "hands": [["2c"], ["3c"]], "partial": True}
    with pytest.raises(PositionError, match="set up from a position"):
        record_of(match_from_position(position))


@pytest.mark.parametrize("end", [1, 100, 600, -2])
def test_truncated_files_are_one_sentence(end: int, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    write_record(KNOCK, str(file))
    file.write_text(file.read_text()[:end])
    with pytest.raises(
        ParseError, match=r"match\.json breaks off in the middle, at line"
    ) as caught:
        read_record(str(file))
    assert "\n" not in str(caught.value)


def test_what_is_no_file_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be read: No such file"):
        read_record(str(tmp_path / "nothing.json"))
    file = tmp_path / "match.json"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FileError, match="is no text in UTF-8"):
        read_record(str(file))
    file.write_text('{"upcard": 1, "upcard": 1}')
    with pytest.raises(ParseError, match="names 'upcard' twice"):
        read_record(str(file))
    file.write_text('{"upcard": NaN}')
    with pytest.raises(ParseError, match="NaN is no number"):
        read_record(str(file))


def test_saving_replaces_the_file_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text("old")
    file.chmod(0o640)
    write_record(KNOCK, str(file))
    assert json.loads(file.read_text()) == KNOCK
    assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


def test_what_cannot_be_saved_leaves_the_old_file(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be saved: No such file"):
        write_record(KNOCK, str(tmp_path / "no folder" / "match.json"))
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(FileError, match="cannot be saved"):
        write_record(KNOCK, str(folder))
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


FULL_DISK = """
import resource, signal, sys
from upcard.errors import FileError
from upcard.text.files import write_atomic
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_atomic(sys.argv[1], "new" * 1000)
except FileError as error:
    sys.exit(str(error))
"""


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    assert resource.RLIMIT_FSIZE
    file = tmp_path / "match.json"
    file.write_text("old")
    done = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.strip().endswith("match.json cannot be saved: File too large")
    assert file.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]
