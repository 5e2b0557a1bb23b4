"""Random deals with the invariants checked on the way."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Iterable

import pytest

from tests.coverage import Coverage
from tests.positions import places
from tests.properties import superset, twins
from tests.properties.dump import dump
from tests.properties.house_rules import Kit, new_deal
from tests.properties.policies import POLICIES, choose
from upcard.core.action import Action
from upcard.core.deal import Deal
from upcard.core.event import Event
from upcard.core.rules import written
from upcard.core.view import Meld, View
from upcard.errors import IllegalActionError, ParseError, UpcardError
from upcard.text.position import deal_from_position, position_of


class Walk:
    """Plays deals of one game and checks the invariants of every state."""

    def __init__(self, kit: Kit, seed: int) -> None:
        self.kit = kit
        self.rng = random.Random(f"{kit.name} {seed}")
        self.coverage = Coverage()
        self.states = 0
        self.pack: Counter[str] = Counter()

    def deal(self, policy: str | None = None, long: bool = False, cheap: bool = False) -> Deal:
        """Play one deal to its end; cheap: without the checks that take long."""
        rng = self.rng
        deal = new_deal(self.kit, rng, long)
        self.pack = Counter(deal.pack.token(face) for face in deal.pack.faces())
        chosen = policy or rng.choice(POLICIES)
        last = ""
        while True:
            self.states += 1
            phase = deal.phase_name
            actions = self.check(deal)
            if not cheap and ((phase != last and rng.random() < 0.3) or rng.random() < 0.05):
                self.check_more(deal, actions)
            last = phase
            if deal.is_over:
                break
            seat = rng.choice(deal.to_act)
            action = choose(chosen, self.kit, deal, seat, actions[seat], rng)
            self.coverage.add("action", f"{phase}: {action.kind}")
            deal.apply(action)
        self.end(deal)
        return deal

    def end(self, deal: Deal) -> None:
        """Count what the deal was, and check its result."""
        if deal.rules.game == "gin":
            assert sum(deal.scores) == 0
        else:
            assert deal.void or deal.scores[int(deal.out)] == 0
            assert sum(1 for score in deal.scores if score) == (0 if deal.void else 1)
        self.coverage.add("end", "void" if deal.void else "counted")
        for name, value in deal.rules.all_values().items():
            if next(o for o in self.kit.options if o.name == name).choices:
                self.coverage.add("option", f"{name}={written(value)}")

    def check(self, deal: Deal) -> dict[int, list[Action]]:
        """The cheap invariants, for every state; what each seat may do."""
        self.coverage.add("phase", deal.phase_name)
        assert places(deal) == self.pack, "cards are lost or doubled"
        actions = {seat: list(deal.legal_actions(seat)) for seat in range(int(deal.seats))}
        to_act = tuple(seat for seat, found in actions.items() if found)
        assert to_act == deal.to_act
        assert bool(to_act) != deal.is_over, "a dead end"
        for found in actions.values():
            texts = {str(action) for action in found}
            assert len(texts) == len(found), "an action is listed twice"
            for action in found if len(found) < 8 else self.rng.sample(found, 8):
                assert deal.why_not(action) is None, str(action)
        self.compare(deal, superset.some(deal, self.rng, 2, int(deal.turn)), actions)
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

    def check_more(self, deal: Deal, actions: dict[int, list[Action]]) -> None:
        """The invariants that take longer: a wider superset, twin worlds, round trips."""
        texts = superset.some(deal, self.rng, 12, int(deal.turn))
        texts += self.rng.sample(superset.UNREADABLE, 2)
        self.compare(deal, texts, actions)
        if self.rng.random() < 0.03:
            self.coverage.add("superset", deal.phase_name)
            everything = list(superset.everything(deal))
            self.sweep(deal, self.rng.sample(everything, 400), actions)
        twins.check(deal, self.rng.randrange(10**9))
        self.check_copy(deal, actions)
        round_trips(deal, actions)

    def check_copy(self, deal: Deal, actions: dict[int, list[Action]]) -> None:
        """A copy plays the same, on its own, and what was worked out before does not matter."""
        before = dump(deal)
        twin = deal.copy()
        if hasattr(twin, "openable"):
            twin.openable = -1
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


def round_trips(deal: Deal, actions: dict[int, list[Action]]) -> None:
    """Every public value reads back equal from its repr, its text, JSON and pickle."""
    house = type(deal.rules)
    names = {"Action": Action, "Event": Event, "Meld": Meld, house.__name__: house}
    views = [View.of(deal, seat) for seat in (*range(int(deal.seats)), None)]
    values: list[object] = [deal.rules, *views[0].table, *deal.log[-2:]]
    values += [event.seen_by(0) for event in deal.log[-2:]]
    for found in actions.values():
        values += found[:4]
        for action in found[:4]:
            assert Action(str(action), action.seat) == action
    for value in values:
        assert eval(repr(value), dict(names)) == value, repr(value)
    for value in [*values, *views]:
        back = pickle.loads(pickle.dumps(value))
        assert back == value, repr(value)
        assert hash(back) == hash(value)
        assert repr(back) == repr(value)
    rules = deal.rules.to_dict()
    assert deal.make_rules(json.loads(json.dumps(rules))) == deal.rules
    position = position_of(deal)
    again = deal_from_position(json.loads(json.dumps(position)))
    assert position_of(again) == position
    for seat, found in actions.items():
        assert list(again.legal_actions(seat)) == found
