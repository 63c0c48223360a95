// Changing what a memory says or how it is filed, without running over someone else's change.

import { type FormEvent, useState } from "react";
import { MemoryError } from "../../../../src/errors.ts";
import type { Importance, Memory } from "../../../../src/model/memory.ts";
import { useAct } from "../../api/ask.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextArea, TextField } from "../../ui/field.tsx";
import { useToast } from "../../ui/toast.tsx";

type EditProps = Readonly<{ memory: Memory; close: () => void }>;

const IMPORTANCE = [1, 2, 3, 4, 5].map((one) => ({ value: String(one), label: `${one} of 5` }));

export function EditMemory({ memory, close }: EditProps) {
  const toast = useToast();
  const [text, setText] = useState(memory.text);
  const [category, setCategory] = useState(memory.category);
  const [tags, setTags] = useState(memory.tags.join(", "));
  const [importance, setImportance] = useState(String(memory.importance));
  const edit = useAct("edit", {
    done: ({ version }) => {
      toast({ text: "Saved", detail: `Version ${version}; the old one stays in the history.` });
      close();
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const set = {
      ...(text === memory.text ? {} : { text }),
      ...(category === memory.category ? {} : { category }),
      ...(tags === memory.tags.join(", ") ? {} : { tags: listed(tags) }),
      ...(Number(importance) === memory.importance
        ? {}
        : { importance: Number(importance) as Importance }),
    };
    edit.mutate({ id: memory.id, ifVersion: memory.version, set });
  };
  return (
    <form onSubmit={save} className="space-y-4">
      <TextArea
        label="Text"
        rows={4}
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <TextField
          label="Category"
          value={category}
          onChange={(event) => setCategory(event.target.value)}
        />
        <SelectField
          label="Importance"
          options={IMPORTANCE}
          value={importance}
          onChange={(event) => setImportance(event.target.value)}
        />
      </div>
      <TextField
        label="Tags"
        hint="Several with commas between."
        value={tags}
        onChange={(event) => setTags(event.target.value)}
      />
      {edit.error !== null && <Refused error={edit.error} />}
      <div className="flex gap-2">
        <Button look="primary" type="submit" isBusy={edit.isPending}>
          Save
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  );
}

function Refused({ error }: Readonly<{ error: Error }>) {
  const isOld = error instanceof MemoryError && error.code === "conflict";
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
      {isOld
        ? "It has changed since you opened it. Close this form to see the newer version."
        : error.message}
    </p>
  );
}

function listed(tags: string): string[] {
  return tags
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}
