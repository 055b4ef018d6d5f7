"""Questions in Japanese, Chinese, Thai and Arabic that people wrote."""

import io
import json
import random
import zipfile

from examples import Item
from sources.negatives import HardNegatives
from sources.repository import Repository

HELD_OUT_EVERY = 25
JAQUAD = (
    "23f5d72cc273c49b35e2d9efe0f51757aa1770bd",
    [f"data/train/jaquad_train_{n:04}.json" for n in range(30)],
)
CMRC = (
    "c0eb1b6ba219847457e6af3180da722bbeb656af",
    ["squad-style-data/cmrc2018_dev.json", "squad-style-data/cmrc2018_trial.json"],
)
ARCD = ("1229d34aa2b7a0b9a2e4858c9268e68f45d7e3c4", ["data/arcd-train.json"])
IAPP = ("644a29c59bac62d5b15b9e9b06c55bba00708eca", "squad_format/data.zip", "data/train.jsonl")


def squad_style(directory, source):
    """(document, passage, question, answer, start) of files in SQuAD's layout."""
    commit, names = source
    for name, text in zip(names, Repository(directory, commit).read(names), strict=True):
        for number, document in enumerate(json.loads(text)["data"]):
            for paragraph in document["paragraphs"]:
                for asked in paragraph["qas"]:
                    answer = asked["answers"][0]
                    yield f"{name}#{number}", paragraph["context"], asked["question"], answer["text"], answer[
                        "answer_start"
                    ]


def iapp(directory):
    commit, archive, member = IAPP
    packed = Repository(directory, commit).read_bytes(archive)
    for line in zipfile.ZipFile(io.BytesIO(packed)).open(member):
        row = json.loads(line)
        answer = row["answers"]
        yield row["article_id"], row["context"], row["question"], answer["text"][0], answer["answer_start"][0]


def placed(rows):
    """Leaves out the rows whose offset does not show the answer and cannot be repaired."""
    for document, passage, question, answer, start in rows:
        if passage[start : start + len(answer)] != answer:
            start = passage.find(answer) if passage.count(answer) == 1 else -1
        if start >= 0 and answer.strip():
            yield document, passage, question.strip(), answer, start


class Languages:
    def __init__(self, directories, seed):
        self.chance = random.Random(seed)
        readers = {
            "ja": lambda d: squad_style(d, JAQUAD),
            "zh": lambda d: squad_style(d, CMRC),
            "ar": lambda d: squad_style(d, ARCD),
            "th": iapp,
        }
        self.rows = {language: list(placed(readers[language](d))) for language, d in directories.items()}

    def items(self, language, held=False):
        rows = self.rows[language]
        documents = {name: n for n, name in enumerate(dict.fromkeys(row[0] for row in rows))}
        passages = {}
        for document, passage, *_ in rows:
            passages.setdefault((document, passage), passage)
        negatives = HardNegatives(passages, self.chance)
        rows = [row for row in rows if (documents[row[0]] % HELD_OUT_EVERY == 0) == held]
        self.chance.shuffle(rows)
        for number, (document, passage, question, answer, start) in enumerate(rows):
            if number % 3 == 2:
                place = negatives.find(question, answer, (document, passage))
                if place:
                    yield Item(f"{language}-other-passage", question, passages[place])
            else:
                yield Item(f"{language}-plain", question, passage, start, start + len(answer))
