"""Writes the reader's weights and its calibration, as `tools/weights` takes them."""

import argparse
import json
import os

import numpy as np

from calibrate import calibration_error, fit, heads_of, probability
from e5_file import E5File
from evaluate import load_runner
from examples import ExampleFile
from measures import auroc

MAX_SPAN_TOKENS = 120


def mean_weights(paths):
    """The mean of the weights of several steps, as 16-bit floats."""
    steps = [np.load(path) for path in paths]
    return {
        name: np.mean([step[name].astype(np.float32) for step in steps], axis=0).astype(np.float16)
        for name in steps[0].files
    }


def calibrate(runner, examples, count):
    """Fits on one half of the examples and measures on the other half."""
    indexes = list(range(max(0, len(examples) - count), len(examples)))
    heads, answered = heads_of(runner, examples, indexes), examples.answered[indexes].astype(float)
    fitted, measured = slice(0, None, 2), slice(1, None, 2)
    results = {}
    for name, columns in (("answer", [1]), ("both", [0, 1])):
        weights = fit(heads[fitted][:, columns], answered[fitted])
        chance = probability(heads[measured][:, columns], weights)
        good, bad = chance[answered[measured] == 1], chance[answered[measured] == 0]
        error = calibration_error(chance, answered[measured])
        results[name] = {
            "weights": weights.tolist(),
            "error": round(error, 4),
            "auroc": round(auroc(good, bad), 4),
        }
    return results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--e5", required=True)
    parser.add_argument(
        "--weights", required=True, nargs="+", help="npz of one step, or of several to average"
    )
    parser.add_argument("--held-out", required=True)
    parser.add_argument("--count", type=int, default=1_200)
    parser.add_argument("--out", required=True, help="folder for reader.npz and reader.json")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    path = os.path.join(options.out, "reader.npz")
    arrays = mean_weights(options.weights)
    with open(path, "wb") as file:
        np.savez(file, **arrays)
    results = calibrate(load_runner(E5File(options.e5), path), ExampleFile(options.held_out), options.count)
    answer_weight, bias = results["answer"]["weights"]
    margin_weight, both_answer_weight, both_bias = results["both"]["weights"]
    manifest = {
        "maxSpanTokens": MAX_SPAN_TOKENS,
        "temperature": 1 / answer_weight,
        "bias": bias,
        "both": {"marginWeight": margin_weight, "answerWeight": both_answer_weight, "bias": both_bias},
    }
    with open(os.path.join(options.out, "reader.json"), "w") as file:
        json.dump(manifest, file, indent=2)
        file.write("\n")
    print(json.dumps({"manifest": manifest, "fit": results}, indent=2))


if __name__ == "__main__":
    main()
