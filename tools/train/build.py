"""Writes training files: SQuAD alone (to begin at once) or the whole mixture."""

import argparse
import collections
import itertools
import random

import numpy as np

from e5_file import E5File
from examples import Encoder, write_examples
from sources.dress import dress
from sources.languages import Languages
from sources.manuals import Manuals
from sources.mixture import MIXTURE, mix
from sources.squad import Squad
from sources.tables import Tables
from tokenizer import Tokenizer

SHORT, LONG = 160, 256
LONG_SHARE = 0.22
WIDE_KINDS = ("manual", "table")
WIDE_SHARE = 0.3


def encode_items(items, encoder, chance):
    for item in items:
        wide = item.kind.startswith(WIDE_KINDS) and chance.random() < WIDE_SHARE
        length = LONG if wide or chance.random() < LONG_SHARE else SHORT
        row = encoder.encode(item, length)
        if row is None and length == SHORT:
            row = encoder.encode(item, LONG)
        if row:
            yield (*row, item.start is not None, item.kind)


class Sources:
    """All sources, read once; `streams` gives their items by name."""

    def __init__(self, options):
        self.squad = Squad(options.squad, options.unansq)
        self.seed = options.seed
        self.skip_blocks = options.skip_blocks
        self.directories = {"ja": options.jaquad, "zh": options.cmrc, "th": options.iapp, "ar": options.arcd}
        self.languages = Languages(self.directories, options.seed)
        self.manuals = Manuals(options.docs, options.seed)
        self.tables = lambda held_out: Tables(options.docs, options.csv, options.seed + 1000 * (1 + held_out))

    def streams(self, chance, held_out):
        prose = {
            "squad": self.squad.items(self.seed, held_out, 0 if held_out else self.skip_blocks),
            "squad-why": self.squad.reasons(self.seed, held_out),
        }
        for language in self.directories:
            prose[language] = self.languages.items(language, held_out)
        dressed = {name: dressed_items(items, chance) for name, items in prose.items()}
        return (
            dressed | by_kind(self.manuals.items(held_out)) | {"table": self.tables(held_out).items(20_000)}
        )


def dressed_items(items, chance):
    return (dress(item, chance) for item in items)


def by_kind(items):
    kinds = collections.defaultdict(list)
    for item in items:
        if item:
            kinds[item.kind].append(item)
    return {kind: iter(found) for kind, found in kinds.items()}


def main():
    parser = argparse.ArgumentParser()
    for name in ("e5", "squad", "unansq", "jaquad", "cmrc", "iapp", "arcd", "docs", "csv", "out"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--count", type=int, default=45_000)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--skip-blocks", type=int, default=0, help="blocks of SQuAD that training has seen")
    parser.add_argument("--held-out", help="file for examples of documents that training never sees")
    parser.add_argument("--held-out-count", type=int, default=6_000)
    options = parser.parse_args()
    encoder, sources = Encoder(Tokenizer(E5File(options.e5)), options.seed), Sources(options)
    write(options.out, sources, False, options.count, encoder)
    if options.held_out:
        write(options.held_out, sources, True, options.held_out_count, encoder)


def write(path, sources, held_out, count, encoder):
    chance = random.Random(sources.seed)
    items = mix(sources.streams(chance, held_out), MIXTURE, chance)
    rows = list(encode_items(itertools.islice(items, count), encoder, chance))
    write_examples(path, rows)
    for kind, number in sorted(collections.Counter(row[5] for row in rows).items()):
        print(f"{kind:24} {number}")
    lengths = [len(row[0]) for row in rows]
    answered = np.mean([row[4] for row in rows])
    print(
        f"{path}: {len(rows)} rows, answered {answered:.3f}, mean length {np.mean(lengths):.1f}", flush=True
    )


if __name__ == "__main__":
    main()
