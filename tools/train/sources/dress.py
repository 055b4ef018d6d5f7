"""Dresses prose as mail, as a list, or as wrapped lines, so that the layout tells nothing."""

import re
from dataclasses import replace

from examples import Item
from sources.table_words import TEAMS

SENTENCE_GAP = re.compile(r"(?<=[.!?])\s(?=\S)")
ASK_MAIL = (
    (
        "Subject",
        (
            "What is the mail about?",
            "What is the subject of the message?",
            "Worum geht es in der Nachricht?",
            "Betreff der Mail?",
        ),
    ),
    ("From", ("Who sent this mail?", "Who wrote the message?", "Von wem kam die Mail?")),
    ("To", ("Who received the mail?", "To whom was the message sent?", "An wen ging die Mail?")),
    (
        "Date",
        ("When was the mail sent?", "On which date was the message sent?", "Wann wurde die Mail geschickt?"),
    ),
)


def shifted(item, text, move):
    """The same item on a new text; `move` maps a character place."""
    place = lambda pair: (move(pair[0]), move(pair[1] - 1) + 1)
    if item.start is not None:
        start, end = place((item.start, item.end))
        return replace(item, passage=text, start=start, end=end)
    return replace(item, passage=text, focus=place(item.focus) if item.focus else None)


def as_list(item):
    gaps = [match.start() for match in SENTENCE_GAP.finditer(item.passage)]
    span = (item.start, item.end) if item.start is not None else item.focus
    if len(gaps) < 2 or (span and any(span[0] <= gap < span[1] for gap in gaps)):
        return item
    parts, last = [], 0
    for gap in gaps:
        parts.append(item.passage[last:gap])
        last = gap + 1
    parts.append(item.passage[last:])
    text = "\n".join(f"- {part}" for part in parts)
    return shifted(item, text, lambda p: p + 2 * (1 + sum(gap < p for gap in gaps)))


def as_wrapped(item, columns):
    characters, line = list(item.passage), 0
    for place, character in enumerate(characters):
        line = 0 if character == "\n" else line + 1
        if character == " " and line > columns:
            characters[place], line = "\n", 0
    return replace(item, passage="".join(characters))


def mail_head(title, chance):
    teams = TEAMS[chance.choice((0, 0, 1))]
    sender, receiver = chance.sample(teams, 2)
    date = f"{chance.randint(2018, 2027)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    fields = {"Subject": title, "From": sender, "To": receiver, "Date": date}
    names = list(fields)
    chance.shuffle(names)
    return fields, "".join(f"{name}: {fields[name]}\n" for name in names) + "\n"


def as_mail(item, chance):
    title = " ".join(item.passage.split()[: chance.randint(3, 6)]).rstrip(".,;:")
    fields, head = mail_head(title, chance)
    dressed = shifted(item, head + item.passage, lambda place: place + len(head))
    if chance.random() < 0.6:
        return dressed
    name, questions = chance.choice(ASK_MAIL)
    start = head.index(f"{name}: ") + len(name) + 2
    return Item("mail-head", chance.choice(questions), dressed.passage, start, start + len(fields[name]))


def dress(item, chance):
    dice = chance.random()
    if dice < 0.05:
        return as_mail(item, chance)
    if dice < 0.12:
        return as_list(item)
    if dice < 0.18:
        return as_wrapped(item, chance.choice((60, 72, 78)))
    return item
