"""New game in words."""

from takujo.core.text import Text

TEXT = Text(
    title={"en": "New game", "ja": "New game"},
    blurb={
        "en": "Keep your card or swap it; the highest wins.",
        "ja": "手札を残すか、山札と交換するか。最も大きいカードが勝ち。",
    },
    credits="You",
    minutes=5,
    options={},
    phases={
        "swap": {"en": "Keep your card, or swap it.", "ja": "手札を残すか、交換する。"},
        "over": {"en": "The game is over.", "ja": "ゲーム終了。"},
    },
    actions={
        "keep": {"en": "Keep it", "ja": "残す"},
        "swap": {"en": "Swap it with the deck", "ja": "山札と交換する"},
    },
    events={
        "dealt": {"en": "{seat} is dealt {card}.", "ja": "{seat}に{card}が配られた。"},
        "kept": {"en": "{seat} keeps the card.", "ja": "{seat}はカードを残した。"},
        "swapped": {"en": "{seat} swaps and has {card}.", "ja": "{seat}は交換して{card}を得た。"},
        "shown": {"en": "The cards are shown: {cards}.", "ja": "カードを公開：{cards}。"},
        "game-over": {"en": "{winners} wins.", "ja": "{winners}の勝ち。"},
    },
    refusals={"refused": {"en": "{action} is none of seat {seat} now.", "ja": "席{seat}は今 {action} を行えません。"}},
)
