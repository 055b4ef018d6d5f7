"""Groups examples into steps of micro-batches of similar length."""

import random

import numpy as np
import torch

POOL = 640


def plan_steps(lengths, seed, batch_tokens, batches_per_step):
    """Lists of micro-batches. Pools keep the mixture of the file's order."""
    chance = random.Random(seed)
    steps, waiting = [], []
    for first in range(0, len(lengths), POOL):
        pool = list(range(first, min(first + POOL, len(lengths))))
        chance.shuffle(pool)
        pool.sort(key=lambda index: lengths[index] // 8)
        batches = fill_batches(pool, lengths, batch_tokens)
        chance.shuffle(batches)
        waiting += batches
        while len(waiting) >= batches_per_step:
            steps.append(waiting[:batches_per_step])
            waiting = waiting[batches_per_step:]
    return steps


def fill_batches(indexes, lengths, batch_tokens):
    batches, batch, longest = [], [], 0
    for index in indexes:
        longest = max(longest, int(lengths[index]))
        if batch and longest * (len(batch) + 1) > batch_tokens:
            batches.append(batch)
            batch, longest = [], int(lengths[index])
        batch.append(index)
    if batch:
        batches.append(batch)
    return batches


class Batch:
    """The tensors of some examples; `places` marks tokens where a span may start or end."""

    def __init__(self, examples, indexes):
        rows = [examples.tokens_of(index) for index in indexes]
        spans = examples.spans[indexes]
        width = (max(map(len, rows)) + 7) // 8 * 8
        ids = np.ones((len(rows), width), np.int64)
        attended = np.zeros((len(rows), width), bool)
        places = np.zeros((len(rows), width), bool)
        places[:, 0] = True
        for number, row in enumerate(rows):
            ids[number, : len(row)] = row
            attended[number, : len(row)] = True
            places[number, spans[number, 2] : len(row) - 1] = True
        self.ids, self.attended, self.places = map(torch.from_numpy, (ids, attended, places))
        self.starts = torch.from_numpy(spans[:, 0].astype(np.int64))
        self.ends = torch.from_numpy(spans[:, 1].astype(np.int64))
        self.answered = torch.from_numpy(examples.answered[indexes].astype(np.float32))
