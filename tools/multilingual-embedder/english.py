"""The English table, read as src/models/builtin/embedder reads it."""

import re
import unicodedata

import numpy as np

PUNCTUATION = re.compile(r"[$+<=>^`|~]")


class English:
    def __init__(self, folder):
        raw = open(f"{folder}/model.bin", "rb").read()
        _, self.pieces_count, extra, dims, _ = np.frombuffer(raw, "<u4", 5, 4)
        rows = int(self.pieces_count + extra)
        scales = np.frombuffer(raw, "<f4", rows, 24)
        self.largest = float(scales.max())
        weights = np.floor(scales.astype("f8") / self.largest * 8192 + 0.5)
        cells = np.frombuffer(raw, "i1", rows * int(dims), 24 + 4 * rows).reshape(rows, int(dims))
        # In the whole-number units of the run time.
        self.rows = (cells * weights[:, None]).astype("f4")
        lines = open(f"{folder}/vocab.txt", encoding="utf8").read().rstrip("\n").split("\n")
        self.base = {line: row for row, line in enumerate(lines[: self.pieces_count])}
        self.whole = {line: row + int(self.pieces_count) for row, line in enumerate(lines[self.pieces_count :])}
        self.cache = {}

    def basic(self, text):
        text = "".join(c for c in unicodedata.normalize("NFD", text) if unicodedata.category(c) != "Mn").lower()
        word = ""
        for char in text:
            ideograph = "\u4e00" <= char <= "\u9fff" or "\u3400" <= char <= "\u4dbf"
            mark = ideograph or unicodedata.category(char)[0] == "P" or PUNCTUATION.match(char)
            if mark or char.isspace() or ord(char) < 32:
                if word:
                    yield word
                word = ""
                if mark:
                    yield char
            else:
                word += char
        if word:
            yield word

    def has(self, word):
        return word in self.base or word in self.whole

    def word_rows(self, token):
        known = self.cache.get(token)
        if known is None:
            known = self.cache[token] = self.pieces(token) + ([self.whole[token]] if token in self.whole else [])
        return known

    def pieces(self, token):
        rows, start = [], 0
        while start < len(token):
            for end in range(len(token), start, -1):
                row = self.base.get(("##" if start else "") + token[start:end])
                if row is not None:
                    break
            else:
                return [self.base["[UNK]"]]
            rows.append(row)
            start = end
        return rows if len(token) <= 100 else [self.base["[UNK]"]]

    def text_rows(self, text):
        rows, previous = [], None
        for token in self.basic(text):
            rows.extend(self.word_rows(token))
            pair = self.whole.get(f"{previous} {token}")
            if pair is not None:
                rows.append(pair)
            previous = token
        return rows[:512]
