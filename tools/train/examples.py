"""Encoded examples: one question, one window of a passage, one span or none."""

import random
from dataclasses import dataclass

import numpy as np

QUESTION_TOKENS = 48
SPECIAL_TOKENS = 4
SPAN_TOKENS = 128
SENTENCE_END = ".!?。！？।\n"


@dataclass(frozen=True)
class Item:
    """A question and a passage; `start` and `end` are characters, or `start` is None."""

    kind: str
    question: str
    passage: str
    start: int | None = None
    end: int | None = None
    # Characters that the window must hold though they are no answer.
    focus: tuple | None = None


class Encoder:
    """Turns items into token rows. A passage is cut to a window that holds the answer."""

    def __init__(self, tokenizer, seed):
        self.tokenizer = tokenizer
        self.random = random.Random(seed)
        self.passages = {}

    def _passage(self, text):
        if text not in self.passages:
            if len(self.passages) > 20_000:
                self.passages.clear()
            self.passages[text] = self.tokenizer.encode(text)
        return self.passages[text]

    def encode(self, item, length):
        """(tokens, start, end, passage start) with 0, 0 for no answer; None if nothing fits."""
        question = self.tokenizer.encode(item.question)[0][:QUESTION_TOKENS]
        ids, starts, ends = self._passage(item.passage)
        if not ids or not question:
            return None
        room = length - len(question) - SPECIAL_TOKENS
        wanted = (item.start, item.end) if item.start is not None else item.focus
        span = token_span(starts, ends, *wanted) if wanted else None
        if wanted and span is None:
            return None
        if span is None:
            place = self.random.randrange(len(ids))
            span = (place, place)
        first, last = span
        if last - first >= min(SPAN_TOKENS, room):
            return None
        begin = self._window(item.passage, starts, ends, first, last, room)
        tokens = [0, *question, 2, 2, *ids[begin : begin + room], 2]
        passage_start = len(question) + 3
        if item.start is None:
            return tokens, 0, 0, passage_start
        shift = passage_start - begin
        return tokens, first + shift, last + shift, passage_start

    def _window(self, passage, starts, ends, first, last, room):
        """The first token of the window: the start of a sentence if one fits."""
        if len(starts) <= room:
            return 0
        low = max(0, last + 1 - room)
        high = max(low, min(first, len(starts) - room))
        sentences = [
            place
            for place in range(low, high + 1)
            if place == 0 or any(c in SENTENCE_END for c in passage[ends[place - 1] - 1 : starts[place]])
        ]
        return self.random.choice(sentences) if sentences else self.random.randint(low, high)


def token_span(starts, ends, start, end):
    """The first and the last token that touch the characters; None if no token does."""
    first = next((i for i in range(len(starts)) if ends[i] > start), None)
    last = next((i for i in reversed(range(len(starts))) if starts[i] < end), None)
    if first is None or last is None or last < first:
        return None
    return first, last


class ExampleFile:
    """Examples on disk: all tokens in one row, with the places where each example begins."""

    def __init__(self, path):
        with np.load(path) as arrays:
            self.tokens = arrays["tokens"]
            self.offsets = arrays["offsets"]
            self.spans = arrays["spans"]
            self.answered = arrays["answered"]
            self.kinds = arrays["kinds"]

    def __len__(self):
        return len(self.spans)

    def lengths(self):
        return np.diff(self.offsets)

    def tokens_of(self, index):
        return self.tokens[self.offsets[index] : self.offsets[index + 1]]


def write_examples(path, rows):
    """`rows` holds (tokens, start, end, passage start, answered, kind)."""
    offsets = np.cumsum([0, *(len(row[0]) for row in rows)])
    with open(path, "wb") as out:
        np.savez(
            out,
            tokens=np.concatenate([np.asarray(row[0], np.int32) for row in rows]),
            offsets=offsets.astype(np.int64),
            spans=np.asarray([row[1:4] for row in rows], np.int32),
            answered=np.asarray([row[4] for row in rows], np.int8),
            kinds=np.asarray([row[5] for row in rows]),
        )
