"""How a game goes, in a few sentences that follow the house rules in force."""

from __future__ import annotations

from upcard.core.rules import Rules
from upcard.games.basic import BasicRules
from upcard.games.contract_rules import ContractRules
from upcard.games.gin_rules import GinRules
from upcard.games.romme import RommeRules
from upcard.games.rummy17_rules import Rummy17Rules
from upcard.games.seven_card import SevenCardRules
from upcard.terminal.words import count


def brief(rules: Rules) -> list[str]:
    """The game in short; nothing for games that are not described here."""
    if isinstance(rules, RommeRules):
        return _romme(rules)
    if isinstance(rules, GinRules):
        return _gin(rules)
    if isinstance(rules, Rummy17Rules):
        return _rummy17(rules)
    if isinstance(rules, ContractRules):
        return _contract(rules)
    if isinstance(rules, SevenCardRules):
        return _seven_card(rules)
    if isinstance(rules, BasicRules):
        return _basic(rules)
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
        f"With at most {count(int(rules.knock_card), 'point')} of deadwood you may knock: discard, "
        "lay your melds (three to five cards each), pass. The other side then lays off cards on "
        f"your melds, passes, lays its own melds, passes. {laid}",
        "The knocker gets the difference of the deadwoods, and "
        f"{rules.gin_bonus} more for gin (no deadwood; nothing is laid off then). If the other "
        f"side has less {tie}it gets the difference and {rules.undercut_bonus} more. What one side "
        "gets the other loses.",
        "When two cards are left in the stock, nobody draws any more: pass, or knock with the "
        "upcard.",
        _match(rules),
    ]


def _rummy17(rules: Rummy17Rules) -> list[str]:
    cost = " and a card of the stock as a penalty" if rules.penalty else ""
    who = "" if rules.discarder_knocks else ", except whoever discarded it"
    first = "the one who knocked first" if rules.is_set("knock_priority", "first") else (
        "the one nearest to the left of the player in turn"
    )
    said = " and is announced" if rules.spoken else ""
    double = (
        f' Going out with a 17 as the last discard is "Rummy 17"{said}: all points count double.'
        if rules.doubles
        else ""
    )
    wrap = ", 1 after 17 too" if rules.melds.wrap else ""
    return [
        "Five colours from 1 to 17, each card once. In a turn you draw a card or take the open "
        "card, lay what you like, and discard a card; one must always be left for that. A set is "
        "three to five cards of one number in different colours; a run is three or more cards of "
        f"one colour in a row{wrap}.",
        f"When a player draws from the stock, the others may knock for the open card{who}: "
        f"{first} gets it{cost}.",
        "Each colour has a joker at the side. It stands for a card of its own colour in a new meld "
        "of four cards or more, one to a meld. Once you have a meld you may lay cards off on every "
        "meld, and put the card a joker stands for in its place to lay a new meld of "
        f"{rules.exchanged_min} cards or more with that joker at once.",
        "The deal ends when somebody discards the last card, or with the turn that draws the last "
        "of the stock. Each of the five bonus cards shown gives 3 points to everybody who fulfils "
        "it; each card in hand costs 1 point, from 10 up 2. The most points win."
        f"{double}",
        "The bonus cards look at what lies before you: most cards, sets or runs; the longest set "
        "or run; most cards of 1, 2 and 3 or of 8 and 16; most red, fewest blue cards; fewest "
        "jokers; the highest triple, a meld of just three cards with the highest sum. Game over is "
        "for whoever goes out. Where several are equal, all get it.",
    ]


def _contract(rules: ContractRules) -> list[str]:
    cost = {0: "no penalty", 1: "one card of the stock as a penalty"}.get(
        int(rules.penalty), "two cards of the stock as a penalty"
    )
    first = "whoever called first" if rules.is_set("claim_priority", "first_call") else (
        "the caller nearest to the left of the player in turn"
    )
    jokers = {
        "to_hand": "Before you are down the joker comes into your hand, afterwards it must be put "
        "on a meld at once.",
        "laydown_now": "Before you are down you must then lay your contract in that turn, "
        "afterwards the joker must be put on a meld at once.",
        "not_down_only": "Only players who are not down may do so.",
        "none": "",
    }[str(rules["joker_exchange"])]
    swap = (
        "In your turn you may put the card a joker stands for in its place. " + jokers
        if jokers
        else "Jokers on the table stay where they are."
    )
    last = ", in the fifth hand only with every card you hold" if rules.all_cards else ""
    return [
        "Five hands of thirteen cards. Each asks for its contract: 2 books; 1 straight; 2 books "
        "and 1 straight; 3 books; 1 book and 2 straights. A book is three or more cards of one "
        "rank, a straight four or more of one suit in a row. Jokers stand for any card.",
        "In a turn you take the card on offer or draw, lay, and discard. Before you draw, others "
        f"may say they want the card: {first} gets it, with {cost}.",
        f"The contract is laid all at once{last}. Once you are down you lay single cards on every "
        f"meld. {swap}",
        "Whoever has no card left ends the hand. The others count what they hold: a joker 25, an "
        "ace 15, 10 to king 10, others 5. The lowest total of the five hands wins.",
    ]


def _match(rules: Rules) -> str:
    """When a match ends, and who has won it."""
    deals, target = rules["deals"], rules["target"]
    if target is None:
        ends = f"A match is {'one deal' if deals in (None, 1) else f'{deals} deals'}."
    else:
        ends = f"A match ends when a total reaches {target}"
        ends += "." if deals is None else f", and at the latest with deal {deals}."
    return f"{ends} The highest total wins it; equal ones share the win."


def _ace(rules: SevenCardRules | BasicRules) -> str:
    return "also above the king" if rules.is_set("ace", "low_or_high") else "only below the two"


def _melds(rules: SevenCardRules | BasicRules) -> str:
    return (
        "A set is three or four cards of one rank; a run is three or more cards of one suit in a "
        f"row, the ace {_ace(rules)}. The card you took from the pile may not be discarded in the "
        "same turn. When the stock is empty the pile is turned over as it lies."
    )


def _seven_card(rules: SevenCardRules) -> list[str]:
    if rules.open_melds:
        first = (
            "Seven cards each. In a turn you draw a card or take the top of the pile, lay melds "
            "and add to those on the table as you like, and discard. Whoever has no card left "
            "wins the deal."
        )
    else:
        first = (
            "Seven cards each. In a turn you draw a card or take the top of the pile, and discard "
            "one. Nothing is laid until you go out: then all eight cards go down in melds, or "
            "seven of them and the eighth is discarded."
        )
    return [
        first,
        _melds(rules),
        "Each of the others pays the winner what the winner's laid cards are worth: ace 1, 2 to 9 "
        "their number, 10 to king 10. What the others hold does not count.",
        _match(rules),
    ]


def _basic(rules: BasicRules) -> list[str]:
    last = "must be discarded" if rules.is_set("final_discard", "required") else "may be laid, too"
    melds = "one new meld" if rules.one_meld else "as many melds as you like"
    rummy = (
        " Whoever goes out in one turn with nothing laid before is paid double."
        if rules.rummy_double
        else ""
    )
    return [
        f"In a turn you draw a card or take the top of the pile, lay {melds}, add cards to any "
        f"meld on the table, and discard one. The last card {last}.",
        _melds(rules),
        "Whoever has no card left is paid by the others what they hold: ace 1, 2 to 9 their "
        f"number, 10 to king 10.{rummy}",
        _match(rules),
    ]
