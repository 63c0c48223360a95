"""Fine-tunes the teacher on our English sentences and labels other people's with it.

  python3 teacher.py GTE SENTENCES WORTH

GTE        gte.npz, config.json and tokenizer.json, as export_teacher.py writes them
SENTENCES  tools/worth/sentences: en*.tsv (label, tab, sentence) and en.slots.tsv
WORTH      english.txt as assemble.py writes it; gets labels.u8 (a row of 30 bytes a line, each a share of 255) and
           labels.json (their names in order)

The teacher is trained twice: without a tenth of the patterns, to print what it gets right of those, and with all of them,
to label. Needs torch, transformers, tokenizers and a GPU.
"""

import glob
import json
import random
import re
import sys

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn.functional import cross_entropy
from transformers import BertConfig, BertModel

GTE, SENTENCES, WORTH = sys.argv[1:4]
KEPT = (
    "preference dislike profile possession skill relationship health habit plan event decision instruction procedure"
    " correction contact opinion feeling goal"
).split()
LEFT = (
    "chatter reply question request hypothetical reported sarcasm platitude status fiction document dangling"
).split()
LABELS = KEPT + LEFT  # the order of src/models/builtin/extract/worth-model.ts
DEVICE = "cuda"
MAX_TOKENS = 64
EPOCHS = 4
# Examples made of a pattern with slots; of one without, half as many.
FILLS = 6
BATCH = 64
SMOOTHING = 0.05
MODEL_RATE, HEAD_RATE = 6e-5, 1e-3


def load_model():
    packed = np.load(f"{GTE}/gte.npz")
    weights = {}
    for key in packed.files:
        if key.startswith("q:"):
            name = key[2:]
            matrix = packed[key].astype(np.float32) * packed[f"s:{name}"].astype(np.float32)
            weights[name] = torch.tensor(matrix.reshape(matrix.shape[0], -1))
        elif not key.startswith("s:"):
            weights[key] = torch.tensor(packed[key])
    model = BertModel(BertConfig(**json.load(open(f"{GTE}/config.json"))), add_pooling_layer=False)
    print(model.load_state_dict(weights, strict=False))
    return model.to(DEVICE)


def load_tokenizer():
    tokenizer = Tokenizer.from_file(f"{GTE}/tokenizer.json")
    tokenizer.enable_truncation(MAX_TOKENS)
    tokenizer.enable_padding()
    return tokenizer


def rows_of(path):
    for line in open(path, encoding="utf8"):
        fields = line.rstrip("\n").split("\t")
        if len(fields) == 2:
            yield fields


def load_patterns():
    slots = {name: values.split("|") for name, values in rows_of(f"{SENTENCES}/en.slots.tsv")}
    files = sorted(path for path in glob.glob(f"{SENTENCES}/en*.tsv") if not path.endswith(".slots.tsv"))
    patterns = [(label, text) for path in files for label, text in rows_of(path) if label in LABELS]
    return patterns, slots


def filled(text, slots):
    return re.sub(r"\{(\w+)\}", lambda match: random.choice(slots[match[1]]), text)


def as_typed(text):
    """A quarter in lower case, two fifths without the mark at the end."""
    text = text.lower() if random.random() < 0.25 else text
    return text.rstrip(".!") if random.random() < 0.4 else text


def examples_of(patterns, slots):
    examples = []
    for label, text in patterns:
        for _ in range(FILLS if "{" in text else FILLS // 2):
            examples.append((as_typed(filled(text, slots)), LABELS.index(label)))
    return examples


class Teacher:
    """gte-small with a linear head over the mean of its last states."""

    def __init__(self):
        self.tokenizer = load_tokenizer()
        self.model = load_model()
        self.head = torch.nn.Linear(self.model.config.hidden_size, len(LABELS)).to(DEVICE)

    def logits(self, texts):
        encoded = self.tokenizer.encode_batch(texts)
        ids = torch.tensor([one.ids for one in encoded], device=DEVICE)
        mask = torch.tensor([one.attention_mask for one in encoded], device=DEVICE)
        states = self.model(input_ids=ids, attention_mask=mask).last_hidden_state
        return self.head((states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)).float()

    def fit(self, patterns, slots):
        examples = examples_of(patterns, slots)
        parameters = [*self.model.parameters(), *self.head.parameters()]
        optimiser = torch.optim.AdamW(
            [
                {"params": self.model.parameters(), "lr": MODEL_RATE},
                {"params": self.head.parameters(), "lr": HEAD_RATE},
            ],
            weight_decay=0.01,
        )
        steps = EPOCHS * (len(examples) // BATCH)
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimiser, [MODEL_RATE, HEAD_RATE], total_steps=steps + 1, pct_start=0.1
        )
        self.model.train()
        for epoch in range(EPOCHS):
            random.shuffle(examples)
            for start in range(0, len(examples) - BATCH + 1, BATCH):
                texts, labels = zip(*examples[start : start + BATCH])
                with torch.autocast(DEVICE, dtype=torch.bfloat16):
                    logits = self.logits(list(texts))
                loss = cross_entropy(logits, torch.tensor(labels, device=DEVICE), label_smoothing=SMOOTHING)
                optimiser.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(parameters, 1.0)
                optimiser.step()
                schedule.step()
            print(f"epoch {epoch + 1}: loss {float(loss):.3f}")

    def shares(self, texts):
        """Short texts with short ones, so that little is padded."""
        self.model.eval()
        order = np.argsort([len(text) for text in texts])
        shares = np.zeros((len(texts), len(LABELS)), np.float32)
        with torch.no_grad(), torch.autocast(DEVICE, dtype=torch.bfloat16):
            for start in range(0, len(texts), 512):
                batch = order[start : start + 512]
                shares[batch] = torch.softmax(self.logits([texts[at] for at in batch]), -1).cpu().numpy()
        return shares


def report(teacher, held_out, slots):
    shares = teacher.shares([filled(text, slots) for _, text in held_out])
    labels = np.array([LABELS.index(label) for label, _ in held_out])
    is_kept = shares[:, : len(KEPT)].sum(1) > 0.5
    print(f"{len(held_out)} patterns held out: label {(shares.argmax(1) == labels).mean():.3f},", end=" ")
    print(f"keep or leave {(is_kept == (labels < len(KEPT))).mean():.3f}")


def main():
    random.seed(1)
    torch.manual_seed(1)
    patterns, slots = load_patterns()
    random.shuffle(patterns)
    tenth = len(patterns) // 10

    teacher = Teacher()
    teacher.fit(patterns[tenth:], slots)
    report(teacher, patterns[:tenth], slots)

    teacher = Teacher()
    teacher.fit(patterns, slots)
    sentences = open(f"{WORTH}/english.txt", encoding="utf8").read().split("\n")
    labels = np.round(teacher.shares(sentences) * 255).astype(np.uint8)
    labels.tofile(f"{WORTH}/labels.u8")
    json.dump(LABELS, open(f"{WORTH}/labels.json", "w"))
    for at, label in enumerate(LABELS):
        print(label, int((labels.argmax(1) == at).sum()))


main()
