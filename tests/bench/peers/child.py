"""One contestant in Python, `child.py numpy` or `child.py torch`: answers peers.mjs like child.mjs.
Results are written into preallocated arrays; one thread."""

import json
import os
import sys
import time

BATCH = 4
SUMMED = 8
HEADS = 32


def scattered_over(count, length):
    """The same rows as in work.mjs."""
    return [((i + 1) * 0x9E3779B1 & 0xFFFFFFFF) % length for i in range(count)]


now = time.process_time if os.environ.get("PHASOR_BENCH_CLOCK") == "cpu" else time.perf_counter


class NumPy:
    def __init__(self):
        import numpy

        self.np = numpy

    def version(self):
        return f"{self.np.__version__}, Python {sys.version.split()[0]}"

    def table(self, length, d, first, dtype):
        np = self.np
        kind = np.dtype(dtype)
        positions = np.arange(first, first + length).astype(kind)[:, None]
        rates = (10000.0 ** (-np.arange(0, d, 2) / d)).astype(kind)[None, :]
        angles = np.empty((length, d // 2), kind)
        out = np.empty((length, d), kind)

        def run():
            np.multiply(positions, rates, out=angles)
            np.sin(angles, out=out[:, 0::2])
            np.cos(angles, out=out[:, 1::2])

        return run, out

    def forward(self, length, d):
        np = self.np
        run, pe = self.table(length, d, 0, "float32")
        run()
        x = np.ones((BATCH, length, d), np.float32)
        out = np.empty_like(x)
        return lambda: np.add(x, pe, out=out), out

    def dots(self, length, d):
        np = self.np
        run, pe = self.table(length, d, 0, "float32")
        run()
        out = np.empty((length, length), np.float32)
        return lambda: np.matmul(pe, pe.T, out=out), out

    def attention(self, length, d):
        np = self.np
        multiply, out = self.dots(length, d)
        scale = np.float32(1 / d**0.5)

        def run():
            multiply()
            np.multiply(out, scale, out=out)
            np.subtract(out, out.max(axis=1, keepdims=True), out=out)
            np.exp(out, out=out)
            np.divide(out, out.sum(axis=1, keepdims=True), out=out)

        return run, out

    def gradient(self, length, d):
        np = self.np
        x = np.ones((SUMMED, length, d), np.float32)
        out = np.empty((length, d), np.float32)
        return lambda: np.sum(x, axis=0, out=out), out

    def scatter(self, length, d):
        np = self.np
        x = np.ones((SUMMED * length, d), np.float32)
        rows = np.array(scattered_over(SUMMED * length, length))
        out = np.empty((length, d), np.float32)

        def run():
            out.fill(0)
            np.add.at(out, rows, x)

        return run, out

    def rope(self, length, d):
        np = self.np
        angles = np.arange(length)[:, None] * 10000.0 ** (-np.arange(0, d, 2) / d)
        cos, sin = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
        x = np.full((HEADS, length, d), 0.5, np.float32)
        out = np.empty_like(x)
        a, z = x[..., : d // 2], x[..., d // 2 :]
        first, second = out[..., : d // 2], out[..., d // 2 :]
        scratch = np.empty((HEADS, length, d // 2), np.float32)

        def run():
            np.multiply(a, cos, out=first)
            np.subtract(first, np.multiply(z, sin, out=scratch), out=first)
            np.multiply(a, sin, out=second)
            np.add(second, np.multiply(z, cos, out=scratch), out=second)

        return run, out

    def bytes(self, array):
        return array.tobytes()


class PyTorch:
    def __init__(self):
        import torch

        torch.set_num_threads(1)
        torch.set_grad_enabled(False)
        self.torch = torch

    def version(self):
        return f"{self.torch.__version__}, Python {sys.version.split()[0]}"

    def table(self, length, d, first, dtype):
        torch = self.torch
        kind = getattr(torch, dtype)
        positions = torch.arange(first, first + length).to(kind)[:, None]
        rates = (1.0 / (10000.0 ** (torch.arange(0, d, 2).to(kind) / d)))[None, :]
        angles = torch.empty((length, d // 2), dtype=kind)
        out = torch.empty((length, d), dtype=kind)

        def run():
            torch.mul(positions, rates, out=angles)
            torch.sin(angles, out=out[:, 0::2])
            torch.cos(angles, out=out[:, 1::2])

        return run, out

    def forward(self, length, d):
        torch = self.torch
        run, pe = self.table(length, d, 0, "float32")
        run()
        x = torch.ones((BATCH, length, d))
        out = torch.empty_like(x)
        return lambda: torch.add(x, pe, out=out), out

    def dots(self, length, d):
        torch = self.torch
        run, pe = self.table(length, d, 0, "float32")
        run()
        out = torch.empty((length, length))
        return lambda: torch.matmul(pe, pe.T, out=out), out

    def attention(self, length, d):
        torch = self.torch
        multiply, scores = self.dots(length, d)
        out = torch.empty_like(scores)

        def run():
            multiply()
            scores.mul_(1 / d**0.5)
            torch.softmax(scores, 1, out=out)

        return run, out

    def gradient(self, length, d):
        torch = self.torch
        x = torch.ones((SUMMED, length, d))
        out = torch.empty((length, d))
        return lambda: torch.sum(x, 0, out=out), out

    def scatter(self, length, d):
        torch = self.torch
        x = torch.ones((SUMMED * length, d))
        rows = torch.tensor(scattered_over(SUMMED * length, length))
        out = torch.empty((length, d))
        return lambda: out.zero_().index_add_(0, rows, x), out

    def rope(self, length, d):
        torch = self.torch
        rates = 10000.0 ** (-torch.arange(0, d, 2).double() / d)
        angles = torch.arange(length).double()[:, None] * rates
        cos, sin = angles.cos().float(), angles.sin().float()
        x = torch.full((HEADS, length, d), 0.5)
        out = torch.empty_like(x)
        a, z = x[..., : d // 2], x[..., d // 2 :]
        first, second = out[..., : d // 2], out[..., d // 2 :]
        scratch = torch.empty((HEADS, length, d // 2))

        def run():
            torch.mul(a, cos, out=first)
            torch.sub(first, torch.mul(z, sin, out=scratch), out=first)
            torch.mul(a, sin, out=second)
            torch.add(second, torch.mul(z, cos, out=scratch), out=second)

        return run, out

    def bytes(self, tensor):
        return tensor.contiguous().numpy().tobytes()


class Child:
    def answer(self, question):
        what = question["do"]
        if what == "start":
            self.library = {"numpy": NumPy, "torch": PyTorch}[sys.argv[1]]()
            return {"version": self.library.version()}
        if what == "prepare":
            self.run = self.out = None
            work = question["work"]
            length, d = work["length"], work["d"]
            if work["kind"] == "table":
                self.run, self.out = self.library.table(
                    length, d, work.get("start", 0), work["dtype"]
                )
            else:
                self.run, self.out = getattr(self.library, work["kind"])(length, d)
            return {}
        if what == "run":
            run = self.run
            begin = now()
            for _ in range(question["times"]):
                run()
            return {"ms": (now() - begin) * 1e3}
        self.run()
        with open(question["path"], "wb") as file:
            file.write(self.library.bytes(self.out))
        return {}


def main():
    child = Child()
    for line in sys.stdin:
        try:
            reply = child.answer(json.loads(line))
        except Exception as error:  # reported to the parent, which prints it
            reply = {"error": f"{type(error).__name__}: {error}".split("\n")[0]}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
