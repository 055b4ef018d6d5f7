"""Writes a training file of the service's windows and a part of another training file."""

import argparse
import collections
import random

import numpy as np

from e5_file import E5File
from examples import Encoder, ExampleFile, write_examples
from sources.windows import window_items
from tokenizer import Tokenizer

# Tokens of question and passage together, as the service reads them.
LENGTH = 256


def window_rows(paths, encoder):
    for item in window_items(paths):
        row = encoder.encode(item, LENGTH)
        if row:
            yield (*row, item.start is not None, item.kind)


def rows_of(path, first, count):
    """Rows of another file from `first` on, from its beginning again after its end."""
    if count == 0:
        return
    file = ExampleFile(path)
    for place in range(first, first + count):
        number = place % len(file)
        yield (
            file.tokens_of(number),
            *file.spans[number].tolist(),
            bool(file.answered[number]),
            str(file.kinds[number]),
        )


def main():
    parser = argparse.ArgumentParser()
    for name in ("e5", "out", "other"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--windows", nargs="+", required=True)
    parser.add_argument("--repeat", type=int, default=1, help="times that a window with an answer occurs")
    parser.add_argument("--first", type=int, default=0, help="first row of the other file")
    parser.add_argument("--count", type=int, default=0, help="rows of the other file")
    parser.add_argument("--seed", type=int, default=13)
    options = parser.parse_args()
    encoder = Encoder(Tokenizer(E5File(options.e5)), options.seed)
    windows = list(window_rows(options.windows, encoder))
    answered = [row for row in windows if row[4]]
    rows = windows + answered * (options.repeat - 1) + list(rows_of(options.other, options.first, options.count))
    random.Random(options.seed).shuffle(rows)
    write_examples(options.out, rows)
    for kind, number in sorted(collections.Counter(row[5] for row in rows).items()):
        print(f"{kind:24} {number}")
    print(f"{options.out}: {len(rows)} rows, answered {np.mean([row[4] for row in rows]):.3f}")


if __name__ == "__main__":
    main()
