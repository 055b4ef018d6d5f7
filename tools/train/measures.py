"""F1 of spans, AUROC, and false answers at a given share of refusals."""

import collections
import re
import string

import numpy as np

REFUSED = 0.07


def plain(text):
    text = "".join(c for c in text.lower() if c not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", text).split())


def f1(given, wanted, characters=False):
    """Overlap of words, or of characters for scripts without spaces."""
    given, wanted = plain(given), plain(wanted)
    split = (lambda text: list(text.replace(" ", ""))) if characters else str.split
    return overlap(split(given), split(wanted))


def overlap(given, wanted):
    if not given or not wanted:
        return float(given == wanted)
    shared = sum((collections.Counter(given) & collections.Counter(wanted)).values())
    return 2 * shared / (len(given) + len(wanted))


def auroc(good, bad):
    good, bad = np.asarray(good, float), np.asarray(bad, float)
    if not len(good) or not len(bad):
        return float("nan")
    wins = (good[:, None] > bad[None, :]).mean() + 0.5 * (good[:, None] == bad[None, :]).mean()
    return float(wins)


def false_answers(good, bad, refused=REFUSED):
    """Share of the unanswerable that passes the threshold which refuses `refused` of the good."""
    return float((np.asarray(bad) >= np.quantile(good, refused)).mean())
