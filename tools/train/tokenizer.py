"""The encoder's tokenizer: pieces with their places in the original text."""

from tokenizers import Tokenizer as PieceTokenizer
from tokenizers import models, pre_tokenizers


class Tokenizer:
    def __init__(self, file):
        self.character_map = file.character_map
        pieces = [(piece, float(score)) for piece, score in zip(file.pieces, file.scores)]
        self.pieces = file.pieces
        model = models.Unigram(pieces, unk_id=file.unknown, byte_fallback=False)
        self.tokenizer = PieceTokenizer(model)
        self.tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(
            replacement="\u2581", prepend_scheme="always", split=True
        )

    def _normalize(self, text):
        characters, places = [], []
        for place, character in enumerate(text):
            for mapped in self.character_map.get(character, character):
                if mapped == " " and characters and characters[-1] == " ":
                    continue
                characters.append(mapped)
                places.append(place)
        return "".join(characters), places

    def encode(self, text):
        """Piece numbers, and the start and the end of each piece in `text`."""
        normal, places = self._normalize(text)
        encoding = self.tokenizer.encode(normal, add_special_tokens=False)
        starts, ends = [], []
        for start, end in encoding.offsets:
            while start < end and start < len(normal) and normal[start] == " ":
                start += 1
            if start < end:
                starts.append(places[start])
                ends.append(places[end - 1] + 1)
            else:
                place = places[min(start, len(places) - 1)] if places else 0
                starts.append(place)
                ends.append(place)
        return encoding.ids, starts, ends
