"""Teaches rows for words and parts of words the English embedder's vectors: python3 train.py DATA ASSETS OUT [steps] [bits,..]

DATA holds all.tsv.xz and heldout.tsv (`language<TAB>english<TAB>foreign`); ASSETS is assets/embedder; one GPU.
First every word and part that is frequent enough is trained, then the rows that do most are kept and trained again, once
for bytes and once for half bytes. Prints what was retrieved of the held-out pairs.
"""

import lzma
import multiprocessing
import struct
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

from english import English
from features import LATIN, OTHER, tokens, word_features

DATA, ASSETS, OUT = sys.argv[1:4]
STEPS = int(sys.argv[4]) if len(sys.argv) > 4 else 3000
WANTED_BITS = {int(bits) for bits in sys.argv[5].split(",")} if len(sys.argv) > 5 else {4, 8}
LATIN_LANGUAGES = {"de", "es", "fr", "pt", "it", "nl", "pl", "tr"}
ROWS = {8: 89_300, 4: 169_800}
BATCH = 8192
TEMPERATURE = 0.05
LEAST_WORD, LEAST_PART = 3, 6
NAMES = """anna tom mary ben lena max sofia paul laura david emma lucas marie jan julia peter eva michael sarah daniel alice
bob carol dave erin frank grace henry ivy jack kate liam mia noah olivia ravi sam tina victor wendy yuki zoe ahmed fatima ali
leyla mehmet ayse ivan olga dmitri natasha pierre camille giulia marco joao ana carlos lucia kenji hana wei li minjun jisoo
priya arjun klaus greta sven ingrid alex chris robin kim lee maria jose juan pedro nina simon clara hugo oscar ella""".split()
device = "cuda"
started = time.time()


def say(*words):
    print(f"{time.time() - started:6.1f}", *words, flush=True)


def read_rows():
    training = [line.split("\t") for line in lzma.open(f"{DATA}/all.tsv.xz", "rt", encoding="utf8").read().splitlines()]
    heldout = [line.split("\t") for line in open(f"{DATA}/heldout.tsv", encoding="utf8").read().splitlines()]
    return [r for r in training if len(r) == 3], [r for r in heldout if len(r) == 3]


def token_keys(row):
    """Latin words in a text of another script are read as English ones."""
    language, _, foreign = row
    return [
        ("E" if script == OTHER or (script == LATIN and language not in LATIN_LANGUAGES) else str(script)) + token
        for script, token in tokens(foreign)
    ]


english = English(ASSETS)


def english_ids(text):
    return english.text_rows(text)


def parts_of(key):
    return (0, []) if key[0] == "E" else word_features(int(key[0]), key[1:])


def english_of(key):
    return english.word_rows(key[1:])


def ragged(lists, kind=np.int32):
    sizes = np.fromiter((len(x) for x in lists), np.int64, len(lists))
    flat = np.fromiter((i for x in lists for i in x), kind, int(sizes.sum()))
    return flat, np.concatenate([[0], np.cumsum(sizes)])


class Ragged:
    """Lists of numbers of different length on the device."""

    def __init__(self, flat, offsets):
        self.flat = torch.as_tensor(flat, device=device)
        self.offsets = torch.as_tensor(offsets, device=device)

    def take(self, which):
        """The chosen lists one after the other, and to which of them each number belongs."""
        begin = self.offsets[which]
        sizes = self.offsets[which + 1] - begin
        owner = torch.repeat_interleave(torch.arange(len(which), device=device), sizes)
        first = torch.cumsum(sizes, 0) - sizes
        at = torch.arange(len(owner), device=device) - first[owner] + begin[owner]
        return self.flat[at].long(), owner


def add_up(values, owner, count):
    return torch.zeros(count, values.shape[1], device=device).index_add_(0, owner, values)


class Corpus:
    """Each text as the numbers of its words; words as in `words`, unknown ones left out of nothing: all are known here."""

    def __init__(self, rows, keys, index, texts, raw_english):
        self.words = Ragged(*ragged([[index[k] for k in ks] for ks in keys]))
        self.english = torch.as_tensor([texts[r[1]] for r in rows], device=device)
        self.raw_english = raw_english
        languages = sorted({r[0] for r in rows})
        self.language = torch.as_tensor([languages.index(r[0]) for r in rows], device=device)
        self.languages = languages


class Words:
    """For each word its trained rows, or its sum of English ones."""

    def __init__(self, keys, whole, parts, kept, english_rows):
        position = {int(fp): at for at, fp in enumerate(kept)}
        lists, fixed = [], []
        for key, word, inner in zip(keys, whole, parts):
            has_word = word in position
            is_english = key[0] == "E" or (key[0] == str(LATIN) and not has_word and len(key) > 3 and english.has(key[1:]))
            fixed.append(english_rows[key] if is_english else [])
            own = [position[word]] if has_word else []
            lists.append([] if is_english else own + [position[p] for p in inner if p in position])
        self.rows = Ragged(*ragged(lists))
        self.fixed = Ragged(*ragged(fixed))


def student(corpus, words, table, which, drop=0.0):
    tokens_, owner = corpus.words.take(which)
    rows, word_owner = words.rows.take(tokens_)
    owner_of_row = owner[word_owner]
    values = table[rows]
    if drop:
        values = values * (torch.rand(len(rows), 1, device=device) > drop) / (1 - drop)
    raw = add_up(values, owner_of_row, len(which))
    fixed, fixed_owner = words.fixed.take(tokens_)
    return raw + add_up(ENGLISH_TABLE[fixed], owner[fixed_owner], len(which))


def fake_quantised(table, bits):
    most = 127 if bits == 8 else 7
    scale = (table.abs().amax(1, keepdim=True) / most).clamp_min(1e-9)
    return table + ((table / scale).round().clamp(-most, most) * scale - table).detach()


def mixed(raw_s, raw_e):
    """Some texts get a speaker, some are said together with another text, in this or another language."""
    n = len(raw_s)
    speaker = NAME_VECTORS[torch.randint(len(NAME_VECTORS), (n,), device=device)] * (torch.rand(n, 1, device=device) < 0.25)
    raw_s, raw_e = raw_s + speaker, raw_e + speaker
    other = torch.randperm(n, device=device)
    together = (torch.rand(n, 1, device=device) < 0.12).float()
    is_english = (torch.rand(n, 1, device=device) < 0.5).float()
    added_s = is_english * raw_e[other] + (1 - is_english) * raw_s[other]
    return raw_s + together * added_s, raw_e + together * raw_e[other]


def loss_of(raw_s, raw_e):
    s, e = F.normalize(raw_s, dim=1), F.normalize(raw_e, dim=1)
    with torch.no_grad():
        gold = F.softmax(e @ e.T / TEMPERATURE, 1)
    logits = s @ e.T / TEMPERATURE
    ranked = -(gold * F.log_softmax(logits, 1)).sum(1).mean() - (gold * F.log_softmax(logits.T, 1)).sum(1).mean()
    among = -(gold * F.log_softmax(s @ s.T / TEMPERATURE, 1)).sum(1).mean()
    near = (1 - (s * e).sum(1)).mean()
    long = (raw_s.norm(dim=1).clamp_min(1e-3).log() - raw_e.norm(dim=1).clamp_min(1e-3).log()).square().mean()
    return ranked + 0.3 * among + 4 * near + 0.2 * long


def train(corpus, words, table, steps, bits=None, rate=0.01):
    """Neighbours in the order of their English sides go together: they are the hard ones to tell apart."""
    table = torch.nn.Parameter(table)
    adam = torch.optim.Adam([table], lr=rate, betas=(0.9, 0.98), fused=True)
    counts = torch.bincount(corpus.language).float()
    chance = (counts ** -0.5)[corpus.language].double()
    heap = torch.cumsum(chance, 0)
    heap = heap / heap[-1].clone()
    for step in range(steps):
        for group in adam.param_groups:
            group["lr"] = rate * min(1, step / 100) * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-6
        which = torch.searchsorted(heap, torch.rand(BATCH // 2, device=device).double())
        beside = (which + torch.randint(1, 12, which.shape, device=device)) % len(corpus.language)
        which = torch.cat([which, beside]).clamp_max(len(corpus.language) - 1)
        used = fake_quantised(table, bits) if bits and step > steps * 0.3 else table
        raw_s = student(corpus, words, used, which, drop=0.1)
        loss = loss_of(*mixed(raw_s, corpus.raw_english[corpus.english[which]]))
        adam.zero_grad(set_to_none=True)
        loss.backward()
        adam.step()
        if step % 500 == 0 or step == steps - 1:
            say("step", step, "loss", round(loss.item(), 4))
    return table.detach()


@torch.no_grad()
def report(corpus, words, table, name):
    line = [name]
    for number, language in enumerate(corpus.languages):
        which = (corpus.language == number).nonzero()[:, 0]
        s = F.normalize(student(corpus, words, table, which), dim=1)
        e = F.normalize(corpus.raw_english[corpus.english[which]], dim=1)
        order = (e @ s.T).argsort(1, descending=True)[:, :5] == torch.arange(len(which), device=device)[:, None]
        line.append(f"{language} {order[:, 0].float().mean() * 100:.1f}/{order.any(1).float().mean() * 100:.1f}/{(s * e).sum(1).mean():.3f}")
    say("  ".join(line))


def pack(path, table, kept, bits):
    """SEMM: header with the worth of one step of a weight, fingerprints in order, weights, cells."""
    most = 127 if bits == 8 else 7
    order = np.argsort(kept)
    values = table.cpu().numpy()[order].astype("f8") * UNIT
    scale = np.abs(values).max(1) / most
    step = scale.max() / 65535
    weight = np.clip(np.ceil(scale / step), 1, 65535)
    cells = np.clip(np.rint(values / (weight * step)[:, None]), -most, most).astype("i1")
    if bits == 4:
        cells = ((cells[:, 0::2] & 15) | ((cells[:, 1::2] & 15) << 4)).astype("u1")
    with open(path, "wb") as file:
        file.write(b"SEMM" + struct.pack("<4If", 1, len(kept), table.shape[1], bits, step))
        file.write(kept[order].astype("<u4").tobytes() + weight.astype("<u2").tobytes() + cells.tobytes())


def keep_best(table, kept, use, count):
    """A row is worth its length times how often it is used; words of few languages are not drowned by the big ones."""
    worth = table.norm(dim=1).cpu().numpy() * np.sqrt(use)
    best = np.argsort(-worth)[:count]
    return best


def main():
    global ENGLISH_TABLE, NAME_VECTORS, UNIT
    rows, heldout = read_rows()
    everything = rows + heldout
    say("read", len(rows), len(heldout))
    pool = multiprocessing.Pool(16)
    keys = pool.map(token_keys, everything, chunksize=4000)
    index = {}
    for ks in keys:
        for k in ks:
            index.setdefault(k, len(index))
    vocabulary = list(index)
    say("words", len(vocabulary))
    features = pool.map(parts_of, vocabulary, chunksize=4000)
    whole = [w for w, _ in features]
    parts = [p for _, p in features]
    english_rows = dict(zip(vocabulary, pool.map(english_of, vocabulary, chunksize=4000)))
    texts = {}
    for row in everything:
        texts.setdefault(row[1], len(texts))
    ids = pool.map(english_ids, list(texts), chunksize=4000)
    pool.close()
    UNIT = float(np.linalg.norm(english.rows, axis=1).mean())
    ENGLISH_TABLE = torch.as_tensor(english.rows / UNIT, device=device)
    lists = Ragged(*ragged(ids))
    flat, owner = lists.take(torch.arange(len(ids), device=device))
    raw_english = add_up(ENGLISH_TABLE[flat], owner, len(ids))
    NAME_VECTORS = torch.stack([ENGLISH_TABLE[english.text_rows(f"{n}:")].sum(0) for n in NAMES])
    training = Corpus(rows, keys[: len(rows)], index, texts, raw_english)
    tests = Corpus(heldout, keys[len(rows) :], index, texts, raw_english)
    say("features made; mean length of an English sum", raw_english.norm(dim=1).mean().item())

    counts = torch.bincount(training.language).float()
    balance = ((counts ** -0.5) / (counts ** -0.5 * counts).sum() * len(rows))[training.language]
    tokens_, owner = training.words.take(torch.arange(len(rows), device=device))
    plain = torch.bincount(tokens_, minlength=len(vocabulary)).cpu().numpy()
    weighted = torch.bincount(tokens_, weights=balance[owner].double(), minlength=len(vocabulary)).cpu().numpy()
    flat_parts, offsets = ragged(parts, np.int64)
    part_owner = np.repeat(np.arange(len(parts)), np.diff(offsets))
    is_word = np.array(whole) != 0
    all_fps = np.concatenate([flat_parts, np.array(whole)[is_word]])
    per_use = np.concatenate([plain[part_owner], plain[is_word]])
    per_weight = np.concatenate([weighted[part_owner], weighted[is_word]])
    least = np.concatenate([np.full(len(flat_parts), LEAST_PART), np.full(int(is_word.sum()), LEAST_WORD)])
    fps, inverse = np.unique(all_fps, return_inverse=True)
    use = np.bincount(inverse, weights=per_use)
    use_weighted = np.bincount(inverse, weights=per_weight)
    needed = np.zeros(len(fps))
    np.maximum.at(needed, inverse, least)
    chosen = (use >= needed) & (fps != 0)
    kept, use_weighted = fps[chosen], use_weighted[chosen]
    say("features", len(fps), "frequent enough", len(kept))

    words = Words(vocabulary, whole, parts, kept, english_rows)
    table = torch.randn(len(kept), 128, device=device) * 0.003
    report(tests, words, table * 0, "nothing")
    table = train(training, words, table, STEPS)
    report(tests, words, table, "all rows")
    for bits, count in ROWS.items():
        if not WANTED_BITS & {bits}:
            continue
        best = keep_best(table, kept, use_weighted, count)
        few = Words(vocabulary, whole, parts, kept[best], english_rows)
        start = table[torch.as_tensor(best, device=device)].clone()
        report(tests, few, start, f"kept {count}")
        trained = train(training, few, start, STEPS * 3 // 2, bits, rate=0.004)
        report(tests, few, fake_quantised(trained, bits), f"{bits} bits, {count} rows")
        pack(f"{OUT}/multilingual-{bits}.bin", trained, kept[best], bits)


if __name__ == "__main__":
    main()
