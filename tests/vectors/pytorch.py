"""Writes pytorch.json next to this file: inverse frequencies as PyTorch computes them in float32.

Run:   python3 tests/vectors/pytorch.py

Needs PyTorch; the file says which version wrote it. Its powers and exponentials are not correctly
rounded, and differ between versions and processors: tests count how many agree.
"""

import json
import math
import os

import torch


def power_form(base, d):
    """As the rotary embeddings of transformers have it."""
    return 1.0 / (base ** (torch.arange(0, d, 2, dtype=torch.int64).float() / d))


def exponential_form(base, d):
    """As PyTorch's tutorial on transformers has it."""
    return torch.exp(torch.arange(0, d, 2) * (-math.log(base) / d))


def bits(values):
    return " ".join(f"{int(word) & 0xFFFFFFFF:08x}" for word in values.view(torch.int32))


cases = [
    {
        "base": base,
        "d": d,
        "float32-pow": bits(power_form(float(base), d)),
        "float32-exp": bits(exponential_form(float(base), d)),
    }
    for base in (10000, 500000)
    for d in (64, 96, 128, 192, 256)
]
header = {
    "description": "Inverse frequencies in float32, as hexadecimal bits, written by "
    "tests/vectors/pytorch.py",
    "pytorch": torch.__version__,
    "processor": "x86-64 with AVX2",
}
path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pytorch.json")
with open(path, "w", encoding="ascii") as file:
    json.dump({"header": header, "cases": cases}, file, indent=2)
    file.write("\n")
