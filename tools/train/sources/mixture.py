"""How often each stream is drawn, and questions asked of passages on other subjects."""

import collections

from examples import Item

MIXTURE = {
    "squad": 44,
    "squad-why": 4,
    "ja": 6,
    "zh": 6,
    "th": 5,
    "ar": 1,
    "manual-steps": 5,
    "manual-how": 4,
    "manual-list": 3,
    "manual-topic": 2.5,
    "manual-why": 0.4,
    "manual-cross": 4.5,
    "manual-none": 10,
    "table": 11,
}
OTHER_SUBJECT = 7
REMEMBERED = 400


def mix(streams, weights, chance):
    """Draws items until the largest stream ends; a small stream stops when it is empty."""
    streams = {name: stream for name, stream in streams.items() if name in weights}
    recent = collections.deque(maxlen=REMEMBERED)
    weights = {**weights, "other": OTHER_SUBJECT}
    while "squad" in streams:
        names = [*streams, "other"]
        name = chance.choices(names, [weights[n] for n in names])[0]
        if name == "other":
            if len(recent) == REMEMBERED:
                question, passage = chance.sample(list(recent), 2)
                yield Item("other-subject", question.question, passage.passage)
            continue
        item = next(streams[name], None)
        if item is None:
            del streams[name]
            continue
        recent.append(item)
        yield item
