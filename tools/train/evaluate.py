"""Measures a reader on held-out examples and on the public question sets."""

import argparse
import collections
import json
import random
import re

import numpy as np
import torch

from e5_file import E5File
from examples import ExampleFile
from measures import auroc, f1, false_answers, overlap
from model import Reader, word_table
from reading import OnnxRunner, TorchRunner, best_span, read, run_rows
from sources.negatives import words_of
from tokenizer import Tokenizer

SEED = 5
BLOCK = 32
WIDE_SCRIPTS = ("zh", "th")
SCORES = {
    "margin": lambda r: r.margin,
    "answer": lambda r: r.answer,
    "both": lambda r: r.margin + 2 * r.answer,
}


def rounded(matrix, bits):
    """The matrix in blocks of 32 values of `bits` bits with one fp16 scale each."""
    blocks = matrix.reshape(-1, BLOCK)
    largest = 2 ** (bits - 1) - 1
    scales = (blocks.abs().amax(1, keepdim=True) / largest).half().float().clamp(min=1e-8)
    return (blocks / scales).round().clamp(-largest, largest).mul(scales).view_as(matrix)


@torch.no_grad()
def round_layers(model, bits):
    for name, parameter in model.named_parameters():
        if name.startswith("enc.layers") and parameter.dim() == 2:
            parameter.copy_(rounded(parameter, bits))


def load_runner(file, weights, precision=torch.bfloat16, bits=None):
    if weights and weights.endswith(".onnx"):
        return OnnxRunner(weights)
    model = Reader(file)
    if weights:
        model.load_arrays(np.load(weights))
    if bits:
        round_layers(model, bits)
    return TorchRunner(model.to(precision), word_table(file).to(precision))


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def load_set(folder):
    """Passages by id, and questions with their passage and answers."""
    passages = {row["id"]: row["text"] for row in lines(f"{folder}/docs.jsonl")}
    texts = {row["id"]: row["text"] for row in lines(f"{folder}/queries.jsonl")}
    return passages, [{**row, "text": texts[row["id"]]} for row in lines(f"{folder}/answers.jsonl")]


def sample(questions, count):
    return random.Random(SEED).sample(questions, min(count, len(questions)))


def spans(runner, tokenizer, folder, count):
    """F1 of the best span when the reader never refuses."""
    language = folder.rstrip("/").split("/")[-1]
    passages, questions = load_set(folder)
    questions = sample([q for q in questions if not q.get("impossible")], count)
    readings = read(runner, tokenizer, [(q["text"], passages[q["doc"]]) for q in questions])
    scores = [
        max(
            f1(passages[q["doc"]][r.start : r.end], a["text"], language in WIDE_SCRIPTS) for a in q["answers"]
        )
        for q, r in zip(questions, readings)
    ]
    print(f"spans {language:14} n {len(scores)} F1 {np.mean(scores):.3f}", flush=True)


def traps(runner, tokenizer, folder, count):
    """Unanswerable questions about the passage's own subject."""
    passages, questions = load_set(folder)
    questions = sample(questions, count)
    readings = read(runner, tokenizer, [(q["text"], passages[q["doc"]]) for q in questions])
    bad = np.array([q["impossible"] for q in questions])
    for name, score in SCORES.items():
        values = np.array([score(r) for r in readings])
        print(
            f"traps by {name:7} n {len(bad)} AUROC {auroc(values[~bad], values[bad]):.3f}"
            f" false answers at 7 % refused {false_answers(values[~bad], values[bad]):.3f}"
        )
    right = [
        max(f1(passages[q["doc"]][r.start : r.end], a["text"]) for a in q["answers"])
        for q, r in zip(questions, readings)
        if not q["impossible"]
    ]
    print(f"traps, answerable ones: F1 {np.mean(right):.3f}", flush=True)


def best_passages(question, index, count=5):
    """Ids of the passages that share the rarest words with the question."""
    words, weight = index
    wanted = words_of(question)
    score = lambda place: sum(weight[w] for w in wanted & words[place])
    return sorted(words, key=score, reverse=True)[:count]


def word_index(passages):
    words = {place: words_of(text) for place, text in passages.items()}
    counts = collections.Counter(word for found in words.values() for word in found)
    return words, {w: np.log(len(words) / n) for w, n in counts.items()}


def sentence_at(text, place):
    bounds = [0, *(m.end() for m in re.finditer(r"(?<=[.!?])[\"')\]]*\s+|\n+", text)), len(text)]
    begin = max(b for b in bounds if b <= place)
    return text[begin : min((b for b in bounds if b > place), default=len(text))]


def without_shared_articles(one, other):
    """`one` without the articles that have a passage in `other`: the sets share sixteen articles."""
    passages, questions = one
    shared = {text.strip() for text in other[0].values()}
    articles = {place.split("-")[0] for place, text in passages.items() if text.strip() in shared}
    keep = lambda place: place.split("-")[0] not in articles
    return {p: t for p, t in passages.items() if keep(p)}, [q for q in questions if keep(q["doc"])]


def five_passages(runner, tokenizer, name_of_set, own, other, count):
    """Five passages are read for each question, as the product does."""
    passages, questions = own
    index = word_index(passages)
    good = sample([q for q in questions if not q.get("impossible")], count)
    bad = sample([q for q in other[1] if not q.get("impossible")], count)
    tops = [best_passages(q["text"], index) for q in good + bad]
    pairs = [(q["text"], passages[p]) for q, top in zip(good + bad, tops) for p in top]
    readings = read(runner, tokenizer, pairs)
    for name, score in SCORES.items():
        values, cited = [], []
        for number, top in enumerate(tops):
            group = readings[5 * number : 5 * number + 5]
            best = max(range(5), key=lambda k: score(group[k]))
            values.append(score(group[best]))
            if number < len(good):
                sentence = sentence_at(passages[top[best]], group[best].start)
                cited.append(any(a["text"].lower() in sentence.lower() for a in good[number]["answers"]))
        values, count = np.array(values), len(good)
        print(
            f"five by {name:7} {name_of_set} n {count} answer in cited sentence {np.mean(cited):.3f}"
            f" AUROC {auroc(values[:count], values[count:]):.3f}"
            f" other subject answered at 7 % refused {false_answers(values[:count], values[count:]):.3f}",
            flush=True,
        )


def held_out(runner, path, per_kind):
    """Overlap of tokens by kind, and AUROC against the kind's unanswerable questions."""
    examples = ExampleFile(path)
    by_kind = collections.defaultdict(list)
    for index, kind in enumerate(examples.kinds):
        by_kind[str(kind)].append(index)
    chance = random.Random(SEED)
    indexes = [i for found in by_kind.values() for i in chance.sample(found, min(per_kind, len(found)))]
    results = run_rows(runner, [examples.tokens_of(i) for i in indexes])
    found, answers = collections.defaultdict(list), collections.defaultdict(list)
    for index, (starts, ends, answer) in zip(indexes, results):
        first = examples.spans[index, 2]
        start, end, margin = best_span(starts, ends, first, len(examples.tokens_of(index)))
        kind, answered = str(examples.kinds[index]), bool(examples.answered[index])
        answers[kind.split("-")[0], answered].append(margin + 2 * answer)
        if answered:
            a, b = examples.spans[index, :2]
            given, wanted = range(start + first, end + first + 1), range(a, b + 1)
            found[kind].append((overlap(list(given), list(wanted)), a <= start + first <= b))
    for kind, values in sorted(found.items()):
        scores = np.array(values, float)
        print(
            f"held out {kind:18} n {len(values):4} token F1 {scores[:, 0].mean():.3f} starts inside {scores[:, 1].mean():.3f}"
        )
    for family in sorted({family for family, _ in answers}):
        good, bad = answers[family, True], answers[family, False]
        if good and bad:
            print(
                f"held out {family:10} answerable {len(good)} not {len(bad)} AUROC {auroc(good, bad):.3f} false answers {false_answers(good, bad):.3f}"
            )
    everything = [[v for (_, a), vs in answers.items() if a == side for v in vs] for side in (True, False)]
    print(
        f"held out all AUROC {auroc(*everything):.3f} false answers {false_answers(*everything):.3f}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--e5", required=True)
    parser.add_argument("--weights", help="npz, or an ONNX file that tools/weights built")
    parser.add_argument("--sets", help="folder of the public question sets")
    parser.add_argument("--held-out")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--per-kind", type=int, default=60, help="held-out examples of each kind")
    parser.add_argument("--bits", type=int, help="round the matrices of the layers to this many bits")
    parser.add_argument("--fp32", action="store_true", help="compute in 32 bits instead of bf16")
    parser.add_argument("--traps", type=int, default=0, help="questions of squad2_half")
    parser.add_argument("--languages", default="en de zh ru th")
    parser.add_argument("--five", type=int, default=0, help="questions for five passages each")
    options = parser.parse_args()
    torch.set_num_threads(1)
    file = E5File(options.e5)
    tokenizer = Tokenizer(file)
    precision = torch.float32 if options.fp32 else torch.bfloat16
    runner = load_runner(file, options.weights, precision, options.bits)
    if options.held_out:
        held_out(runner, options.held_out, options.per_kind)
    if options.sets:
        for language in options.languages.split():
            spans(runner, tokenizer, f"{options.sets}/xquad/{language}", options.count)
        if options.traps:
            traps(runner, tokenizer, f"{options.sets}/squad2_half", options.traps)
    if options.five:
        half = load_set(f"{options.sets}/squad2_half")
        english = without_shared_articles(load_set(f"{options.sets}/xquad/en"), half)
        five_passages(runner, tokenizer, "squad2_half", half, english, options.five)
        five_passages(runner, tokenizer, "xquad en", english, half, options.five)


if __name__ == "__main__":
    main()
