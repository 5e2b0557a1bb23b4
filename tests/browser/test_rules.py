"""What the page says about the rules is what the server says: counters, targets, hints, chips."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import pytest

from tests.browser.conftest import Opener
from tests.browser.driver import Player, asked
from tests.browser.fingers import corner, middle
from tests.browser.hands import CORNER, Mouse, offers
from tests.browser.tables import (
    NeverError,
    Seat,
    draw_by_hints,
    new_table,
    table_where,
    to_chance,
    to_play,
)

LAYING = {"romme": ("Jo", "Cleo", "Ada"), "rummy17": ("Vera", "Rosa"), "basic": ("Gil", "Cai"),
          "contract": ("Xenia", "Wim")}  # fmt: skip

# More deals than a usual run has time for; names as good as any.
MORE = [pytest.param(f"Deal {n}", marks=pytest.mark.long) for n in range(20)]


def by_game(makers: dict[str, tuple[str, ...]]) -> list[Any]:
    """Each game with its first maker; with the others, and with more, in a long run."""
    return [
        pytest.param(game, maker, marks=pytest.mark.long if n else ())
        for game, some in makers.items()
        for n, maker in enumerate([*some, *(f"Deal {n}" for n in range(8))])
    ]


@pytest.mark.parametrize(("game", "maker"), by_game(LAYING))
def test_what_lights_up_is_what_the_server_lists(
    screen: Opener, address: str, game: str, maker: str
) -> None:
    """Card by card: the melds that light up are those of the legal lay-offs and swaps."""
    seat, state = table_where(address, game, maker, lambda seat: to_chance(seat, "lays", "swaps"))
    one = screen().at_table(seat.link)
    for card in sorted(set(state["hand"])):
        one.page.keyboard.press("Escape")
        one.card(one.hand().index(card)).click(position=CORNER)
        wanted = sorted(
            (lay["meld"], kind == "swaps")
            for kind in ("lays", "swaps") for lay in state["may"][kind]
            if lay["card"].partition("=")[0] == card
        )  # fmt: skip

        def lit(wanted: list[tuple[int, bool]] = wanted) -> list[tuple[int, bool]]:
            found = []
            for meld in range(1, len(state["table"]) + 1):
                box = f'.meld-box[data-drop="meld:{meld}"] button.target'
                for end in one.page.locator(box).all():
                    found.append((meld, "joker" in (end.get_attribute("class") or "")))
            return sorted(found)

        one.until(lambda seen: lit() == wanted, f"the targets of {card}: {wanted}, not {lit()}")  # noqa: B023


def to_opening(seat: Seat) -> list[dict[str, Any]]:
    """Play on by the hints until there is something to lay down; the melds it begins with."""
    for _ in range(30):
        draw_by_hints(seat)
        melds = list(takewhile(lambda part: part["action"].startswith("meld"), seat.hint()))
        if melds:
            return melds
        seat.play_hint()
    raise NeverError


@pytest.mark.parametrize("maker", ["Jo", "Kai", "Cleo", "Emil", "Pia", *MORE])
def test_rommes_counter_is_the_servers(screen: Opener, address: str, maker: str) -> None:
    """Meld by meld: the number shown, what is lacking, and when Lay down is on."""
    seat, melds = table_where(address, "romme", maker, to_opening)
    one = screen().at_table(seat.link)
    player = Player(one, seat, Mouse())
    staged: list[str] = []
    meter = one.page.locator('[role="meter"]')
    assert meter.get_attribute("aria-valuemax") == "30"
    for part in melds:
        assert player.stage(part), player.missed
        staged.append(part["action"])
        answer = seat.do("ask", what="staged", actions=staged)
        one.until(
            lambda seen: meter.get_attribute("aria-valuenow") == str(answer["points"]),  # noqa: B023
            f"{answer['points']} points",
        )
        enough = answer["lacking"] == 0
        assert enough == (answer["points"] >= 30)
        one.until(lambda seen: ("lay_down" in offers(seen)) == enough, f"lay down: {enough}")  # noqa: B023


def test_an_ambiguous_joker_offers_every_reading(screen: Opener, address: str) -> None:
    """Two neighbours and a joker make a run with the joker at either end."""
    for number in range(200):
        [seat] = new_table(address, "romme", f"Joker {number}")
        to_play(seat)
        hand = seat.state()["hand"]
        ranks = "A23456789TJQK"
        pairs = [
            (a, b) for a in hand for b in hand if a[0] != "X" and b[0] != "X" and a[1] == b[1]
            and ranks.index(b[0]) == ranks.index(a[0]) + 1 and 1 < ranks.index(a[0]) < 10
        ]  # fmt: skip
        if pairs and "X" in hand:
            break
    low, high = pairs[0]
    one = screen().at_table(seat.link)
    Player(one, seat, Mouse()).pick([low, high, "X"])
    one.until(lambda seen: one.page.locator(".tray .slot").count() == 2, "both readings")
    answer = seat.do("ask", what="cards", cards=[low, high, "X"])
    points = sorted(part["points"] for part in answer["parts"])
    said = " ".join(one.page.locator(".tray .slot").all_inner_texts())
    assert len(points) == 2
    for number in points:
        assert f"{number} points" in said


def fitting(seat: Seat) -> tuple[dict[str, Any], str, int]:
    """A first meld, and a card that can be laid off on it at so many places."""
    [meld, *_] = to_opening(seat)
    on = f" on {len(seat.state()['table']) + 1}"
    used = {card.partition("=")[0] for card in meld["cards"]}
    for card in sorted(set(seat.state()["hand"]) - used):
        answer = seat.do("ask", what="cards", cards=[card], actions=[meld["action"]])
        places = sum(part["legal"] and part["action"].endswith(on) for part in answer["parts"])
        if places:
            return meld, card, places
    raise NeverError


def test_a_staged_meld_is_a_place_to_lay_off(screen: Opener, address: str) -> None:
    """It lights up as on the table; taken back, it takes along what lies at it."""
    seat, (meld, card, places) = table_where(address, "romme", "Fenja", fitting)
    one = screen().at_table(seat.link)
    player = Player(one, seat, Mouse())
    assert player.stage(meld), player.missed
    player.pick([card])
    here = one.page.locator(".tray .meld-box button.target")
    one.until(lambda seen: here.count() == places, f"{places} places for {card}")
    here.first.click()
    one.until(lambda seen: seen["staged"] == 2, "the lay-off beside the meld")
    # Beside the number of a place that may still be lit.
    one.page.locator(".staged .back").first.click(position=CORNER)
    one.until(lambda seen: seen["staged"] == 0, "nothing in the tray")
    one.page.keyboard.press("u")
    one.until(lambda seen: seen["staged"] == 2, "both, undone")


@pytest.mark.parametrize(("game", "maker"), by_game(LAYING))
def test_suggestions_are_legal_and_change_nothing_by_themselves(
    screen: Opener, address: str, game: str, maker: str
) -> None:
    """Turn after turn the server takes them; the page lists as many and does none of them."""

    def to_plays(seat: Seat) -> None:
        for _ in range(6):
            draw_by_hints(seat)
            plays = [part["action"] for part in seat.hint()]
            assert seat.do("ask", what="staged", actions=plays)["ok"], plays
            if len(plays) > 1:
                return
            seat.play_hint()
        draw_by_hints(seat)

    seat, _ = table_where(address, game, maker, to_plays)
    state = seat.state()
    one = screen().at_table(seat.link)
    one.page.keyboard.press("i")
    one.until(lambda seen: seen["dialog"], "the hint")
    assert one.page.locator(".hints li").count() == len(seat.hint())
    assert one.look()["staged"] == 0
    assert seat.state()["rev"] == state["rev"]
    one.page.keyboard.press("Escape")
    one.until(lambda seen: not seen["dialog"], "the table")
    assert seat.state()["rev"] == state["rev"]


@pytest.mark.parametrize("game", ["romme", "gin", "contract"])
def test_advice_that_is_no_meld_is_followed_at_once(
    screen: Opener, address: str, game: str
) -> None:
    """Draws, discards and the like; what goes to the tray first is left to the tray."""
    [seat] = new_table(address, game, "Ada")
    one = screen().at_table(seat.link)
    followed = 0
    while followed < 4:
        one.until(lambda seen: not seen["claim"] and asked(seen) and seat.hint(), "the own turn")
        parts = seat.hint()
        if parts[0]["action"].split()[0] in ("meld", "lay", "swap", "claim", "knock"):
            break
        before = seat.snapshot()["seq"]
        one.page.keyboard.press("i")
        one.page.locator('dialog [data-do="hint"]').click()
        one.until(lambda seen: not seen["dialog"] and seat.snapshot()["seq"] > before, "it")  # noqa: B023
        assert not one.look()["toast"]
        followed += 1
    assert followed


@pytest.mark.parametrize("how", ["tap", "drag", "key"])
def test_a_joker_is_swapped_by_tap_drag_and_key(screen: Opener, address: str, how: str) -> None:
    """In Jo's deal of Rommé a joker of the table can be swapped; undo brings the card back."""
    [seat] = new_table(address, "romme", "Jo", everybody=True)
    swap = to_chance(seat, "swaps")["may"]["swaps"][0]
    one = screen(390, 844, has_touch=True).at_table(seat.link)
    at = one.hand().index(swap["card"])
    before = one.look()
    target = f'.meld-box[data-drop="meld:{swap["meld"]}"]'
    if how == "drag":
        start, end = corner(one, at), middle(one, target)
        one.page.mouse.move(*start)
        one.page.mouse.down()
        one.page.mouse.move(start[0] + 4, start[1] - 10, steps=3)
        one.page.mouse.move(*end, steps=8)
        one.page.mouse.up()
    else:
        one.card(at).tap(position=CORNER)
        one.until(lambda seen: seen["targets"], "the joker to light up")
        if how == "tap":
            one.page.locator(f"{target} button.target.joker").tap()
        else:
            one.card(at).focus()
            one.page.keyboard.press("j")
            if one.look()["staged"] == 0:
                joker = one.page.locator(f"{target} button.target.joker")
                one.page.keyboard.press((joker.get_attribute("aria-label") or "1").split(":")[0])
    one.until(lambda seen: seen["staged"] == 1, "the staged swap")
    assert one.look()["hand"][at]["away"]
    one.card(0).focus()
    one.page.keyboard.press("u")
    one.until(lambda seen: seen["staged"] == 0, "the undo")
    after = one.look()
    assert [c["card"] for c in after["hand"]] == [c["card"] for c in before["hand"]]
    assert not any(c["away"] for c in after["hand"])


@pytest.mark.parametrize("maker", ["Finn", "Max"])
def test_a_freed_joker_of_rummy_17_must_be_used(
    screen: Opener, address: str, maker: str
) -> None:
    """Once a joker has been swapped out the turn does not end before it lies in a new meld."""
    [seat] = new_table(address, "rummy17", maker, everybody=True)
    swap = to_chance(seat, "swaps")["may"]["swaps"][0]
    one = screen().at_table(seat.link)
    player = Player(one, seat, Mouse())
    before = one.hand()
    part = {"action": swap["action"], "cards": [swap["card"]]}
    assert player.stage(part), player.missed
    one.page.keyboard.press("u")
    assert one.until(lambda seen: seen["staged"] == 0, "the undo")["hand"]
    assert one.hand() == before
    assert player.stage(part), player.missed
    one.until(lambda seen: "lay_down" in offers(seen), "laying the swap down")
    assert "discard" not in offers(one.look())
    player.press("lay_down")
    state = seat.state()
    table = [card for meld in state["table"] for card in meld["cards"]]
    assert state["freed"] in ("Xr", "Xb", "Xg", "Xy", "Xp")
    assert not any(card.startswith(state["freed"]) for card in table)
    assert state["may"]["discards"] == []
    assert one.page.locator(f'.tray [data-card="{state["freed"]}"]').is_visible()
    for at in range(len(one.hand())):
        player.clear()
        one.card(at).click(position=CORNER)
        one.until(lambda seen: seen["hand"][at]["picked"], "a picked card")  # noqa: B023
        assert "discard" not in offers(one.look())
    one.page.keyboard.press("x")
    assert one.until(lambda seen: seen["toast"], "why not")["table"]
    assert seat.state()["rev"] == state["rev"]
    seat.do("act", actions=[seat.hint()[0]["action"]])
    assert seat.state()["freed"] is None
    one.until(player.caught_up, "the page after the meld")
    card = seat.state()["may"]["discards"][0]
    player.pick([card])
    one.until(lambda seen: "discard" in offers(seen), "the discard")


def test_undo_and_redo_walk_through_what_was_staged(screen: Opener, address: str) -> None:
    """Every step back is a state seen before; nothing goes back past a draw or a lay-down."""
    [seat] = new_table(address, "romme", "Jo")
    draw_by_hints(seat)
    one = screen().at_table(seat.link)
    player = Player(one, seat, Mouse())
    undo = one.page.get_by_role("button", name="Undo", exact=True)
    assert undo.get_attribute("aria-disabled") == "true"
    undo.click(force=True)  # it is off, and says why
    assert "drawn" in one.until(lambda seen: seen["toast"], "a reason")["toast"]

    def state() -> tuple[Any, ...]:
        hand = tuple((c["card"], c["away"]) for c in one.look()["hand"])
        return (hand, tuple(one.page.locator(".tray .staged").all_inner_texts()))

    seen = [state()]
    for part in [part for part in seat.hint() if part["action"].startswith("meld")]:
        assert player.stage(part), player.missed
        seen.append(state())
    assert len(seen) >= 3
    for past in reversed(seen[:-1]):
        one.page.keyboard.press("Control+z")
        assert state() == past
    assert undo.get_attribute("aria-disabled") == "true"
    for future in seen[1:]:
        one.page.keyboard.press("Control+y")
        assert state() == future
    one.until(lambda look: "lay_down" in offers(look), "lay down")
    player.press("lay_down")
    assert undo.get_attribute("aria-disabled") == "true"
    assert seat.do("undo")["code"] == "malformed"


@pytest.mark.parametrize("maker", ["Xenia", pytest.param("Wim", marks=pytest.mark.long)])
def test_contract_chips_fill_as_the_server_judges(
    screen: Opener, address: str, maker: str
) -> None:
    """The contract of these deals goes down: chips are ticked by staged melds, then all laid."""
    seat, melds = table_where(address, "contract", maker, to_opening)
    books, straights = seat.state()["need"]
    one = screen().at_table(seat.link)
    player = Player(one, seat, Mouse())
    chips = one.page.locator("ol.contract li")
    assert chips.count() == books + straights
    for n, part in enumerate(melds, 1):
        assert player.stage(part), player.missed
        answer = seat.do("ask", what="staged", actions=[m["action"] for m in melds[:n]])
        filled = books + straights - sum(answer["lacking"])
        one.until(lambda seen: one.page.locator("ol.contract li.done").count() == filled, f"{n}")  # noqa: B023
        one.until(lambda seen: ("lay_down" in offers(seen)) == (not sum(answer["lacking"])), "down")  # noqa: B023
    player.press("lay_down")
    one.until(lambda seen: one.page.locator("ol.contract li.done").count() == chips.count())


@pytest.mark.parametrize("maker", ["Uta", *MORE[:8]])
def test_the_bonus_strip_is_the_servers(screen: Opener, address: str, maker: str) -> None:
    """Five goals; those that would score for the player are marked, the distance told to others."""

    def to_goals(seat: Seat) -> None:
        for _ in range(8):
            draw_by_hints(seat)
            if seat.state()["opened"][0]:
                return
            seat.play_hint()
        draw_by_hints(seat)

    seat, _ = table_where(address, "rummy17", maker, to_goals)
    one = screen().at_table(seat.link)
    state = seat.state()
    goals = one.page.locator("ul.goals li.goal")
    assert goals.count() == len(state["goals"]) == 5
    for at, goal in enumerate(state["goals"]):
        kinds = (goals.nth(at).get_attribute("class") or "").split()
        lead = state["you"] in goal["leaders"]
        assert ("lead" in kinds or "tie" in kinds) == lead, goal
        assert ("tie" in kinds) == (lead and len(goal["leaders"]) > 1)
        assert ("open" in kinds) == (not goal["leaders"])
