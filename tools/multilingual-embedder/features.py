"""How a text falls into words, and a word into the features that have rows. The run-time reader does the same:
src/models/builtin/embedder/foreign-words.ts and fingerprints.ts."""

import re
import unicodedata

DROPPED = re.compile("[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u0640\u093c\u200b-\u200f\u2060\ufeff]")
SCRIPTS = (
    ("latin", "a-z\u00df-\u00f6\u00f8-\u024f\u1e00-\u1eff"),
    ("cyrillic", "\u0400-\u052f"),
    ("arabic", "\u0620-\u063f\u0641-\u064a\u066e\u066f\u0671-\u06d3"),
    ("devanagari", "\u0900-\u0963\u0966-\u097f"),
    ("cjk", "\u3005\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff"),
    ("hangul", "\uac00-\ud7a3"),
)
TOKEN = re.compile("|".join(f"([{chars}]+)" for _, chars in SCRIPTS) + "|([0-9]+)|(\\S)")
LATIN, CJK, HANGUL, OTHER = 1, 5, 6, 7
MARKS = {"。": ".", "、": ",", "؟": "?", "،": ",", "।": ".", "؛": ";", "「": '"', "」": '"', "«": '"', "»": '"', "“": '"', "”": '"', "„": '"', "’": "'", "¿": "", "¡": ""}
LONGEST_WORD = 64


def fold(text):
    return unicodedata.normalize("NFC", DROPPED.sub("", unicodedata.normalize("NFKD", text))).lower()


def tokens(text):
    """(script, token) in order; what is no word of a known script comes as OTHER."""
    for match in TOKEN.finditer(fold(text)):
        script, token = match.lastindex, match.group()
        if script >= OTHER:
            token = MARKS.get(token, token)
            if token:
                yield OTHER, token
        else:
            yield script, token


def fingerprint(text):
    """FNV-1a over UTF-16 units."""
    value = 0x811C9DC5
    for char in text:
        value = ((value ^ ord(char)) * 0x01000193) & 0xFFFFFFFF
    return value


def grams(text, shortest, longest):
    for start in range(len(text)):
        for end in range(start + shortest, min(len(text), start + longest) + 1):
            yield text[start:end]


def word_features(script, word):
    """The fingerprint of the word itself (0 for CJK, which has no words), and those of its parts."""
    word = word[:LONGEST_WORD]
    if script == CJK:
        return 0, [fingerprint("c" + gram) for gram in grams(word, 1, 4)]
    bounded = f"<{word}>"
    if script == HANGUL:
        parts = [fingerprint("h" + gram) for gram in grams(bounded, 1, 4) if gram not in "<>"]
    else:
        parts = [fingerprint("n" + gram) for gram in grams(bounded, 3, 6)]
    return fingerprint("w" + word), parts
