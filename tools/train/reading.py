"""Reads passages with a trained reader: windows, batches, and the best span."""

from dataclasses import dataclass

import numpy as np
import onnxruntime
import torch

from batches import fill_batches
from examples import QUESTION_TOKENS, SPAN_TOKENS, SPECIAL_TOKENS

WINDOW = 256
STRIDE = 64
BATCH_TOKENS = 2_400


@dataclass
class Reading:
    start: int
    end: int
    margin: float
    answer: float


def best_span(starts, ends, first, length):
    """Token places of the best span of the passage, and its margin over no answer."""
    a, b = starts[first : length - 1], ends[first : length - 1]
    sums = a[:, None] + b[None, :]
    places = np.arange(len(a))
    distance = places[None, :] - places[:, None]
    sums[(distance < 0) | (distance >= SPAN_TOKENS)] = -np.inf
    start, end = np.unravel_index(int(sums.argmax()), sums.shape)
    return int(start), int(end), float(sums[start, end] - starts[0] - ends[0])


class TorchRunner:
    """Scores of token rows; `model` is in bf16 or fp32."""

    def __init__(self, model, words):
        self.model, self.words = model.eval(), words

    @torch.no_grad()
    def __call__(self, rows):
        width = max(map(len, rows))
        ids = np.ones((len(rows), width), np.int64)
        attended = np.zeros((len(rows), width), bool)
        for number, row in enumerate(rows):
            ids[number, : len(row)] = row
            attended[number, : len(row)] = True
        starts, ends, answers = self.model(torch.from_numpy(ids), torch.from_numpy(attended), self.words)
        return starts.numpy(), ends.numpy(), answers.numpy()


class OnnxRunner:
    """The same scores by the ONNX file, one row at a time."""

    def __init__(self, path):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def __call__(self, rows):
        starts, ends, answers = [], [], []
        for row in rows:
            span, answer = self.session.run(["span", "answer"], {"ids": np.array([row], np.int64)})
            starts.append(span[0, :, 0])
            ends.append(span[0, :, 1])
            answers.append(answer[0, 0])
        return starts, ends, answers


def run_rows(runner, rows):
    """(start scores, end scores, answer score) of each row."""
    order = sorted(range(len(rows)), key=lambda index: len(rows[index]))
    results = [None] * len(rows)
    for batch in fill_batches(order, [len(row) for row in rows], BATCH_TOKENS):
        starts, ends, answers = runner([rows[index] for index in batch])
        for place, index in enumerate(batch):
            results[index] = starts[place], ends[place], float(answers[place])
    return results


def read(runner, tokenizer, pairs):
    """One reading for each (question, passage): the best window speaks for the passage."""
    rows, owners, encoded = [], [], {}
    for number, (question, passage) in enumerate(pairs):
        asked = tokenizer.encode(question)[0][:QUESTION_TOKENS]
        if passage not in encoded:
            encoded[passage] = tokenizer.encode(passage)
        ids = encoded[passage][0]
        room, begin = WINDOW - len(asked) - SPECIAL_TOKENS, 0
        while True:
            rows.append([0, *asked, 2, 2, *ids[begin : begin + room], 2])
            owners.append((number, begin, len(asked) + 3))
            if begin + room >= len(ids):
                break
            begin += room - STRIDE
    readings = [None] * len(pairs)
    for (number, begin, first), row, (starts, ends, answer) in zip(
        owners, rows, run_rows(runner, rows), strict=True
    ):
        start, end, margin = best_span(starts, ends, first, len(row))
        _, begins, finishes = encoded[pairs[number][1]]
        reading = Reading(begins[begin + start], finishes[begin + end], margin, answer)
        if readings[number] is None or reading.margin > readings[number].margin:
            readings[number] = reading
    return readings
