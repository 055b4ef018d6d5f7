"""SQuAD 1.1 train, rebuilt from its explorer pages, and the unanswerable twins of UnAnsQ."""

import collections
import html
import random
import re
from dataclasses import dataclass

from examples import Item
from sources.negatives import HardNegatives, words_of
from sources.repository import Repository

SQUAD_COMMIT = "13f82e35b9a1fb9173f863b35f5675030646571e"
UNANSQ_COMMIT = "2400c7533624099ed3a3e1901ac43535ef24f034"
PAGES = "explore/1.1/train/"
# The warm start saw the first questions of this order once.
ORDER_SEED = 7
SEEN_PAIRS = 5_900
SEEN_QUESTIONS = 17_700
HELD_OUT_EVERY = 25
PAIRS_EACH = 6
ANSWERED_EACH = 6
PLAIN_EACH = 10
REASON = re.compile(r"(?i)^(why|how (?!many|much|long|old|far|tall|big|large|often|high|fast))")


@dataclass(frozen=True)
class Question:
    article: int
    paragraph: int
    text: str
    answer: str
    start: int

    @property
    def place(self):
        return self.article, self.paragraph


class Squad:
    def __init__(self, squad_directory, unansq_directory):
        self.titles, self.paragraphs, self.questions = [], {}, []
        self._read_pages(Repository(squad_directory, SQUAD_COMMIT))
        self.pairs = self._read_pairs(Repository(unansq_directory, UNANSQ_COMMIT))
        self._order()

    def _read_pages(self, repository):
        names = [n for n in repository.names(PAGES) if not n.endswith("/index.html")]
        for article, page in enumerate(repository.read(names)):
            self.titles.append(names[article].split("/")[-1][:-5].replace("_", " "))
            for number, part in enumerate(page.split('<div class="para-wrap">')[1:]):
                text = html.unescape(re.search(r"<pre>(.*?)</pre>", part, re.S).group(1))
                self.paragraphs[article, number] = text
                for block in part.split('<div class="qa-wrap">')[1:]:
                    self._read_question(block, article, number, text)

    def _read_question(self, block, article, number, text):
        question = html.unescape(re.search(r'class="question">(.*?)</strong>', block, re.S).group(1))
        answers = re.findall(r'class="answer">(.*?)</span>', block, re.S)
        if not answers:
            return
        answer = html.unescape(answers[0]).strip()
        start = place_answer(text, question, answer)
        if start is not None:
            self.questions.append(Question(article, number, question.strip(), answer, start))

    def _read_pairs(self, repository):
        by_text = collections.defaultdict(list)
        for index, question in enumerate(self.questions):
            by_text[letters(question.text)].append(index)
        pairs = []
        # The file "test" holds questions of SQuAD dev: evaluation alone may see them.
        for split in ("train", "dev"):
            names = [f"QG/{split}-{side}-questions.txt" for side in ("answerable", "unanswerable")]
            answerable, unanswerable = repository.read(names)
            for good, bad in zip(answerable.splitlines(), unanswerable.splitlines(), strict=True):
                good, bad = good.split("\t")[1], bad.split("\t")[1]
                found = by_text.get(letters(good), [])
                if len(found) == 1:
                    pairs.append((found[0], good, bad))
        return pairs

    def _order(self):
        order = random.Random(ORDER_SEED)
        paired = {pair[0] for pair in self.pairs}
        order.shuffle(self.pairs)
        self.unpaired = [i for i in range(len(self.questions)) if i not in paired]
        order.shuffle(self.unpaired)

    def held_out(self, article):
        return article % HELD_OUT_EVERY == 0

    def items(self, seed, held_out=False, skip_blocks=0):
        """Blocks of one mixture: pairs of twins, plain questions, and hard negatives."""
        chance = random.Random(seed)
        style = Style(chance, self.paragraphs.values())
        negatives = HardNegatives(self.paragraphs, chance)
        keep = lambda index: self.held_out(self.questions[index].article) == held_out
        pairs = [p for p in self.pairs[SEEN_PAIRS:] + self.pairs[:SEEN_PAIRS] if keep(p[0])]
        unseen = self.unpaired[SEEN_QUESTIONS:] + self.unpaired[:SEEN_QUESTIONS]
        plain = iter([i for i in unseen if keep(i)][skip_blocks * PLAIN_EACH :])
        for first in range(skip_blocks * PAIRS_EACH, len(pairs), PAIRS_EACH):
            for pair in pairs[first : first + PAIRS_EACH]:
                yield from self._twins(pair, style, chance)
            for number, index in zip(range(PLAIN_EACH), plain):
                question = self.questions[index]
                if number < ANSWERED_EACH:
                    yield self._answered(question, style.question(question.text), chance)
                else:
                    yield from self._negative(question, style, negatives, chance)

    def reasons(self, seed, held_out=False):
        """Questions that ask for a reason or a manner; SQuAD has few of them."""
        chance = random.Random(seed + 1)
        style = Style(chance, self.paragraphs.values())
        found = [q for q in self.questions if REASON.match(q.text) and self.held_out(q.article) == held_out]
        chance.shuffle(found)
        for question in found:
            yield self._answered(question, style.question(question.text), chance, "why")

    def _twins(self, pair, style, chance):
        index, good, bad = pair
        question = self.questions[index]
        passage = self.paragraphs[question.place]
        write = style.spaced if chance.random() < 0.25 else style.cased
        good, bad = (style.mark(write(text, passage, question.text)) for text in (good, bad))
        answered = self._answered(question, good, chance, "twin")
        focus = (answered.start, answered.end)
        yield Item("squad-twin-none", bad, answered.passage, focus=focus)
        yield answered

    def _answered(self, question, text, chance, kind="plain"):
        heading = self._heading(question.article, chance)
        start = len(heading) + question.start
        passage = heading + self.paragraphs[question.place]
        return Item(f"squad-{kind}", text, passage, start, start + len(question.answer))

    def _negative(self, question, style, negatives, chance):
        place = negatives.find(question.text, question.answer, question.place)
        if place is not None:
            passage = self._heading(place[0], chance) + self.paragraphs[place]
            yield Item("squad-other-passage", style.question(question.text), passage)

    def _heading(self, article, chance):
        return f"{self.titles[article]}\n" if chance.random() < 0.15 else ""


def letters(text):
    return re.sub(r"[^\w]+", "", text.lower())


def place_answer(text, question, answer):
    """The occurrence of the answer whose surroundings share most words with the question."""
    places = [match.start() for match in re.finditer(re.escape(answer), text)]
    if len(places) > 1:
        whole = [p for p in places if is_whole(text, p, p + len(answer))]
        places = whole or places
    if len(places) < 2:
        return places[0] if places else None
    wanted = {word for word in words_of(question) if len(word) > 2}
    shared = lambda p: len(wanted & words_of(text[max(0, p - 120) : p + len(answer) + 120]))
    return max(places, key=lambda p: (shared(p), -p))


def is_whole(text, start, end):
    joined = lambda place: 0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum()
    return not joined(start) and not joined(end)


class Style:
    """Writes the lower-cased, spaced questions of UnAnsQ as people write questions."""

    def __init__(self, chance, passages):
        self.chance = chance
        counts = collections.defaultdict(collections.Counter)
        for passage in passages:
            count_inner_words(passage, counts)
        self.usual = {word: forms.most_common(1)[0][0] for word, forms in counts.items()}

    def question(self, text):
        text = self.mark(text)
        return text.lower() if self.chance.random() < 0.12 else text

    def mark(self, text):
        """Varies the question mark, so that the mark itself tells nothing."""
        if text.endswith("?"):
            return text[:-1].strip() if self.chance.random() < 0.25 else text
        return f"{text}?" if self.chance.random() < 0.6 else text

    def spaced(self, text, _passage, _original):
        text = re.sub(r" (n't|'s|'re|'ve|'ll|'d|'m)\b", r"\1", text)
        text = re.sub(r" ([?,.;:%!)\]])", r"\1", text)
        text = re.sub(r"([(\[$£€#]) ", r"\1", text)
        text = re.sub(r"(\d), (\d{3})\b", r"\1,\2", text)
        text = re.sub(r"(\w) ([-–/]) (\w)", r"\1\2\3", text)
        text = re.sub(r'(``|") (.*?) (\'\'|")', r'"\2"', text)
        return " ".join(text.split())

    def cased(self, text, passage, original):
        near = collections.defaultdict(collections.Counter)
        count_inner_words(passage, near)
        count_inner_words(original, near)

        def form(match):
            word = match.group()
            return near[word].most_common(1)[0][0] if word in near else self.usual.get(word, word)

        text = re.sub(r"\w+", form, self.spaced(text, passage, original))
        return text[:1].upper() + text[1:]


def count_inner_words(text, counts):
    """Counts the forms of words that do not begin a sentence."""
    for match in re.finditer(r"\w+", text):
        place = match.start()
        if place > 1 and text[place - 1] == " " and text[place - 2] not in '.?!:"':
            counts[match.group().lower()][match.group()] += 1
