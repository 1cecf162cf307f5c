/** What the engine expects of a card file, in Japanese; it says so itself in English (games/<game>/cards.py). */

const TAKES: [RegExp, string][] = [
  [/^an integer (\d+) to (\d+)$/, "$1～$2の整数"],
  [/^(\d+) at a table in the browser$/, "$1（ウェブの卓では固定）"],
  [/^a text of 1 to 40 characters( that no other card has)?$/, "1～40文字の文字列（ほかのカードと重ならないもの）"],
  [/^a list of one or two integers 0 to 99$/, "0～99の整数が1つか2つのリスト"],
  [/^two ends, each (.*)$/, "両端2つ、それぞれ $1"],
  [/^a colour, one of (.*)$/, "色は $1 のどれか"],
  [/^points (\d+) to (\d+)$/, "ポイントは$1～$2"],
  [/^exactly (\d+) cards$/, "ちょうど$1枚のカード"],
  [/^(\d+) cards$/, "$1枚のカード"],
  [/^(\d+) markers in all$/, "合計$1個のマーカー"],
  [/^a table$/, "テーブル（[名前] で始まるまとまり）"],
  [/^three names$/, "3つの名前"],
  [/^true or false$/, "true か false"],
  [/^the letters A to X$/, "AからXまでの文字すべて"],
  [/^each letter A to X on one card$/, "AからXまで1枚ずつ"],
  [/^\[row, column\], 1 to (\d+)$/, "[行, 列]、それぞれ1～$1"],
  [/^a square other than the entrance$/, "入口以外のマス"],
  [/^a square of its own, not that of (.)$/, "ほかの文字と重ならないマス（いまは$1と同じ）"],
  [/^1 to 8 pairs \[row, column\]$/, "[行, 列] が1～8組"],
  [
    /^different offsets, smallest row and column 0, sorted: (.*)$/,
    "重なりのない位置を、最小の行と列を0にして並べたもの：$1",
  ],
  [/^(\d+), the number of squares$/, "マスの数と同じ$1"],
  [/^squares that hang together by their edges$/, "辺でつながったマス"],
  [/^the same for every piece (.*)$/, "同じ名前の駒 $1 はどれも同じ形"],
  [/^(.*): it is the same shape, turned or mirrored$/, "$1（回転か裏返しで同じ形なので同じ名前に）"],
  [/^at least (\d+)$/, "$1以上"],
  [/^two different letters in alphabetical order$/, "アルファベット順の異なる2文字"],
  [/^its two letters$/, "その2文字"],
  [/^a pair no other card has$/, "ほかのカードにない組"],
];

export function takesJa(takes: string): string {
  for (const [english, japanese] of TAKES) if (english.test(takes)) return takes.replace(english, japanese);
  return takes;
}
