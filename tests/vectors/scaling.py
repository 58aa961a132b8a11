"""Writes scaling.json next to this file: golden frequencies of rotary embeddings under every rule.

Run:   python3 tests/vectors/scaling.py

Needs only mpmath (Debian: python3-mpmath). Everything is computed with 400 bits from the doubles in
the file and rounded once, so the file is the same byte for byte on every machine. Tests read only the
file; run the generator to change its contents.
"""

import json
import os
import random

from mpmath import mp, mpf

mp.prec = 400
chance = random.Random(1)

HEADER = {
    "description": "Golden rotary frequencies, written by tests/vectors/scaling.py",
    "truth": "each rule's formula in real arithmetic, every parameter the double written here",
    "frequencies": "the doubles nearest to the truth, of the pairs given (all if null)",
    "attentionFactor": "the double nearest to the truth",
}


def between(low, high):
    """A double, its logarithm uniform, of few digits."""
    return float("%.6g" % (low * (high / low) ** chance.random()))


def length():
    return int(between(100, 1000000))


def series(base, dim, pair):
    return mp.power(mpf(base), mpf(-2 * pair) / dim)


def mscale(factor, scale=1):
    return mpf(1) if factor <= 1 else mpf(scale) * mp.log(mpf(factor)) / 10 + 1


# ---- each rule: its frequency of a pair, and its attention factor ----


def linear(s, base, dim, pair, _):
    return series(base, dim, pair) / mpf(s["factor"])


def stretched(base, growth, dim, pair):
    return series(base, dim, pair) * mp.power(growth, mpf(-2 * pair) / (dim - 2))


def ntk(s, base, dim, pair, _):
    return stretched(base, mpf(s["factor"]), dim, pair)


def dynamic(s, base, dim, pair, now):
    original = s["original_max_position_embeddings"]
    growth = mpf(s["factor"]) * max(now, original) / original - (mpf(s["factor"]) - 1)
    return stretched(base, growth, dim, pair)


def yarn(s, base, dim, pair, _):
    def pair_of(beta):
        turns = s["original_max_position_embeddings"] / (2 * mp.pi * mpf(beta))
        return dim * mp.log(turns) / (2 * mp.log(mpf(base)))

    low, high = pair_of(s.get("beta_fast", 32)), pair_of(s.get("beta_slow", 1))
    if s.get("truncate", True):
        low, high = mp.floor(low), mp.ceil(high)
    low, high = max(low, mpf(0)), min(high, mpf(dim - 1))
    if low == high:
        high += mpf(1) / 1000
    ramp = min(max((pair - low) / (high - low), mpf(0)), mpf(1))
    own = series(base, dim, pair)
    return own * (1 - ramp) + own / mpf(s["factor"]) * ramp


def yarn_attention(s, _):
    if "attention_factor" in s:
        return mpf(s["attention_factor"])
    if s.get("mscale") and s.get("mscale_all_dim"):
        return mscale(s["factor"], s["mscale"]) / mscale(s["factor"], s["mscale_all_dim"])
    return mscale(s["factor"])


def longrope(s, base, dim, pair, now):
    long = now > s["original_max_position_embeddings"]
    return series(base, dim, pair) / mpf(s["long_factor" if long else "short_factor"][pair])


def longrope_attention(s, now):
    long = now > s["original_max_position_embeddings"]
    own = s.get("long_mscale" if long else "short_mscale", s.get("attention_factor"))
    if own is not None:
        return mpf(own)
    original = mpf(s["original_max_position_embeddings"])
    return mp.sqrt(1 + mp.log(mpf(s["factor"])) / mp.log(original))


def llama3(s, base, dim, pair, _):
    own = series(base, dim, pair)
    turns = s["original_max_position_embeddings"] * own / (2 * mp.pi)
    low, high = mpf(s["low_freq_factor"]), mpf(s["high_freq_factor"])
    if turns > high:
        return own
    if turns < low:
        return own / mpf(s["factor"])
    smooth = (turns - low) / (high - low)
    return (1 - smooth) * own / mpf(s["factor"]) + smooth * own


def proportional(s, base, dim, pair, _):
    live = int(mp.floor(mpf(s["partial_rotary_factor"]) * dim / 2))
    return series(base, dim, pair) / mpf(s["factor"]) if pair < live else mpf(0)


# ---- their parameters, at random ----


def parameters(kind, dim):
    factor = chance.choice([1, 2, 4, 8, 32, 40, 3, 1.5, between(1, 1000)])
    context = chance.choice([2048, 4096, 8192, 32768, length()])
    if kind in ("linear", "ntk"):
        return {"factor": factor}
    if kind == "dynamic":
        return {"factor": factor, "original_max_position_embeddings": context}
    if kind == "yarn":
        extra = chance.choice(
            [
                {},
                {"beta_fast": 32, "beta_slow": 1, "truncate": True},
                {"truncate": False},
                {"beta_fast": between(8, 100), "beta_slow": between(0.1, 4), "truncate": False},
                {"beta_fast": 1, "beta_slow": 1},
                {"mscale": 1, "mscale_all_dim": between(0.5, 2)},
                {"mscale": 0.707, "mscale_all_dim": 0.707},
                {"mscale": 2, "mscale_all_dim": 0},
                {"attention_factor": between(0.5, 2)},
            ]
        )
        return {"factor": factor, "original_max_position_embeddings": context, **extra}
    if kind == "longrope":
        extra = chance.choice(
            [{}, {}, {"attention_factor": 1.25}, {"short_mscale": 1.5, "long_mscale": 1.75}]
        )
        return {
            "factor": factor,
            "original_max_position_embeddings": context,
            "short_factor": [between(0.9, 3) for _ in range(dim // 2)],
            "long_factor": [between(1, 80) for _ in range(dim // 2)],
            **extra,
        }
    if kind == "llama3":
        low = chance.choice([1, between(0.1, 4)])
        return {
            "factor": factor,
            "original_max_position_embeddings": context,
            "low_freq_factor": low,
            "high_freq_factor": chance.choice([4 * low, low + between(0.5, 30)]),
        }
    return {"factor": factor, "partial_rotary_factor": chance.choice([0, 0.25, 0.3, 0.5, 1])}


RULES = {
    "linear": (linear, None),
    "ntk": (ntk, None),
    "dynamic": (dynamic, None),
    "yarn": (yarn, yarn_attention),
    "longrope": (longrope, longrope_attention),
    "llama3": (llama3, None),
    "proportional": (proportional, None),
}
CASES = 24


def case(kind, number):
    frequency, attention = RULES[kind]
    dim = chance.choice([4, 6, 16, 32, 64, 96, 128, 256])
    base = chance.choice([10000, 10000, 500000, 1000000, 150000, between(2, 1e9)])
    scaling = parameters(kind, dim)
    context = scaling.get("original_max_position_embeddings", 4096)
    now = [context, context + 1, 4 * context, context // 2, length()][number % 5]
    half = dim // 2
    few = sorted({0, 1, half // 4, half // 3, half // 2, half // 2 + 1, half - 2, half - 1})
    pairs = None if half <= 8 or kind == "longrope" else few
    values = [frequency(scaling, base, dim, i, now) for i in pairs or range(half)]
    return {
        "dHead": dim,
        "base": base,
        "length": now,
        "scaling": {"type": kind, **scaling},
        "pairs": pairs,
        "frequencies": [float(x) for x in values],
        "attentionFactor": float(attention(scaling, now)) if attention else 1,
    }


def main():
    lines = ",\n".join(f"    {json.dumps(k)}: {json.dumps(v)}" for k, v in HEADER.items())
    cases = [case(kind, number) for kind in RULES for number in range(CASES)]
    body = ",\n".join("    " + json.dumps(each) for each in cases)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "scaling.json")
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(f'{{\n  "header": {{\n{lines}\n  }},\n  "cases": [\n{body}\n  ]\n}}\n')


if __name__ == "__main__":
    main()
