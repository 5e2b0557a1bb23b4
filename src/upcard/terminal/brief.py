"""How a game goes, in a few sentences that follow the house rules in force."""

from __future__ import annotations

from upcard.core.rules import Rules
from upcard.games.gin_rules import GinRules
from upcard.games.romme import RommeRules


def brief(rules: Rules) -> list[str]:
    """The game in short; nothing for games that are not described here."""
    if isinstance(rules, RommeRules):
        return _romme(rules)
    if isinstance(rules, GinRules):
        return _gin(rules)
    return []


def _romme(rules: RommeRules) -> list[str]:
    last = "must be discarded" if rules.is_set("final_discard", "required") else "may be laid, too"
    opening = "must together be worth" if not rules.single else "must include one that is worth"
    ace = rules.number("ace_in_group")
    again = "" if rules.is_set("same_card_discard") else ", but not the card you took"
    joker = " and play it at once" if rules.play_now else ""
    reach = "reaches" if rules.is_set("target_hit", "reach") else "comes above"
    more = ", and never more jokers than others" if rules.melds.majority else ""
    return [
        "Get rid of your cards. In a turn you draw a card or take the top of the pile, lay what "
        f"you like, and discard a card{again}. The last card {last}.",
        "A group is three or four cards of one rank in different suits; a run is three or more "
        "cards of one suit in a row, the ace below the two or above the king. At least two cards "
        f"of a meld are no jokers{more}.",
        f"Your first melds in a deal {opening} 30 points: 2 to 10 count their number, J, Q and K "
        f"10, an ace 11 above a king, 1 below a two and {ace} in a group, a joker as the card it "
        "stands for. Once they lie you may lay cards off on every meld, and put the card a joker "
        f"stands for in its place to get the joker{joker}.",
        "Who goes out writes 0. The other writes what is left in hand: 2 to 10 their number, J, Q "
        f"and K 10, an ace 15, a joker 30. Who {reach} {rules.number('target')} loses the match.",
    ]


def _gin(rules: GinRules) -> list[str]:
    back = ", but not the card you took" if rules.no_throw_back else ""
    laid = (
        "What is left is melded by itself as well as possible."
        if rules.auto_lay
        else "Melds that are not laid count as deadwood."
    )
    tie = "or as much " if rules.tie_is_undercut else ""
    return [
        "Bring your ten cards into melds: sets of three or four of a rank, runs of a suit (ace "
        "low). In a turn you draw a card or take the upcard, and discard a card"
        f"{back}. Cards outside melds are deadwood: ace 1, J, Q and K 10.",
        f"With at most {rules.knock_card} points of deadwood you may knock: discard, lay your "
        "melds (three to five cards each), pass. The other side then lays off cards on your "
        f"melds, passes, lays its own melds, passes. {laid}",
        "The knocker gets the difference of the deadwoods, and "
        f"{rules.gin_bonus} more for gin (no deadwood; nothing is laid off then). If the other "
        f"side has less {tie}it gets the difference and {rules.undercut_bonus} more.",
        "When two cards are left in the stock, nobody draws any more: pass, or knock with the "
        "upcard.",
    ]
