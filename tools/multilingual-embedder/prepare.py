"""Gathers English-foreign pairs from local copies of public sources, and sets held-out pairs aside.

Usage: python3 prepare.py MIRROR NPM OUT
MIRROR holds one folder `owner+name/repo` a git snapshot, NPM the unpacked CLDR packages; README.md names them all.
Writes OUT/<language>.tsv, OUT/heldout/<language>.tsv (`english<TAB>foreign` a line) and OUT/counts.json.
"""

import collections
import glob
import gzip
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import zipfile
import xml.etree.ElementTree as ElementTree

MIRROR, NPM, OUT = sys.argv[1:4]
# language -> (code at Tatoeba, folder of Android's strings, CLDR locale)
LANGUAGES = {
    "de": ("deu", "de", "de"), "es": ("spa", "es", "es"), "fr": ("fra", "fr", "fr"),
    "pt": ("por", "pt", "pt"), "it": ("ita", "it", "it"), "nl": ("nld", "nl", "nl"),
    "pl": ("pol", "pl", "pl"), "ru": ("rus", "ru", "ru"), "tr": ("tur", "tr", "tr"),
    "ar": ("ara", "ar", "ar"), "hi": ("hin", "hi", "hi"), "zh": ("zho", "zh-rCN", "zh"),
    "ja": ("jpn", "ja", "ja"), "ko": ("kor", "ko", "ko"),
}
TATOEBA = "Helsinki-NLP+Tatoeba-Challenge"
ANKI = [
    ("fr", "modelexlab+data", "fra-eng.zip"), ("fr", "genimind+seq2seq", "fra-eng.zip"),
    ("de", "jhamburg+dats6450_nlp", "deu-eng.zip"), ("de", "rioyshky+translation", "deu-eng.zip"),
    ("es", "Hoangduc212001+hoang", "spa-eng.zip"), ("ja", "efunstats+TABA-EN", "jpn-eng.zip"),
    ("ja", "kosuke1990+pytranslate", "jpn-eng.zip"), ("tr", "devcem+NMT-on-PHP", "tur.txt"),
    ("ko", "virsagothethird+Korean-English-translator", "data/kor.txt"),
]
ANDROID = ["Settings", "Dialer", "Messaging", "DeskClock", "Contacts", "Calendar"]
HELD_OUT = 2000
LONGEST = 220


def git(repo, *words):
    folder = f"{MIRROR}/{repo}/repo"
    folder = f"{folder}/.git" if os.path.isdir(f"{folder}/.git") else folder
    return subprocess.check_output(["git", f"--git-dir={folder}", *words])


def listing(repo):
    """Snapshots leave their largest files out; those have no size."""
    for line in git(repo, "ls-tree", "-r", "-l", "HEAD").decode().splitlines():
        _, _, sha, size, path = line.split(None, 4)
        if size != "BAD":
            yield sha, path


def key(english):
    return re.sub(r"[^a-z0-9]+", " ", english.lower()).strip()


def tatoeba_rows():
    """(language code, text, language code, text) of every development and test file."""
    for sha, path in listing(TATOEBA):
        if not re.match(r"data/(dev|devtest|test|release/(dev|test))/", path) or "Latn" in path:
            continue
        if not re.search(r"\.txt(\.gz)?$", path):
            continue
        codes = re.search(r"([a-z]{3})-([a-z]{3})", path.replace("tatoeba-dev", "").replace("tatoeba-test", ""))
        if codes is None or not ({codes[1], codes[2]} <= WANTED):
            continue
        body = git(TATOEBA, "cat-file", "blob", sha)
        body = gzip.decompress(body) if path.endswith(".gz") else body
        for line in body.decode("utf8", "replace").splitlines():
            fields = line.split("\t")
            if len(fields) == 4:
                yield fields[0][:3], fields[2].strip(), fields[1][:3], fields[3].strip()


def macro(code):
    """Chinese and Arabic come under several codes."""
    code = {"cmn": "zho", "yue": "zho", "arz": "ara", "apc": "ara", "acm": "ara", "afb": "ara", "arq": "ara"}.get(code, code)
    return code


WANTED = {codes[0] for codes in LANGUAGES.values()} | {"eng"}
BY_CODE = {codes[0]: language for language, codes in LANGUAGES.items()}


def from_tatoeba(pairs, between):
    for first, one, second, other in tatoeba_rows():
        first, second = macro(first), macro(second)
        if first == "eng" and second in BY_CODE:
            pairs[BY_CODE[second]][(one, other)] = "tatoeba"
        elif second == "eng" and first in BY_CODE:
            pairs[BY_CODE[first]][(other, one)] = "tatoeba"
        elif first in BY_CODE and second in BY_CODE and first != second:
            between.add((BY_CODE[first], one, BY_CODE[second], other))


def from_anki(pairs):
    for language, repo, path in ANKI:
        body = git(repo, "show", f"HEAD:{path}")
        if path.endswith(".zip"):
            with zipfile.ZipFile(io.BytesIO(body)) as archive:
                inside = [n for n in archive.namelist() if n.endswith(".txt") and "about" not in n and "MACOSX" not in n]
                body = archive.read(inside[0])
        for line in body.decode("utf8", "replace").splitlines():
            fields = line.split("\t")
            if len(fields) >= 2:
                pairs[language].setdefault((fields[0].strip(), fields[1].strip()), "tatoeba")


def through_another(pairs, between):
    """A sentence whose translation has an English one: pairs at one remove, for what few pairs exist."""
    english = {language: collections.defaultdict(list) for language in LANGUAGES}
    for language, known in pairs.items():
        for one, other in known:
            english[language][other].append(one)
    for a, one, b, other in between:
        for first in english[a].get(one, [])[:1]:
            pairs[b].setdefault((first, other), "pivot")
        for first in english[b].get(other, [])[:1]:
            pairs[a].setdefault((first, one), "pivot")


def plain_android(element):
    text = "".join(element.itertext()).strip().strip('"')
    text = re.sub(r"\\[nt]", " ", text)
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), text)
    text = re.sub(r"\\(.)", r"\1", text)
    return re.sub(r"\s+", " ", re.sub(r"%(\d+\$)?[sd]|\^\d", "", text)).strip()


def android_strings(repo, sha):
    try:
        root = ElementTree.fromstring(git(repo, "cat-file", "blob", sha))
    except ElementTree.ParseError:
        return {}
    return {e.get("name"): plain_android(e) for e in root.iter("string") if e.get("translatable") != "false"}


def from_android(pairs):
    for app in ANDROID:
        repo = f"LineageOS+android_packages_apps_{app}"
        files = {path: sha for sha, path in listing(repo) if path.endswith("strings.xml")}
        for path, sha in files.items():
            if "/values/" not in path:
                continue
            english = android_strings(repo, sha)
            for language, (_, folder, _) in LANGUAGES.items():
                other = files.get(path.replace("/values/", f"/values-{folder}/"))
                if other is None:
                    continue
                for name, text in android_strings(repo, other).items():
                    if name in english:
                        pairs[language].setdefault((english[name], text), "android")


def from_talpco(pairs):
    read = lambda path: dict(l.split("\t")[:2] for l in git("matbahasa+TALPCo", "show", f"HEAD:{path}").decode().splitlines() if "\t" in l)
    english = read("eng/data_eng.txt")
    for language, path in (("ko", "kor/data_kor.txt"), ("ja", "jpn/data_jpn.txt")):
        for number, text in read(path).items():
            if number in english:
                pairs[language].setdefault((english[number].strip(), text.strip()), "talpco")


def with_particles(noun):
    """A noun as it stands in sentences; which form a particle has depends on a final consonant."""
    closed = (ord(noun[-1]) - 0xAC00) % 28 > 0 if "\uac00" <= noun[-1] <= "\ud7a3" else False
    either = ("은", "이", "을", "으로", "과", "이에요") if closed else ("는", "가", "를", "로", "와", "예요")
    return [noun, *(noun + particle for particle in (*either, "에", "에서", "의", "도"))]


def from_korean_words(pairs):
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "korean-words.txt")
    nouns, others = [line for line in open(path, encoding="utf8").read().split("--\n")]
    for is_noun, part in ((True, nouns), (False, others)):
        for entry in part.splitlines()[-1].split(";"):
            english, forms = entry.split("=")
            for form in forms.split("/"):
                for spelled in with_particles(form) if is_noun else [form]:
                    pairs["ko"].setdefault((english, spelled), "words")


def leaves(node, path=()):
    if isinstance(node, str):
        yield path, node
    elif isinstance(node, dict):
        for name, inner in node.items():
            yield from leaves(inner, (*path, name))


def annotations(locale):
    named, words = {}, {}
    for folder in ("annotations", "annotationsDerived"):
        for path in glob.glob(f"{NPM}/cldr-annotations*/package/{folder}/{locale}/annotations.json"):
            root = json.load(open(path))
            for sign, entry in next(iter(root.values()))["annotations"].items():
                if "tts" in entry:
                    named[sign] = entry["tts"][0]
                words[sign] = " ".join(entry.get("default", []))
    return named, words


def names(locale):
    found = {}
    for package, files in (("localenames", "languages territories"), ("dates", "ca-gregorian dateFields"), ("units", "units")):
        for name in files.split():
            for path in glob.glob(f"{NPM}/cldr-{package}-full*/package/main/{locale}/{name}.json"):
                for where, text in leaves(next(iter(json.load(open(path))["main"].values()))):
                    wide = not re.search("abbreviated|narrow|short|Format|Skeleton|identity|quarters|eras", "/".join(where))
                    if wide and not re.search(r"[a-zA-Z]?'|yy|MM|HH|\bEEE", text):
                        found["/".join((name, *where))] = re.sub(r"\{\d\}", "", text).strip()
    return found


def from_cldr(pairs):
    english_named, english_words = annotations("en")
    english_names = names("en")
    for language, (_, _, locale) in LANGUAGES.items():
        named, words = annotations(locale)
        for english, foreign in ((english_named, named), (english_words, words), (english_names, names(locale))):
            for sign, text in foreign.items():
                if english.get(sign):
                    pairs[language].setdefault((english[sign], text), "cldr")


def is_sound(english, foreign):
    if not key(english) or not foreign or "\t" in english + foreign or "\n" in english + foreign:
        return False
    return len(english) <= LONGEST and len(foreign) <= LONGEST and english != foreign


def held_out(pairs):
    """The lowest hashes of each language's Tatoeba sentences, one foreign side each."""
    kept, all_keys = {}, set()
    for language, known in pairs.items():
        by_key = {}
        for (english, foreign), source in sorted(known.items()):
            if source == "tatoeba" and len(key(english).split()) >= 4:
                by_key.setdefault(key(english), (english, foreign))
        order = sorted(by_key, key=lambda k: hashlib.sha256(k.encode()).digest())
        chosen = order[: min(HELD_OUT, len(order) // 10)]
        kept[language] = [by_key[k] for k in chosen]
        all_keys.update(chosen)
    return kept, all_keys


def write(path, rows):
    with open(path, "w") as file:
        file.writelines(f"{english}\t{foreign}\n" for english, foreign in rows)


def main():
    pairs = {language: {} for language in LANGUAGES}
    between = set()
    from_tatoeba(pairs, between)
    from_anki(pairs)
    from_talpco(pairs)
    through_another(pairs, between)
    from_android(pairs)
    from_korean_words(pairs)
    from_cldr(pairs)
    for language in pairs:
        pairs[language] = {p: s for p, s in pairs[language].items() if is_sound(*p)}
    kept, all_keys = held_out(pairs)
    os.makedirs(f"{OUT}/heldout", exist_ok=True)
    counts = {}
    for language, known in pairs.items():
        training = [(p, s) for p, s in known.items() if key(p[0]) not in all_keys]
        write(f"{OUT}/{language}.tsv", (p for p, _ in training))
        write(f"{OUT}/heldout/{language}.tsv", kept[language])
        counts[language] = {"all": len(training), "heldout": len(kept[language]), **collections.Counter(s for _, s in training)}
        print(language, counts[language], flush=True)
    json.dump(counts, open(f"{OUT}/counts.json", "w"), indent=1)


main()
