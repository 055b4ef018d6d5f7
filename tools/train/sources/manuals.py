"""Long answers: questions from the headings of manuals, answered by the text under them."""

import collections
import glob
import gzip
import random
import re
import zlib
from dataclasses import dataclass, field

from examples import Item
from sources.manual_catalog import MANUALS
from sources.negatives import words_of
from sources.pages import read_html, read_mallard
from sources.templates import as_question

HELD_OUT_EVERY = 12
# Answers end before this many characters of Latin script; wide scripts count double.
ANSWER_CHARACTERS = 420
CONTEXT_CHARACTERS = 900
SENTENCE_ENDS = tuple(".!?:。！？：)")
SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]*\s+|(?<=[。！？])")


@dataclass
class Section:
    manual: str
    page: str
    language: str
    number: int
    heading: str
    parents: tuple
    task: bool
    blocks: list = field(default_factory=list)

    @property
    def key(self):
        return self.manual, self.page, self.number


def read_page(path):
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8", errors="replace") as file:
        text = file.read()
    return read_mallard(text) if path.endswith(".page") else ("", read_html(text))


def read_sections(folder, manual, language, pattern):
    """The sections of every page of a manual in one language."""
    for path in sorted(glob.glob(f"{folder}/{pattern}", recursive=True)):
        page = "/".join(
            path.split("/")[-2:] if manual.name in ("apache", "libreoffice") else path.split("/")[-1:]
        )
        page = page.split(".")[0]
        try:
            style, blocks = read_page(path)
        except Exception as error:
            print("skipped", path, error)
            continue
        headings, section, number = {}, None, 0
        for block in blocks:
            if block.kind != "heading":
                if section:
                    section.blocks.append(block)
                continue
            if section and section.blocks:
                yield section
            headings = {level: text for level, text in headings.items() if level < block.level}
            parents = tuple(headings.values())
            headings[block.level] = block.text
            section = Section(
                manual.name, page, language, number, block.text, parents, manual.tasks or style == "task"
            )
            number += 1
        if section and section.blocks:
            yield section


def held_out(manual, page):
    return zlib.crc32(f"{manual}/{page}".encode()) % HELD_OUT_EVERY == 0


def width(text):
    """About the characters of Latin script that hold as much: Chinese counts more than double."""
    return 0.4 * len(text) + 0.6 * len(text.encode())


def block_text(block, chance_marks):
    """The text of a block as the product writes it."""
    if block.kind == "list":
        marks = (f"{n}. " if block.ordered else "- " for n in range(1, len(block.items) + 1))
        return (
            "\n".join(mark + item for mark, item in zip(marks, block.items))
            if chance_marks
            else "\n".join(block.items)
        )
    if block.kind == "table":
        return "\n".join(f"| {' | '.join(row)} |" for row in block.items)
    return block.text


def answer_of(section):
    """(first block, last block, characters of the last block or None) that answer the heading."""
    blocks = section.blocks
    for place, block in enumerate(blocks[:4]):
        if block.kind == "list" and len(block.items) > 1:
            introduced = place > 0 and blocks[place - 1].text.endswith((":", "：", "："))
            if section.task or block.ordered or introduced or place == 0:
                return place, "list"
    if (
        blocks[0].kind == "paragraph"
        and width(blocks[0].text) > 40
        and blocks[0].text.endswith(SENTENCE_ENDS)
    ):
        return 0, "paragraph"
    return None


def fitting_list(block, text):
    """The end of the last item that fits into an answer."""
    end, total = 0, 0
    for line in text.split("\n"):
        total += width(line) + 1
        if total > ANSWER_CHARACTERS and end:
            break
        end += len(line) + 1
    return end - 1


def fitting_sentences(text, definition):
    """The end of the first sentences: one for a definition, else what fits."""
    ends = [m.start() for m in SENTENCE.finditer(text)] + [len(text)]
    best = ends[0]
    for end in ends[: 1 if definition else 3]:
        if width(text[:end]) <= ANSWER_CHARACTERS:
            best = end
    return best if width(text[:best]) <= ANSWER_CHARACTERS * 1.15 else None


class Manuals:
    def __init__(self, folder, seed, wanted=None):
        self.chance = random.Random(seed)
        self.sections, self.found_words = [], {}
        for manual in MANUALS:
            if wanted and manual.name not in wanted:
                continue
            for language, pattern in manual.files:
                found = list(read_sections(folder, manual, language, pattern))
                self.sections += found
                print(manual.name, language, len(found))
        self.translations = collections.defaultdict(dict)
        self.pages = collections.defaultdict(list)
        for section in self.sections:
            self.translations[section.key][section.language] = section
            self.pages[section.manual, section.page, section.language].append(section)
        self.by_manual = collections.defaultdict(list)
        for section in self.sections:
            self.by_manual[section.manual, section.language].append(section)

    def words(self, section):
        """The words of a section's heading and paragraphs."""
        if id(section) not in self.found_words:
            paragraphs = " ".join(block.text for block in section.blocks)
            self.found_words[id(section)] = words_of(f"{section.heading} {paragraphs}")
        return self.found_words[id(section)]

    def usable(self, section):
        heading = section.heading
        return 6 <= width(heading) <= 110 and answer_of(section) is not None

    def same_shape(self, one, other):
        return [b.kind for b in one.blocks] == [b.kind for b in other.blocks]

    def items(self, held=False):
        sections = [s for s in self.sections if held_out(s.manual, s.page) == held and self.usable(s)]
        self.chance.shuffle(sections)
        for section in sections:
            yield from self.section_items(section)

    def section_items(self, section):
        chance = self.chance
        listed = answer_of(section)[1] == "list"
        question = as_question(section.heading, section.language, section.task, listed, chance)
        kind = self.kind(section, question, listed)
        yield self.answered(section, question, kind)
        dice = chance.random()
        others = [
            s
            for l, s in self.translations[section.key].items()
            if l != section.language and self.same_shape(s, section)
        ]
        if others and dice < 0.3:
            other = chance.choice(others)
            if answer_of(other):
                yield self.answered(other, question, "manual-cross")
        if dice > 0.5:
            negative = self.unanswered(section, question)
            if negative:
                yield negative

    def kind(self, section, question, listed):
        if re.match(r"(?i)(why|warum|wieso|pourquoi|¿?por qué|почему|зачем|为什么|なぜ|perché)", question):
            return "manual-why"
        if listed:
            return "manual-steps" if section.task else "manual-list"
        return (
            "manual-how"
            if section.task or question.lower().startswith(("how", "wie ", "как ", "comment", "如何"))
            else "manual-topic"
        )

    def answered(self, section, question, kind):
        before, own, after = self.around(section)
        show = self.chance.random() < 0.55
        place, form = answer_of(section)
        text = self.head_lines(section, show) + self.joined(before, show)
        if show:
            text += section.heading + "\n"
        marks = self.chance.random() < 0.85
        gap = self.chance.choice(("\n", "\n\n", "\n"))
        for number, block in enumerate(own):
            written = block_text(block, marks)
            if number == place:
                start = len(text)
                if form == "list":
                    end = start + fitting_list(block, written)
                else:
                    length = fitting_sentences(
                        written,
                        bool(re.match(r"(?i)what (is|are)|was (ist|sind)|что такое|什么是", question)),
                    )
                    if length is None:
                        return None
                    end = start + length
            elif (
                number == place + 1
                and form == "paragraph"
                and text[start:end].endswith((":", "："))
                and width(written) < 300
            ):
                end = len(text) + len(written)
            text += written + gap
        text = (text + self.joined(after, show)).rstrip()
        return Item(kind, question, text, start, end)

    def around(self, section):
        """Blocks of neighboring sections before and after, so that the place must be found."""
        page = self.pages[section.manual, section.page, section.language]
        index = next(i for i, s in enumerate(page) if s is section)
        dice = self.chance.random()
        before = page[index - 1 : index] if index and dice < 0.5 else []
        after = page[index + 1 : index + 3] if dice > 0.2 else []
        own, total = [], 0.0
        place = answer_of(section)[0]
        for number, block in enumerate(section.blocks):
            if number > place and total > CONTEXT_CHARACTERS:
                break
            own.append(block)
            total += width(block_text(block, True))
        return before, own, after if total < CONTEXT_CHARACTERS else []

    def joined(self, sections, show):
        text = ""
        for section in sections:
            if show:
                text += section.heading + "\n"
            blocks = [block_text(b, True) for b in section.blocks]
            text += "\n".join(b for b in blocks if width(b) < 700)[-600:] + "\n"
        return text

    def head_lines(self, section, show):
        if section.parents and self.chance.random() < 0.3:
            path = [*section.parents, section.heading] if show else list(section.parents)
            return " > ".join(path) + "\n"
        return ""

    def unanswered(self, section, question):
        """A passage of the same manual that shares words with the question, or any other one."""
        pool = self.by_manual[section.manual, section.language]
        wanted = words_of(section.heading)
        some = [s for s in self.chance.sample(pool, min(80, len(pool))) if s.page != section.page]
        if not some:
            return None
        if self.chance.random() < 0.7:
            best = max(some, key=lambda s: len(wanted & self.words(s)))
        else:
            best = self.chance.choice(some)
        text = self.head_lines(best, True) + self.joined([best], self.chance.random() < 0.5)
        return Item("manual-none", question, text.strip()) if len(text) > 60 else None
