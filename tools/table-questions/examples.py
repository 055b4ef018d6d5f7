"""Builds questions about tables from the templates beside this file.

Slots: {x} and {z} a name, {y} a kind of thing, {h} the name of a column, {n} and {n2} a number.
"""

import random
import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
NAMES = (
    "Oxley; Heron; the Gannet; B12; Lagerhaus 3; Le Pont Vieux; Casa Azul; Москва-2; 长江; Kyoto; Modell X; "
    "the red lamp; F99; Project Alpha; Linie 7; apples; cheese; Volga; 青山; La Dehesa; Nordtor; Rue Haute"
).split("; ")
KINDS = {
    "en": "boat model city employee route product room machine film".split(),
    "de": "Boot Modell Haus Produkt Gerät Zimmer".split(),
    "fr": "bateau modèle produit livre train musée".split(),
    "es": "barco modelo producto libro tren museo".split(),
    "ru": "товар город дом поезд проект".split(),
    "zh": "城市 产品 项目 房间".split(),
}
NUMBERS = "500 20 3 2010 1.5 80 12 100 1990 60".split()
NUMBER = re.compile(r"\d(?:[\d.,]*\d)?")
GERMAN = re.compile(r"(Wel|Wie |Wo|Wann|Wer |Was |Wem|Von |Bis |An w|In w|Für w|Aus |Zu w|Mit |Seit|Um |Ist |Auf )")


@dataclass(frozen=True)
class Question:
    text: str
    attribute: int
    """1 if the question asks for the highest value, -1 for the lowest, 0 for any other."""
    direction: int = 0


def rows(name: str) -> list[list[str]]:
    return [line.split(" | ") for line in (FOLDER / name).read_text("utf-8").splitlines()]


def parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(";")]


ATTRIBUTES = [(name, parts(headers), parts(questions)) for name, headers, questions in rows("attributes.txt")]
HEADERS = [(header, at) for at, (_, headers, _) in enumerate(ATTRIBUTES) for header in headers]


def language(text: str) -> str:
    """The language whose kinds of things suit the template; English for languages without a list."""
    if re.search("[а-яА-Я]", text):
        return "ru"
    if is_unspaced(text):
        return "zh"
    if text.startswith("¿"):
        return "es"
    if re.search(r" \?$|^(Quel|Combien|Qui |Où|Quand|Depuis)", text):
        return "fr"
    return "de" if GERMAN.match(text) else "en"


def is_unspaced(text: str) -> bool:
    return re.search("[\u3040-\u30ff\u4e00-\u9fff]", text) is not None


def filled(template: str, draw: random.Random, copies: int) -> list[str]:
    if "{" not in template:
        return [template]
    kind = language(template)
    headers = [header for header, _ in HEADERS if kind not in ("ru", "zh") or language(header) == kind]
    return [
        template.format(
            x=draw.choice(NAMES),
            z=draw.choice(NAMES),
            y=draw.choice(KINDS[kind]),
            h=draw.choice(headers),
            n=draw.choice(NUMBERS),
            n2=draw.choice(NUMBERS),
        )
        for _ in range(copies)
    ]


def extremes(draw: random.Random) -> list[Question]:
    """Questions for the highest and the lowest value of an attribute, and of any column of numbers."""
    names = [name for name, _, _ in ATTRIBUTES]
    found = []
    for name, highest, lowest in rows("extremes.txt"):
        for direction, templates in ((1, highest), (-1, lowest)):
            for template in parts(templates):
                attributes = draw.sample(numeric(), 5) if name == "*" else [names.index(name)]
                for at in attributes:
                    header = draw.choice(suitable(ATTRIBUTES[at][1], template))
                    for text in filled(template.replace("{h}", header), draw, 2):
                        found.append(Question(text, at, direction))
    return found


def numeric() -> list[int]:
    with_extremes = {row[0] for row in rows("extremes.txt")} - {"date", "built", "published", "birth", "joined"}
    return [at for at, (name, _, _) in enumerate(ATTRIBUTES) if name in with_extremes]


def suitable(headers: list[str], template: str) -> list[str]:
    kind = language(template)
    return [header for header in headers if kind not in ("ru", "zh") or language(header) == kind] or headers


def attribute_questions(draw: random.Random) -> list[Question]:
    return [
        Question(text, at)
        for at, (_, _, templates) in enumerate(ATTRIBUTES)
        for template in templates
        for text in filled(template, draw, 3)
    ]


def operations(draw: random.Random) -> list[tuple[str, str]]:
    """Questions with the operation that each asks for."""
    found = [
        (text, label)
        for label, templates in rows("operations.txt")
        for template in parts(templates)
        for text in filled(template, draw, 3)
    ]
    found += [(question.text, "extreme") for question in extremes(draw)]
    for _, _, templates in ATTRIBUTES:
        for template in templates:
            if "{x}" in template:
                found += [(text, "lookup") for text in filled(template, draw, 1)]
    return list(dict.fromkeys(found))


def comparisons(draw: random.Random) -> list[tuple[str, str]]:
    """The words around numbers, with the comparison that they express."""
    return list(
        dict.fromkeys(
            (words_around(text), label)
            for label, templates in rows("comparisons.txt")
            for template in parts(templates)
            for text in filled(template, draw, 3)
        )
    )


def words_around(text: str) -> str:
    """As `wordsAround` of src/answering/tables/answer-from-tables.ts."""
    number = NUMBER.search(text)
    before, after = text[: number.start()], text[number.end() :]
    if is_unspaced(text):
        return f"{before[-3:]}100{after[:4]}"
    return f"{' '.join(before.split(' ')[-3:])}100{' '.join(after.split(' ')[:2])}".strip()
