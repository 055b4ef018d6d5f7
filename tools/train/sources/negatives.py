"""Finds passages that share a question's words but do not hold its answer."""

import collections
import math
import re

COMMON = 1_500


def words_of(text):
    return {word.lower() for word in re.findall(r"\w+", text)}


class HardNegatives:
    """`passages` maps (document, number) to text."""

    def __init__(self, passages, chance):
        self.passages = passages
        self.chance = chance
        self.words = {place: words_of(text) for place, text in passages.items()}
        counts = collections.Counter(word for words in self.words.values() for word in words)
        self.weight = {w: math.log(len(passages) / n) for w, n in counts.items()}
        self.holders = collections.defaultdict(list)
        self.documents = collections.defaultdict(list)
        for place, words in self.words.items():
            self.documents[place[0]].append(place)
            for word in words:
                if counts[word] < COMMON:
                    self.holders[word].append(place)

    def find(self, question, answer, own):
        """Of the same document mostly, else by rare words, else by chance."""
        free = lambda place: place != own and answer.lower() not in self.passages[place].lower()
        wanted = words_of(question)
        dice = self.chance.random()
        if dice < 0.6:
            return self._best(filter(free, self.documents[own[0]]), wanted, 3)
        if dice < 0.85:
            scores = collections.Counter()
            for word in wanted:
                for place in self.holders.get(word, ()):
                    scores[place] += self.weight[word]
            return self._best((p for p, _ in scores.most_common(15) if free(p)), wanted, 5)
        places = self.documents[self.chance.choice(list(self.documents))]
        place = self.chance.choice(places)
        return place if free(place) else None

    def _best(self, places, wanted, count):
        score = lambda place: sum(self.weight[w] for w in wanted & self.words[place])
        best = sorted(places, key=score, reverse=True)[:count]
        return self.chance.choice(best) if best else None
