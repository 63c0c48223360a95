"""Which Latin words speak for a text being English, and which against: python3 leaning.py PAIRS OUT

Writes `word weight` a line; a text whose weights add up to the threshold is read as being in another language.
"""

import collections
import math
import re
import sys
import unicodedata

LATIN_LANGUAGES = ["de", "es", "fr", "pt", "it", "nl", "pl", "tr"]
WORD = re.compile(r"[^\W\d_]+")
MOST, LEAST = 6, -6
# Common in English text, though not in sentences: part of dates, numbers and names.
SAID_IN_ENGLISH = {"mon", "tue", "wed", "thu", "fri", "sat", "sun", "vi", "ed", "luna", "café", "naïve", "fiancé", "fiancée", "résumé", "josé", "andré", "renée", "zoë", "chloë"}
# The forms of a word are many there, and each is rarer.
LEAST_SHARE = {"tr": 4e-5, "pl": 6e-5, "it": 8e-5}


def words(text):
    return WORD.findall(unicodedata.normalize("NFC", text).lower())


def shares(texts):
    counts = collections.Counter(word for text in texts for word in words(text))
    total = sum(counts.values())
    return {word: count / total for word, count in counts.items()}, counts


def weights(folder):
    english, foreign = set(), {}
    for language in LATIN_LANGUAGES:
        rows = [line.rstrip("\n").split("\t") for line in open(f"{folder}/{language}.tsv", encoding="utf8")]
        english.update(row[0] for row in rows)
        foreign[language] = shares(row[1] for row in rows)
    base, _ = shares(english)
    # A name is as common on both sides; what is rarer than this share says nothing.
    chosen = {}
    candidates = {w for _, counts in foreign.values() for w, n in counts.items() if n >= 8} | {w for w, p in base.items() if p > 2e-5}
    for word in (word for word in candidates - SAID_IN_ENGLISH if len(word) > 1):
        most, language = max((share.get(word, 0), language) for language, (share, _) in foreign.items())
        weight = round(math.log2((most + 2e-6) / (base.get(word, 0) + 2e-6)))
        # What is an English word as well, be it a rare one, says little alone.
        weight = max(LEAST, min(3 if base.get(word, 0) > 1e-5 else MOST, weight))
        if (weight >= 2 and most > LEAST_SHARE.get(language, 1e-4)) or (weight <= -1 and base.get(word, 0) > 1e-4):
            chosen[word] = weight
    return chosen


if __name__ == "__main__":
    chosen = weights(sys.argv[1])
    with open(sys.argv[2], "w", encoding="utf8") as file:
        file.writelines(f"{word} {weight}\n" for word, weight in sorted(chosen.items()))
    print(len(chosen))
