"""One word a thing in each language, those of the books: guides, text tables and boards keep to the glossary.

A term is a row of the glossary of docs/rules/<game>.md; beside it stand other words for the same thing that a text
might slip into, as patterns.
"""

import re

import pytest
from fluent.syntax import FluentSerializer

import takujo
from takujo import guide
from tests.helpers import ROOT, SLUGS
from tests.test_rulebook import page

pytestmark = pytest.mark.plain

# Japanese term, its other words; English term, its other words. "" has none that could be told apart.
TERMS = {
    "arkham-ritual": [
        ("儀式道具", "アーティファクト|遺物|(?<!儀式)道具", "artifact", "artefact|ritual tool|relic"),
        ("サン値", "(?<!（)正気度|SAN値|サニティ", "sanity", "health point|sanity value"),
        ("親番", "親(?!番|し|切|指)", "parent", "dealer|leader"),
        ("子番", "(?<![親様調障女男帽椅])子(?!番|供|ども)", "child", ""),
        ("規定数", "指定数|既定数", "prescribed number", "fixed number|set number"),
        ("破滅ボード", "破滅トラック|破滅盤|破滅表", "doom board", "doom track"),
        ("旧支配者", "古き支配者|大いなる古きもの|グレート・?オールド・?ワン", "Great Old One", "Elder God|Old God"),
        ("ダミー", "仮想プレイヤー|NPC", "dummy", "ghost player|phantom"),
        ("エルダーサイン", "旧き印|エルダー・サイン", "Elder Sign", "Old Sign"),
        ("魔法のオーブ", "魔法の?球|マジカルオーブ", "Magical Orb", "Magic Orb"),
        ("捜査官", "調査員|探索者|調査官", "Investigator", "Detective|Inspector"),
        ("臆病な学生", "用心深い学生|慎重な学生", "Wary Student", "Timid Student|Cautious Student"),
        ("狂信者", "カルティスト|信者(?<!狂信者)", "Cultist", "Fanatic"),
        ("狂った教授", "狂気の教授|発狂した教授", "Mad Professor", "Crazy Professor|Insane Professor"),
    ],
    "ayatsuri": [
        ("暴力警官", "(?<!暴力)警官|警察", "Violent Cop", "Police|Policeman|Officer"),
        ("悪徳探偵", "(?<!悪徳)探偵", "Corrupt Detective", "Crooked|Shady"),
        ("闇医者", "(?<!闇)医者|ドクター", "Back-Alley Doctor", "Quack|Black-Market"),
        ("自爆娘", "自爆少女|自爆女|爆弾娘|ボマー", "Suicide-Bomber Girl", "Bomb Girl|Suicide Bomber(?! Girl)"),
        ("殺人鬼", "シリアルキラー|連続殺人犯", "Serial Killer", "Mass Murderer|Maniac"),
        ("暗殺者", "アサシン|刺客", "Assassin", "Hitman"),
        ("独裁者", "ディクテーター|支配者", "Dictator", "Tyrant|Despot"),
        ("キルチップ", "殺害チップ|キル・チップ|キルポイント", "kill", "kill point|murder chip"),
        ("ライフチップ", "命チップ|ライフポイント|体力", "life", "health|hit point|life point"),
        ("独裁者マーカー", "先頭マーカー|スタートマーカー|親マーカー", "marker", "start token|Dictator token"),
        ("影武者", "替え玉|ダミー", "double", "decoy|body double"),
        ("粛清", "パージ|処刑", "purge", "cleansing|execution"),
        ("護衛", "警護|ガード|保護", "guard", "bodyguard"),
        ("役割", "役職|ロール|キャラクター", "role", "character"),
    ],
    "in-the-ruin": [
        ("スクエアボーナス", "四角ボーナス|正方形ボーナス|長方形|四角形?の?点|広場", "square bonus", "rectangle bonus|block bonus"),
        ("栄誉ボーナス", "名誉|栄光", "honour bonus", "glory|prestige|honor"),
        ("宝石ボーナス", "宝石点", "gem bonus", "gem score"),
        ("ルートボーナス", "経路ボーナス|道順ボーナス", "route bonus", "path bonus"),
        ("通路", "通り道", "passage", "corridor|path square"),
        ("ゲート", "関門|門", "gate", "portal"),
        ("探索カード", "探検カード|調査カード", "exploration card", "explore card|map card"),
        ("目標カード", "ゴールカード|目的カード", "goal card", "objective|mission card"),
        ("目的地", "行き先|到達地点", "destination", "target square"),
        ("出入口", "(?<!出)入口|入り口|出口|スタート地点", "entrance", "exit square|start square"),
        ("宝石", "ジェム|宝物|お宝", "gem", "jewel|treasure"),
        ("脱出", "脱走|逃走", "escape", "flee|flight"),
        ("ペナルティ", "罰点|違反点", "penalty", "malus|fine(?= of)"),
        ("特別アクション", "特殊アクション|スペシャルアクション", "special action", "bonus action|extra action"),
        ("座標", "(?<!英)文字", "letter", "coordinate"),
    ],
    "ritual": [
        ("呪文マーカー", "色マーカー|呪文トークン|呪文チップ", "marker", "token"),
        ("詠唱", "唱和|キャスト", "chant", "cast(?!er)|recite"),
        ("祭壇", "アルター", "altar", "shrine"),
        ("スタートプレイヤー", "最初のプレイヤー|開始プレイヤー|先手|親番", "start player", "starting player|first player"),
        ("順調", "スムーズ|平穏", "smooth", "calm|success"),
        ("邪悪な行い", "邪悪な行為|悪行", "wicked act", "evil act|evil deed|wicked deed"),
        ("狂気の渦", "狂気の嵐|狂乱", "vortex of madness", "whirl|maelstrom"),
        ("無意識なる一致", "無意識の一致|偶然の一致", "unconscious accord", "unconscious agreement|coincidence"),
        ("マイナス点", "マイナスポイント|減点|狂気点", "minus", "penalty point|negative point"),
        ("熟達した詠唱", "極め|完璧な詠唱|熟練", "master", "perfect chant"),
        ("優秀な術者", "優れた術者|優秀な詠唱者", "excellent caster", "best caster|great caster"),
        ("貢献", "功績|献身", "contribution", "merit|devotion|favour point"),
    ],
}  # fmt: skip
JAPANESE = re.compile("[ぁ-んァ-ン一-龯]")
PLACES = re.compile(r"\{[^{}]*?(?:->|\})|\*?\[[\w-]+\]|\}")  # what is no text in a message of Fluent


def texts(slug: str) -> dict[str, list[tuple[str, str]]]:
    """Everything a player reads of a title, by language, with where it stands."""
    game = takujo.load(slug)
    words, told = game.text, guide.read(game)
    found: dict[str, list[tuple[str, str]]] = {"en": [], "ja": []}

    def add(where: str, both) -> None:
        for language, lines in found.items():
            lines.append((where, both[language]))

    for section in words.guide:
        add(f"guide, {section.id}", section.title)
        add(f"guide, {section.id}", section.text)
    for example in told.examples:
        for both in (example.title, example.text, *(step.text for step in example.step)):
            add(f"guide, example {example.id}", both)
    for language, lines in found.items():
        (catalogue, *_) = words.speech(language).catalogues
        for key, message in catalogue.messages.items():
            source = FluentSerializer().serialize_entry(message).partition("=")[2]
            lines.append((f"{catalogue.file.name}, {key}", PLACES.sub(" ", source)))
    for file in sorted((ROOT / "web" / "src" / "games" / slug).glob("*")):
        if file.suffix in (".ts", ".svelte") and ".test." not in file.name:
            for one, other in re.findall(r'"((?:[^"\\\n]|\\.)*)"|`([^`]*)`', file.read_text(encoding="utf-8")):
                text = one or other
                if JAPANESE.search(text):
                    found["ja"].append((file.name, text))
                elif re.search(r"[A-Za-z]{2}.* [a-z]", text) and not re.search(r"[;=/]|^M\d|\$\{", text):
                    found["en"].append((file.name, text))
    return found


@pytest.mark.parametrize("slug", SLUGS)
def test_every_thing_has_one_word(slug):
    """No text calls a thing by another word than the glossary's."""
    found = texts(slug)
    others = [(ja, "ja", more) for ja, more, _, _ in TERMS[slug] if more]
    others += [(en, "en", more) for _, _, en, more in TERMS[slug] if more]
    wrong = [
        f"{where}: {text!r}: {other[0]!r} is {term!r}"
        for term, language, more in others
        for where, text in found[language]
        if (other := re.search(rf"(?i:\b(?:{more})\b)" if language == "en" else more, text))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_word_is_in_the_glossary_and_in_use(slug):
    """A term that no text uses, or that the glossary does not have, is no term."""
    glossary = page(slug).partition("### 0.1 Glossary")[2].partition("### 0.2")[0].lower()
    found = {language: "\n".join(text for _, text in lines).lower() for language, lines in texts(slug).items()}
    for ja, _, en, _ in TERMS[slug]:
        assert ja in glossary, ja
        assert en.lower() in glossary, en
        assert ja in found["ja"], ja
        assert en.lower() in found["en"], en


@pytest.mark.parametrize(
    ("slug", "text"),
    [("arkham-ritual", "アーティファクトを捨てる"), ("ayatsuri", "警官が撃つ"), ("in-the-ruin", "入口に戻る")],
)
def test_another_word_would_be_found(slug, text):
    assert any(re.search(more, text) for _, more, _, _ in TERMS[slug] if more)
