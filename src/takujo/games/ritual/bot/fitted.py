"""What makes a seat of RITUAL strong (prospects.py), in thousandths: a row for each number of players, two to five.

Found by self-play, in five generations (`python -m benchmarks.fit` is one): regular players met each other, one
decision in twelve at random so that every standing occurs; a logistic fit told from the standings after each round who
won; by these numbers they met again. The last fit is to 16,000 games for each number of players; it moved the numbers
little.
"""

TARGET, LIMIT = 10, 5  # of the game it was fitted to

LEAD = [  # a point of contribution, by rituals to come
    [1064, 661, 463],
    [1135, 496, 347],
    [1147, 518, 363],
    [1050, 579, 405],
]
SCALE = [  # all that follows, by rituals to come: one that is not the last decides less
    [1000, 501, 435],
    [1000, 285, 236],
    [1000, 314, 257],
    [1000, 384, 329],
]
SLOPE = [  # a point of the total, by rounds to come
    [471, 310, 285, 300, 334],
    [336, 301, 293, 275, 331],
    [300, 242, 235, 241, 267],
    [291, 238, 234, 239, 277],
]
OUT = [  # put out: after the last round, and earlier
    [-1912, -2054],
    [-1806, -1282],
    [-1356, -2070],
    [-804, -811],
]
TEN = [  # exactly ten, by rounds to come
    [1202, 1366, 905],
    [1147, 715, -175],
    [1578, 1180, 1241],
    [1718, 2027, 1867],
]
MINUS = [  # so many minus points, before the last round
    [0, 1220, 763, 155, 4],
    [0, -289, -235, -312, -456],
    [0, -596, -641, -856, -1121],
    [0, -237, -187, -276, -366],
]
REACH = [  # ten can be made with so many cards of the hand; 0: with none
    [0, 544, -4, 72, 227],
    [0, 366, 15, -11, 43],
    [0, 388, 124, 69, 182],
    [0, 778, 220, 284, 94],
]
