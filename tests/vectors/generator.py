"""Writes sinusoidal.json next to this file: golden values of the sinusoidal encoding.

Run:   python3 tests/vectors/generator.py

Needs only mpmath (Debian: python3-mpmath). Everything is computed with 400 bits, so each value is the
exact value rounded once, and the file is the same byte for byte on every machine. Tests read only the
file; run the generator to change its contents.
"""

import json
import os

from mpmath import mp, mpf

mp.prec = 400

HEADER = {
    "description": "Golden values of the sinusoidal encoding, written by tests/vectors/generator.py",
    "truth": "sin(p*w_i) and cos(p*w_i), w_i = base^(-2i/dModel), in real arithmetic; base and p "
    "are the doubles written here",
    "float64": "the double nearest to the truth, in the fewest digits that give it back",
    "float32": "the float nearest to the truth, in 9 digits: Math.fround gives it back",
    "series": "the pairs looked at (all if null), their frequencies w_i and wavelengths 2*pi/w_i "
    "as float64",
    "tables": "the pairs looked at (all if null), sine and cosine of each in turn",
    "example": "the whole table, row by row from position 0",
    "relativePositionMatrices": "M_k of (dModel, dModel) with PE(p + k) = M_k PE(p), row by row",
    "dotProducts": "(length, length), row by row, of the table from position 0, as float64: "
    "'truth' of the exact rows, 'ofFloat32' of the rows of nearest floats, both added up exactly "
    "and rounded once; 'norms' of the exact rows",
}


def float64(x):
    """The nearest double: mpmath rounds to nearest, ties to even."""
    return float(x)


def round_to_float32(x):
    """The nearest float, as an mpf. None of the values here is subnormal."""
    previous, mp.prec = mp.prec, 24
    result = +x
    mp.prec = previous
    assert result == 0 or abs(result) >= mpf(2) ** -126
    return result


def float32(x):
    rounded = float(round_to_float32(x))
    return float("%.9g" % rounded)


def frequency(base, d_model, pair):
    return mp.power(mpf(base), mpf(-2 * pair) / d_model)


def entries(base, d_model, position, pairs=None):
    """Sine and cosine of each pair in turn, exact."""
    result = []
    for pair in range(d_model // 2) if pairs is None else pairs:
        angle = mpf(position) * frequency(base, d_model, pair)
        result += [mp.sin(angle), mp.cos(angle)]
    return result


def some_pairs(d_model):
    """Both ends and the middle of a long row; None for all of a short one."""
    half = d_model // 2
    if half <= 8:
        return None
    return sorted({0, 1, 2, 3, half // 4, half // 2, half // 2 + 1, half - 2, half - 1})


def number(position):
    """As JSON has it: an integer without a point."""
    return int(position) if position == int(position) else position


SERIES = [(10000, d) for d in (2, 4, 6, 8, 64, 128, 512, 4096)] + [
    (2, 64),
    (100, 6),
    (500000, 128),
    (1.0001, 64),
    (1000000000000, 512),
    (1000000000000000000, 64),
]

TABLES = [(10000, d) for d in (2, 4, 6, 64, 512)] + [(100, 6), (500000, 128), (1.0001, 64)]

POSITIONS = [
    0, 1, 2, 3, 31, 32, 33, 64, 100, 4095, 100000, 2**31, 2**32 + 1, 2**40 + 1, 2**53 - 1, 2**53,
    -1, -2, -32, -33, -100, -(2**31), -(2**53),
    0.5, -0.5, 0.1, 1.25, 1e-3, 12345.678, -98765.4321, 2**40 + 0.125, -(2**51) - 0.5, 1e-9,
]  # fmt: skip


def series(base, d_model):
    pairs = some_pairs(d_model)
    values = [frequency(base, d_model, i) for i in pairs or range(d_model // 2)]
    return {
        "base": base,
        "dModel": d_model,
        "pairs": pairs,
        "frequencies": [float64(x) for x in values],
        "wavelengths": [float64(2 * mp.pi / x) for x in values],
    }


def table(base, d_model, position):
    pairs = some_pairs(d_model)
    values = entries(base, d_model, position, pairs)
    return {
        "base": base,
        "dModel": d_model,
        "position": number(position),
        "pairs": pairs,
        "float64": [float64(x) for x in values],
        "float32": [float32(x) for x in values],
    }


def example(base, length, d_model):
    values = [x for position in range(length) for x in entries(base, d_model, position)]
    return {
        "base": base,
        "length": length,
        "dModel": d_model,
        "float64": [float64(x) for x in values],
        "float32": [float32(x) for x in values],
    }


def relative_position_matrix(base, d_model, k):
    matrix = [[mpf(0)] * d_model for _ in range(d_model)]
    values = entries(base, d_model, k)
    for i in range(0, d_model, 2):
        sine, cosine = values[i], values[i + 1]
        matrix[i][i], matrix[i][i + 1] = cosine, sine
        matrix[i + 1][i], matrix[i + 1][i + 1] = -sine, cosine
    return {
        "base": base,
        "dModel": d_model,
        "offset": k,
        "float64": [float64(x) for row in matrix for x in row],
    }


def dot_products(base, length, d_model):
    rows = [entries(base, d_model, position) for position in range(length)]
    floats = [[round_to_float32(x) for x in row] for row in rows]

    def products(of):
        return [float64(sum((x * y for x, y in zip(a, b)), mpf(0))) for a in of for b in of]

    return {
        "base": base,
        "length": length,
        "dModel": d_model,
        "truth": products(rows),
        "ofFloat32": products(floats),
        "norms": [float64(mp.sqrt(sum((x * x for x in row), mpf(0)))) for row in rows],
    }


def contents():
    return {
        "header": HEADER,
        "series": [series(*of) for of in SERIES],
        "tables": [table(*of, position) for of in TABLES for position in POSITIONS],
        "example": example(10000, 3, 4),
        "relativePositionMatrices": [
            relative_position_matrix(10000, 8, 3),
            relative_position_matrix(10000, 8, -3),
            relative_position_matrix(10000, 4, 1000),
        ],
        "dotProducts": [dot_products(10000, 6, 8), dot_products(100, 5, 6)],
    }


def main():
    # One case a line, so that a change of one is seen as one.
    lines = []
    for key, value in contents().items():
        if key == "header":
            texts = ",\n".join(f"    {json.dumps(k)}: {json.dumps(v)}" for k, v in value.items())
            lines.append(f'  "header": {{\n{texts}\n  }}')
        elif isinstance(value, list):
            cases = ",\n".join("    " + json.dumps(case) for case in value)
            lines.append(f"  {json.dumps(key)}: [\n{cases}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sinusoidal.json")
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
