"""Turns headings of instructions into questions. Training data alone uses these patterns."""

import re

# Language: (pattern that an infinitive heading matches, questions for it, questions for others).
HOW = {
    "en": (
        r"^(?!.*ing\b)[A-Z][a-z]+ ",
        ["How do I {x}?", "How can I {x}?", "how to {x}", "What do I have to do to {x}?"],
        ["How does {x} work?", "What are the steps for {x}?", "How do I go about {x}?"],
    ),
    "de": (
        r".*[a-zäöü]e[rl]?n$",
        ["Wie kann ich {X}?", "Wie kann man {X}?", "Was muss ich tun, um {X} zu können?"],
        ["Wie geht das: {X}?", "{X}: Wie mache ich das?"],
    ),
    "fr": (r"^\w+(er|ir|re) ", ["Comment {x} ?", "Comment puis-je {x} ?"], ["Comment faire : {X} ?"]),
    "es": (r"^\w+(ar|er|ir) ", ["¿Cómo {x}?", "¿Cómo puedo {x}?"], ["¿Cómo se hace: {X}?"]),
    "it": (r"^\w+(re|rsi) ", ["Come posso {x}?", "Come {x}?"], ["Come si fa: {X}?"]),
    "pt": (r"^\w+(ar|er|ir) ", ["Como posso {x}?", "Como {x}?"], ["Como se faz: {X}?"]),
    "nl": (r".*en$", ["Hoe kan ik {x}?"], ["Hoe werkt {x}?"]),
    "ru": (
        r"^\w+(ть|ться|ти) ",
        ["Как {x}?", "Как мне {x}?"],
        ["{X}: как это сделать?", "Как выполняется {x}?"],
    ),
    "pl": (r"^\w+ć ", ["Jak {x}?"], ["{X} – jak to zrobić?"]),
    "tr": (r"$^", [], ["{X} nasıl yapılır?", "{X}: nasıl yaparım?"]),
    "ja": (
        r".*[るすくむうつぶ]$",
        ["{X}にはどうすればよいですか？", "{X}方法は？"],
        ["{X}の方法を教えてください"],
    ),
    "zh": (r".*", ["如何{X}？", "怎么{X}？", "怎样{X}？"], []),
    "ko": (r"$^", [], ["{X} 방법은?", "{X}은(는) 어떻게 하나요?"]),
}
LIST = {
    "en": ["Which {x} are there?", "List the {x}.", "What are the {x}?"],
    "de": ["Welche {X} gibt es?", "Nenne alle: {X}"],
    "fr": ["Quels sont les éléments : {X} ?"],
    "es": ["¿Cuáles son: {X}?"],
    "ru": ["Какие есть {x}?", "Перечислите: {X}"],
    "zh": ["{X}有哪些？", "列出{X}"],
    "ja": ["{X}には何がありますか？"],
}


def fill(template, heading):
    lower = heading[:1].lower() + heading[1:] if heading[1:2].islower() else heading
    return template.replace("{x}", lower).replace("{X}", heading)


def as_question(heading, language, task, listed, chance):
    """A question for the section under `heading`."""
    heading = heading.rstrip(" .:：。")
    if language == "en" and heading.startswith("To "):
        heading = heading[3:4].upper() + heading[4:]
    if re.search(r"[?？;]$|؟$", heading):
        bare = heading if chance.random() < 0.8 else heading.rstrip("?？ ")
        return bare.lower() if chance.random() < 0.1 else bare
    dice = chance.random()
    if listed and not task and dice < 0.35 and language in LIST:
        return fill(chance.choice(LIST[language]), heading)
    if task and dice < 0.8 and language in HOW:
        pattern, infinitive, other = HOW[language]
        choices = infinitive if re.match(pattern, heading) else other
        question = fill(chance.choice(choices or infinitive), heading)
        return question.replace(" your ", " my ") if language == "en" else question
    return heading.lower() if chance.random() < 0.3 else heading
