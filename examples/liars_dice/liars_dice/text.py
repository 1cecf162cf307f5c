"""Liar's dice in words."""

from takujo.core.text import Text

TEXT = Text(
    title={"en": "Liar's dice", "ja": "ライアーズダイス"},
    blurb={
        "en": "Bid on the dice of all, seeing only yours; who is called a liar shows.",
        "ja": "自分のダイスだけを見て、全員のダイスの目を宣言する。嘘だと思ったら暴け。",
    },
    credits="Traditional",
    minutes=15,
    options={
        "dice": {"en": "Dice of each player.", "ja": "1人のダイスの数。"},
        "wild_ones": {"en": "Ones count as any face.", "ja": "1の目はどの目としても数える。"},
    },
    phases={
        "bid": {"en": "Bid more, or call the last bid a lie.", "ja": "もっと大きく宣言するか、前の宣言を嘘だと言う。"},
        "over": {"en": "The game is over.", "ja": "ゲーム終了。"},
    },
    actions={
        "liar": {"en": "Liar!", "ja": "嘘だ！"},
        "bid": {"en": "{count} × {face}", "ja": "{face}が{count}個"},
    },
    events={
        "rolled": {"en": "{seat} rolls: {dice}.", "ja": "{seat}が振った：{dice}。"},
        "bid": {"en": "{seat} bids {count} × {face}.", "ja": "{seat}の宣言：{face}が{count}個。"},
        "liar": {"en": "{seat} calls {target} a liar.", "ja": "{seat}が{target}を嘘つきと呼んだ。"},
        "shown": {"en": "{seat} shows {dice}.", "ja": "{seat}のダイス：{dice}。"},
        "counted": {
            "en": "Bid {count} × {face}; there are {found}.",
            "ja": "宣言は{face}が{count}個、実際は{found}個。",
        },
        "lost": {"en": "{seat} loses a die; {left} left.", "ja": "{seat}はダイスを1個失い、残り{left}個。"},
        "game-over": {"en": "{winners} wins.", "ja": "{winners}の勝ち。"},
    },
    refusals={
        "refused": {"en": "{action} cannot be done now by seat {seat}.", "ja": "席{seat}は今 {action} を行えません。"}
    },
    words={
        "view:turn": {"en": "Turn", "ja": "手番"},
        "view:bidder": {"en": "Last bid by", "ja": "最後に宣言"},
        "view:count": {"en": "Number", "ja": "個数"},
        "view:face": {"en": "Face", "ja": "目"},
        "view:dice": {"en": "Dice", "ja": "ダイス"},
    },
    seats=frozenset({"seat", "target", "turn", "bidder"}),
)
