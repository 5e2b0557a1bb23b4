"""Rules files: read strictly, with the nearest valid name."""

from __future__ import annotations

from pathlib import Path

import pytest

import upcard
from upcard.errors import FileError, ParseError, RulesError, UpcardError
from upcard.games.registry import GAMES, deal_class
from upcard.text.rulesfile import house_rules, rules_from_toml, rules_of_toml, rules_to_toml

BAD = [
    ("target = 3", RulesError, "names its game"),
    ('game = "rome"', RulesError, "there is no game 'rome'; did you mean romme?"),
    ("game = 3", RulesError, "names its game"),
    ('game = "gin"', RulesError, "these rules are for gin, not for romme"),
    ('game = "romme"\ntraget = 3', RulesError, "no option 'traget'; did you mean target?"),
    ('game = "romme"\ntraget = 1.5', RulesError, "no option 'traget'; did you mean target?"),
    ('game = "romme"\ntarget = 1.5', RulesError, "target cannot be 1.5: it may be 1 to"),
    ('game = "romme"\ntarget = [5]', RulesError, "target cannot be [5]"),
    ('game = "romme"\ntarget = 0', RulesError, "target cannot be 0"),
    ('game = "romme"\ntarget = "none"', RulesError, "target cannot be none"),
    ('game = "romme"\ntarget = "5"', RulesError, "target cannot be 5"),
    ('game = "romme"\nopening = "singel"', RulesError, "did you mean single?"),
    ('game = "romme"\ninitial_upcard = "true"', RulesError, "initial_upcard cannot be true"),
    ('game = "romme"\ninitial_upcard = 1', RulesError, "initial_upcard cannot be 1"),
    ('game = "romme"\ntarget = 5\n[rules]\ntarget = 6', RulesError, "target is set twice"),
    ('game = "romme"\nrules = 5', RulesError, "rules must be a table"),
    ('game = "romme"\ntarget = ', ParseError, "this is no TOML"),
    ('game = "romme"\ntarget = 5\ntarget = 6', ParseError, "this is no TOML"),
]


@pytest.mark.parametrize(("text", "kind", "sentence"), BAD)
def test_bad_rules_are_one_sentence(text: str, kind: type[UpcardError], sentence: str) -> None:
    game = None if "names its game" in sentence else "romme"
    with pytest.raises(kind) as caught:
        rules_of_toml(text, game)
    assert sentence in str(caught.value)


def test_both_layouts() -> None:
    flat = 'game = "romme"\ntarget = 300\nfinal_discard = "optional"'
    table = 'game = "romme"\n[rules]\ntarget = 300\nfinal_discard = "optional"'
    wanted = ("romme", {"target": 300, "final_discard": "optional"})
    assert rules_of_toml(flat) == rules_of_toml(table) == wanted
    assert rules_of_toml("target = 300", "romme") == ("romme", {"target": 300})


def test_none_is_a_value_where_an_option_may_be_unset() -> None:
    assert rules_of_toml('game = "gin"\ndeals = "none"') == ("gin", {"deals": None})


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_reads_back(game: str) -> None:
    kind = deal_class(game)
    for option in kind.make_rules({}).options:
        numbers = (option.low, option.low + 1) + ((None,) if option.none_ok else ())
        for value in option.choices or numbers:
            try:
                rules = kind.make_rules({option.name: value})
            except RulesError:
                continue  # It contradicts another option's default.
            assert kind.make_rules(rules_of_toml(rules_to_toml(rules))[1]) == rules


def test_files_are_named(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('game = "gin"\nknok_card = 3')
    with pytest.raises(RulesError, match=r"house\.toml: gin has no option 'knok_card'"):
        rules_from_toml(str(file))
    with pytest.raises(FileError, match="cannot be read"):
        rules_from_toml(str(tmp_path / "nothing.toml"))
    file.write_text('game = "gin"\nknock_card = 3')
    assert house_rules("gin", (), str(file)) == upcard.GinRules(knock_card=3)
    # What is typed wins over the file.
    assert house_rules("gin", ["knock_card=5"], str(file)) == upcard.GinRules(knock_card=5)


def test_typed_options() -> None:
    assert house_rules("romme", ["initial_upcard=no"]).is_set("initial_upcard", False)
    with pytest.raises(RulesError, match="write option=value"):
        house_rules("romme", ["target"])
    with pytest.raises(RulesError, match="did you mean target"):
        house_rules("romme", ["traget=3"])
