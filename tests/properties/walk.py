"""Random deals with the invariants checked on the way."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Iterable
from typing import Final

import pytest

from tests import scorers
from tests.coverage import Coverage
from tests.positions import places
from tests.properties import superset, twins
from tests.properties.dump import dump
from tests.properties.house_rules import Drawer, Kit, new_deal
from tests.properties.policies import POLICIES, choose, choose_packed
from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.event import Event
from upcard.core.places import NONE
from upcard.core.rules import written
from upcard.core.view import Meld, View
from upcard.errors import IllegalActionError, ParseError, UpcardError
from upcard.text.position import deal_from_position, position_of

# In how many of the states the checks that take long are made: where the phase changes, elsewhere.
PHASE_SHARE: Final = 0.05
SHARE: Final = 0.025
# The games with a plain scorer.
SCORED: Final = ("rummy17", "contract", "seven_card", "basic")


def whole_pack(deal: Deal) -> Counter[str]:
    """Every card there is, side jokers too."""
    pack = Counter(deal.pack.token(face) for face in deal.pack.faces())
    if deal.pack.coloured:
        pack.update("X" + letter for letter in deal.pack.suits)
    return pack


def action_name(deal: Deal, action: Action) -> str:
    """The phase and kind of an action, and what is special about it."""
    name = f"{deal.phase_name}: {action.kind}"
    if action.kind not in ("meld", "lay", "swap"):
        return name + (" rummy" if action.text.endswith("rummy") else "")
    if any(token.startswith("X") for token in action.cards):
        name += " joker"
    return name + (" freed" if deal.freed != NONE and action.kind != "swap" else "")


def cards_of(deal: Deal, melds: dict[int, list[int]]) -> list[int]:
    """Every card of a deal but side jokers, sorted; `melds` keeps what is known of melds."""
    pack = deal.pack
    cards = list(deal.stock)[: deal.stock_n] + list(deal.pile)[: deal.pile_n]
    for seat in range(deal.seats):
        cards += deal.hand(seat)
    for i in range(deal.table_n):
        word = int(deal.table[i])
        if word not in melds:
            tokens = [token.partition("=")[0] for token in deal.tokens_at(i)]
            melds[word] = [int(pack.face(t)) for t in tokens if t[0] != "X" or not pack.coloured]
        cards += melds[word]
    return sorted(cards + deal.cards_elsewhere())


class Walk:
    """Plays deals of one game and checks the invariants of every state."""

    def __init__(self, kit: Kit, seed: int) -> None:
        self.kit = kit
        self.rng = random.Random(f"{kit.name} {seed}")
        self.drawer = Drawer(kit, self.rng)
        self.coverage = Coverage()
        self.states = 0
        self.pack: Counter[str] = Counter()

    def deal(self, policy: str | None = None, long: bool = False) -> Deal:
        """Play one deal to its end."""
        rng = self.rng
        deal = new_deal(self.kit, rng, long, self.drawer)
        self.pack = whole_pack(deal)
        chosen = policy or rng.choice(POLICIES)
        last = ""
        while True:
            self.states += 1
            phase = deal.phase_name
            actions = self.check(deal)
            self.check_more(deal, actions, PHASE_SHARE if phase != last else SHARE)
            last = phase
            if deal.is_over:
                break
            seat = rng.choice(deal.to_act)
            action = choose(chosen, self.kit, deal, seat, actions[seat], rng)
            self.coverage.add("action", action_name(deal, action))
            before = deal.copy()
            deal.apply(action)
        self.end(deal, before, action)
        return deal

    def quick(self, long: bool = False) -> Deal:
        """Play one eager deal to its end with nothing but the cheapest checks."""
        rng = self.rng
        deal = new_deal(self.kit, rng, long, self.drawer)
        seats = range(int(deal.seats))
        faces = sorted(deal.pack.faces())
        melds: dict[int, list[int]] = {}
        scored = rng.random() < 0.1
        before = deal
        while not deal.is_over:
            self.states += 1
            assert cards_of(deal, melds) == faces, "cards are lost or doubled"
            acting = [seat for seat in seats if len(deal.legal_actions(seat)) > 0]
            assert tuple(acting) == deal.to_act, "a seat may act that has no action"
            assert acting, "a dead end"
            seat = rng.choice(acting)
            actions = deal.legal_actions(seat).packed()
            action = choose_packed(deal, actions, rng)
            text = deal.text(action)
            assert deal.parse(seat, text) == action, text
            if rng.random() < 0.1:
                self.probe(deal, seat, {deal.text(one) for one in actions})
            if scored:
                before = deal.copy()
            chosen = Action(text, seat)
            deal.apply(chosen)
        self.end(deal, before, chosen, scored)
        return deal

    def probe(self, deal: Deal, seat: int, listed: set[str]) -> None:
        """Compare one action of the superset with what is listed."""
        text = superset.some(deal, self.rng, 1, seat)[0]
        before = dump(deal)
        if deal.seat_and_text(text)[0] == seat:
            self.compare_one(deal, text, {seat: listed})
        assert dump(deal) == before, text

    def end(self, deal: Deal, before: Deal, action: Action, scored: bool = True) -> None:
        """Count what the deal was, and check its result."""
        scores = deal.scores
        out = None if deal.out == NONE else int(deal.out)
        game = deal.rules.game
        if game == "romme":
            assert deal.void or scores[int(deal.out)] == 0
            assert sum(1 for score in scores if score) == (0 if deal.void else 1)
        elif game == "contract":
            assert not deal.void
            assert out is None or scores[out] == 0
        elif game != "rummy17":
            assert sum(scores) == 0
        if deal.void:
            assert not any(scores)
            assert out is None
        elif scored and game in SCORED and action.kind in ("discard", "meld", "lay"):
            if before.claim == NONE and before.freed == NONE:
                assert scorers.score(position_of(before), action.text) == list(scores)
                self.coverage.add("scored", game)
        doubled = bool(getattr(deal, "doubled", False))
        end = "void" if deal.void else "stopped" if out is None and game != "gin" else "counted"
        self.coverage.add("end", "doubled" if doubled else end)
        self.coverage.add("last", action.kind)
        self.coverage.add("seats", str(int(deal.seats)))
        self.coverage.add("stock", "remade" if deal.reshuffles else "as dealt")
        self.coverage.add("number", str((int(deal.number) - 1) % 5 + 1))
        for name, value in deal.rules.all_values().items():
            if next(o for o in self.kit.options if o.name == name).choices:
                self.coverage.add("option", f"{name}={written(value)}")

    def check(self, deal: Deal) -> dict[int, list[Action]]:
        """The cheap invariants, for every state; what each seat may do."""
        self.coverage.add("phase", deal.phase_name)
        if deal.claim != NONE:
            self.coverage.add("phase", f"{deal.phase_name}, claim open")
        before = dump(deal)
        assert places(deal) == self.pack, "cards are lost or doubled"
        actions = {seat: list(deal.legal_actions(seat)) for seat in range(int(deal.seats))}
        to_act = tuple(seat for seat, found in actions.items() if found)
        assert to_act == deal.to_act
        assert bool(to_act) != deal.is_over, "a dead end"
        tokens = superset.Tokens(deal, int(deal.turn))
        for found in actions.values():
            texts = {str(action) for action in found}
            assert len(texts) == len(found), "an action is listed twice"
            for action in found if len(found) < 4 else self.rng.sample(found, 4):
                assert deal.why_not(action) is None, str(action)
                if action.kind == "meld":
                    assert superset.in_superset(tokens, action.text), action.text
        if self.rng.random() < 0.5:
            texts_ = superset.some(deal, self.rng, 2, int(deal.turn))
            listed = {seat: {str(action) for action in found} for seat, found in actions.items()}
            for text in texts_:
                self.compare_one(deal, text, listed)
        assert dump(deal) == before, "looking, or a refused action, changed the state"
        return actions

    def compare(self, deal: Deal, texts: Iterable[str], actions: dict[int, list[Action]]) -> None:
        """Accepted means listed, refused means not listed, said why, and nothing changed."""
        listed = {seat: {str(action) for action in found} for seat, found in actions.items()}
        before = dump(deal)
        for text in texts:
            self.compare_one(deal, text, listed)
            assert dump(deal) == before, f"{text} changed the state although it was refused"

    def sweep(self, deal: Deal, texts: Iterable[str], actions: dict[int, list[Action]]) -> None:
        """The same for very many actions, looking at the state only once."""
        listed = {seat: {str(action) for action in found} for seat, found in actions.items()}
        before = dump(deal)
        for text in texts:
            self.compare_one(deal, text, listed)
        assert dump(deal) == before, "a refused action changed the state"

    def compare_one(self, deal: Deal, text: str, listed: dict[int, set[str]]) -> None:
        """Judge one action in every way there is."""
        error = read_error(deal, text)
        if isinstance(error, ParseError):
            self.coverage.add("unreadable", error.code)
            return
        seat, bare = deal.seat_and_text(text)
        accepted = Action(bare, int(seat)) in deal.legal_actions(int(seat))
        assert accepted == (error is None), text
        assert deal.is_legal(text) == accepted
        if error is None:
            assert deal.text(deal.parse(seat, bare)) in listed[int(seat)], text
            return
        assert isinstance(error, IllegalActionError)
        assert "" not in (error.code, str(error), error.paragraph), (text, error.args)
        self.coverage.add("refusal", error.code)
        try:
            assert deal.text(deal.parse(seat, bare)) not in listed[int(seat)], text
        except IllegalActionError:
            pass
        with pytest.raises(IllegalActionError) as raised:
            deal.apply(text)
        assert raised.value.args == error.args, text

    def check_more(self, deal: Deal, actions: dict[int, list[Action]], share: float) -> None:
        """What takes longer, each in a share of the states: a wide superset, twins, round trips."""
        rng = self.rng
        if rng.random() < share:
            texts = superset.some(deal, rng, 12, int(deal.turn))
            texts += rng.sample(superset.UNREADABLE, 2)
            self.compare(deal, texts, actions)
        phase = deal.phase_name
        if self.first("superset", phase) or rng.random() < share / 6:
            self.coverage.add("superset", phase)
            everything = list(superset.everything(deal))
            self.sweep(deal, rng.sample(everything, 200), actions)
        phase += ", claim" if deal.claim != NONE else ""
        if self.first("twins", phase) or rng.random() < share:
            self.coverage.add("twins", phase)
            twins.check(deal, rng.randrange(10**9), 2)
        if rng.random() < share:
            self.check_copy(deal, actions)
        if rng.random() < share:
            round_trips(deal, actions, rng)

    def first(self, heading: str, name: str) -> bool:
        """Whether something has not been met yet."""
        return self.coverage.count(heading, name) == 0

    def check_copy(self, deal: Deal, actions: dict[int, list[Action]]) -> None:
        """A copy plays the same, on its own, and what was worked out before does not matter."""
        before = dump(deal)
        twin = deal.copy()
        for cache in ("openable", "ready"):
            if hasattr(twin, cache):
                setattr(twin, cache, -1)
        for seat, found in actions.items():
            assert list(twin.legal_actions(seat)) == found
        for seat in deal.to_act[:1]:
            action = self.rng.choice(actions[seat])
            twin.apply(action)
            once = dump(twin)
            assert dump(deal) == before, "a copy shares state with its original"
            again = deal.copy()
            again.apply(action)
            assert dump(again) == once, "the same action led elsewhere"


def read_error(deal: Deal, text: str) -> UpcardError | None:
    """Why an action is refused or cannot be read, or None."""
    try:
        return deal.why_not(text)
    except ParseError as error:
        return error


def round_trips(deal: Deal, actions: dict[int, list[Action]], rng: random.Random) -> None:
    """Every public value reads back equal from its repr, its text, JSON and pickle."""
    house = type(deal.rules)
    names = {"Action": Action, "Event": Event, "Meld": Meld, house.__name__: house}
    views = [View.of(deal, seat) for seat in (rng.randrange(int(deal.seats)), None)]
    values: list[object] = [deal.rules, *views[0].table, *deal.log[-2:]]
    values += [event.seen_by(0) for event in deal.log[-2:]]
    for found in actions.values():
        sample = found if len(found) < 4 else rng.sample(found, 4)
        values += sample
        for action in sample:
            assert Action(str(action), action.seat) == action
    for value in values:
        assert eval(repr(value), dict(names)) == value, repr(value)
    for value in [*values, *views]:
        back = pickle.loads(pickle.dumps(value))
        assert back == value, repr(value)
        assert hash(back) == hash(value)
        assert repr(back) == repr(value)
    twin = pickle.loads(pickle.dumps(deal))
    assert dump(twin) == dump(deal)
    for seat, found in actions.items():
        assert list(twin.legal_actions(seat)) == found
    rules = deal.rules.to_dict()
    assert deal.make_rules(json.loads(json.dumps(rules))) == deal.rules
    position = position_of(deal)
    again = deal_from_position(json.loads(json.dumps(position)))
    assert position_of(again) == position
    for seat, found in actions.items():
        assert list(again.legal_actions(seat)) == found
