"""Assembles the English sentences that the teacher labels.

  python3 assemble.py PAIRS MIRROR WORTH

PAIRS    the folder of <language>.tsv that tools/multilingual-embedder/prepare.py writes (English, tab, translation)
MIRROR   git snapshots: MIRROR/alexa+Topical-Chat/repo and MIRROR/freeCodeCamp+gitter-history/repo
WORTH    where english.txt is written, one sentence a line: the English sides, sorted, then sentences of chat
"""

import glob
import json
import os
import random
import re
import subprocess
import sys

PAIRS, MIRROR, WORTH = sys.argv[1:4]
# Conversations between people about things they like. The training part is left out: it is large and more of the same.
TOPICAL_CHAT = ("valid_freq", "valid_rare", "test_freq", "test_rare")
# Rooms for small talk, help and programming.
GITTER = ("Casual", "CampCounselors", "HelpContributors", "python", "linux")
TOPICAL_MESSAGES = 30_000
GITTER_MESSAGES = 40_000
CHAT_SENTENCES = 110_000


def is_sentence(text):
    """A whole sentence, not a name or a menu entry: CLDR and Android have many of those."""
    return 2 <= len(text.split()) <= 30 and re.search(r"[.!?]$", text) is not None


def english_sides():
    found = set()
    for path in sorted(glob.glob(f"{PAIRS}/??.tsv")):
        for line in open(path, encoding="utf8"):
            english = line.rstrip("\n").split("\t")[0]
            if is_sentence(english):
                found.add(english)
    return found


def git_show(repo, path):
    folder = f"{MIRROR}/{repo}/repo"
    folder = f"{folder}/.git" if os.path.isdir(f"{folder}/.git") else folder
    return subprocess.check_output(["git", f"--git-dir={folder}", "show", f"HEAD:{path}"]).decode("utf8", "replace")


def topical_messages():
    for part in TOPICAL_CHAT:
        talks = json.loads(git_show("alexa+Topical-Chat", f"conversations/{part}.json"))
        for talk in talks.values():
            for turn in talk["content"]:
                yield turn["message"]


def gitter_messages():
    for room in GITTER:
        for line in git_show("freeCodeCamp+gitter-history", f"archives/{room}.tsv").split("\n"):
            text = line.split("\t")[-1]
            if 8 < len(text) < 300:
                yield text


def sample(items, most):
    items = list(items)
    random.shuffle(items)
    return items[:most]


def chat_sentences():
    messages = sample(topical_messages(), TOPICAL_MESSAGES) + sample(gitter_messages(), GITTER_MESSAGES)
    found = set()
    for message in messages:
        for sentence in re.split(r"(?<=[.!?…])\s+|\n+", message):
            sentence = sentence.strip()
            if 2 <= len(sentence.split()) <= 40:
                found.add(sentence)
    return sample(sorted(found), CHAT_SENTENCES)


def main():
    random.seed(7)
    sides = english_sides()
    chat = [sentence for sentence in chat_sentences() if sentence not in sides]
    print(f"{len(sides)} English sides, {len(chat)} sentences of chat")
    os.makedirs(WORTH, exist_ok=True)
    with open(f"{WORTH}/english.txt", "w", encoding="utf8") as file:
        file.write("\n".join(sorted(sides) + chat))


main()
