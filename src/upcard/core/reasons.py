"""Why an action is refused: one number inside, a stable code and a sentence outside.

Numbers below 20 say why a word is no meld (upcard.core.meld). A game may add its own from 100
upward through `Deal.own_reason`.
"""

from __future__ import annotations

from typing import Final

LEGAL: Final = 0
# Reasons up to this number are about the meld itself.
MELD_REASONS: Final = 20
NOT_A_MELD: Final = 20
JOKER_UNNAMED: Final = 17
JOKER_MISPLACED: Final = 18
SUIT_IN_SET: Final = 19
DEAL_OVER: Final = 21
NOT_YOUR_TURN: Final = 22
ALREADY_DRAWN: Final = 23
DRAW_FIRST: Final = 24
STOCK_EMPTY: Final = 25
PILE_EMPTY: Final = 26
NOT_HELD: Final = 27
TAKEN_CARD: Final = 28
NO_DISCARD_LEFT: Final = 29
ONLY_TAKEN_LEFT: Final = 30
NO_SUCH_MELD: Final = 31
DOES_NOT_FIT: Final = 32
NO_JOKER_THERE: Final = 33
NOT_OPENED: Final = 34
OWED_FIRST: Final = 35
OPENING_TOO_LOW: Final = 36
JOKER_FIRST: Final = 38
JOKER_USELESS: Final = 39
NOT_IN_THIS_GAME: Final = 40
NOT_NOW: Final = 41
TOO_MUCH_DEADWOOD: Final = 42
MUST_LAY: Final = 43
BOTH_NEEDED: Final = 44
NO_OFFER: Final = 45
MAY_NOT_CLAIM: Final = 46
ALREADY_ANSWERED: Final = 47
WINDOW_OPEN: Final = 48
MUST_GO_OUT: Final = 49
CANNOT_GO_OUT: Final = 50

# number -> (stable code, sentence). What stands in braces is filled in by the deal.
SENTENCES: Final[dict[int, tuple[str, str]]] = {
    1: ("too_short", "a meld needs at least three cards"),
    2: ("too_long", "this meld would be longer than the rules allow"),
    3: ("round_the_corner", "a run cannot go round the corner past an ace"),
    4: ("two_aces", "a run cannot hold an ace at both ends"),
    5: ("few_naturals", "a meld needs more natural cards than this"),
    6: ("many_jokers", "there are too many jokers in this meld"),
    7: ("joker_colour", "a joker stands only for a missing card of its own colour"),
    8: ("no_jokers", "there are no jokers in this meld's rules"),
    9: ("twins", "a set cannot hold two copies of one card: its suits must differ"),
    10: ("joker_suit", "a joker stands only for a suit the set lacks"),
    JOKER_UNNAMED: ("joker_unnamed", "say which card each joker stands for, as in X=7h"),
    JOKER_MISPLACED: (
        "joker_misplaced",
        "the cards do not ascend as named: with a joker a run is named from low to high",
    ),
    SUIT_IN_SET: ("suit_in_set", "a joker in a set stands for what is missing: write it as X"),
    NOT_A_MELD: ("not_a_meld", "these cards are neither a set nor a run"),
    DEAL_OVER: ("deal_over", "the deal is over"),
    NOT_YOUR_TURN: ("not_your_turn", "it is the turn of seat {turn}"),
    ALREADY_DRAWN: ("already_drawn", "a card has been drawn already"),
    DRAW_FIRST: ("draw_first", "draw a card first"),
    STOCK_EMPTY: ("stock_empty", "the stock is empty and cannot be remade"),
    PILE_EMPTY: ("pile_empty", "the discard pile is empty"),
    NOT_HELD: ("not_held", "{lacking}"),
    TAKEN_CARD: ("taken_card", "{card} was taken from the pile and may not be discarded this turn"),
    NO_DISCARD_LEFT: ("no_discard_left", "a card must be left to discard"),
    ONLY_TAKEN_LEFT: (
        "only_taken_left",
        "only {card} would be left, which may not be discarded this turn",
    ),
    NO_SUCH_MELD: ("no_such_meld", "there is no such meld on the table"),
    DOES_NOT_FIT: ("does_not_fit", "this card does not fit that meld"),
    NO_JOKER_THERE: ("no_joker_there", "no joker of that meld stands for this card"),
    NOT_OPENED: ("not_opened", "open first: your own melds must lie before you do this"),
    OWED_FIRST: ("owed_first", "finish what was begun first: {need} still to be laid"),
    OPENING_TOO_LOW: (
        "opening_too_low",
        "{have} of {need} points, and the rest of the hand cannot bring the opening to {need} "
        "with a card left to discard",
    ),
    JOKER_FIRST: ("joker_first", "the joker just freed must be played at once"),
    JOKER_USELESS: ("joker_useless", "the freed joker could not be played at once"),
    NOT_IN_THIS_GAME: ("not_in_this_game", "there is no such action in this game"),
    NOT_NOW: ("not_now", "this cannot be done in the phase {phase}"),
    TOO_MUCH_DEADWOOD: ("too_much_deadwood", "too much deadwood: at most {need} may be left"),
    MUST_LAY: ("must_lay", "lay melds first: what is left in hand counts more than {need}"),
    NO_OFFER: ("no_offer", "no card is on offer now"),
    MAY_NOT_CLAIM: ("may_not_claim", "this seat may not claim this card"),
    ALREADY_ANSWERED: ("already_answered", "this seat has answered; an answer is final"),
    WINDOW_OPEN: ("window_open", "wait until everybody has answered whether they want {claim}"),
    MUST_GO_OUT: ("must_go_out", "what was begun must end with an empty hand in this turn"),
    CANNOT_GO_OUT: ("cannot_go_out", "the rest of the hand could not go out in this turn"),
    BOTH_NEEDED: ("both_needed", "this joker is given up only for both missing cards together"),
}

# Stable code -> number.
NUMBERS: Final[dict[str, int]] = {code: number for number, (code, _) in SENTENCES.items()}
