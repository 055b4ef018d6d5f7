"""The function that turns the heads into a probability, fitted on held-out examples."""

import numpy as np

from reading import best_span, run_rows

ROUNDS = 30
RIDGE = 1e-4
BINS = 10
MARGIN_LIMIT = 20.0


def heads_of(runner, examples, indexes):
    """(margin, answer score) of each example."""
    results = run_rows(runner, [examples.tokens_of(index) for index in indexes])
    rows = []
    for index, (starts, ends, answer) in zip(indexes, results, strict=True):
        length = len(examples.tokens_of(index))
        rows.append((best_span(starts, ends, examples.spans[index, 2], length)[2], answer))
    return np.clip(np.array(rows), -MARGIN_LIMIT, MARGIN_LIMIT)


def probability(heads, weights):
    return 1 / (1 + np.exp(-(heads @ weights[:-1] + weights[-1])))


def fit(heads, answered):
    """Logistic regression by Newton's method: one weight for each head, then the bias."""
    inputs = np.column_stack([heads, np.ones(len(heads))])
    weights = np.zeros(inputs.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (chance - answered) / len(inputs) + RIDGE * weights
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs / len(inputs)
        weights -= np.linalg.solve(curve + RIDGE * np.eye(len(weights)), slope)
    return weights


def calibration_error(chance, answered):
    """Mean distance of the stated probability and the share of answers, over ten bins."""
    bins = np.minimum((chance * BINS).astype(int), BINS - 1)
    parts = [bins == number for number in range(BINS) if (bins == number).any()]
    return float(sum(part.mean() * abs(chance[part].mean() - answered[part].mean()) for part in parts))
