// The lines of one section of a profile: where each comes from, and a way to put it right on the spot.

import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { useAct } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { useSignedIn } from "../../api/session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { sentence } from "../../ui/memory-words.ts";
import { Time } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";

type Sections = Answer<"profile">["sections"];
type Line = Sections[keyof Sections][number];
type SectionProps = Readonly<{ person: string; section: string; lines: readonly Line[] }>;

export function ProfileSection({ person, section, lines }: SectionProps) {
  return (
    <section className="grid gap-x-4 gap-y-2 px-4 py-4 sm:grid-cols-[7rem_1fr]">
      <h3 className="font-medium text-ink-soft text-sm">{sentence(section)}</h3>
      {lines.length === 0 ? (
        <p className="text-ink-faint text-sm">Nothing known.</p>
      ) : (
        <ul className="space-y-4">
          {lines.map((line) => (
            <ProfileLine key={line.id} person={person} line={line} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ProfileLine({ person, line }: Readonly<{ person: string; line: Line }>) {
  const { who } = useSignedIn();
  const [isEditing, setEditing] = useState(false);
  if (isEditing)
    return (
      <li>
        <CorrectForm person={person} line={line} close={() => setEditing(false)} />
      </li>
    );
  return (
    <li className="group flex items-start gap-2">
      <div className="min-w-0 flex-1 space-y-1">
        <p className="wrap-anywhere text-sm">{line.text}</p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-faint text-xs">
          {line.isCorrected && <Badge tone="ok">Corrected</Badge>}
          <span className="number">{Math.round(line.confidence * 100)} % sure</span>
          <Time at={line.updatedAt} />
          {line.sources.map((source) => (
            <SourceLink key={`${source.type} ${source.id}`} source={source} />
          ))}
        </p>
      </div>
      {who.may.includes("write") && (
        <IconButton label={`Correct “${line.text.slice(0, 60)}”`} onClick={() => setEditing(true)}>
          <Pencil size={15} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

function SourceLink({ source }: Readonly<{ source: Line["sources"][number] }>) {
  const word = `${sentence(source.type)}: ${source.title}`;
  if (source.type === "message")
    return <span className="max-w-56 truncate rounded-sm bg-sunken px-1.5">{word}</span>;
  return (
    <Link
      href={`/memories?id=${encodeURIComponent(source.id)}`}
      className="max-w-56 truncate rounded-sm bg-accent-soft px-1.5 text-accent hover:underline"
    >
      {word}
    </Link>
  );
}

type CorrectProps = Readonly<{ person: string; line: Line; close: () => void }>;

function CorrectForm({ person, line, close }: CorrectProps) {
  const [text, setText] = useState(line.text);
  const toast = useToast();
  const correct = useAct("correctProfile", {
    done: ({ id }) => {
      toast({
        text: "Corrected; nothing automatic overrules it",
        detail: `On record in the history of ${id}`,
      });
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    correct.mutate({ person, traitId: line.id, text });
  };
  return (
    <form onSubmit={submit} className="space-y-2">
      <TextField
        label="Put right"
        isLabelHidden
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {correct.error !== null && (
        <p role="alert" className="text-bad text-xs">
          {correct.error.message}
        </p>
      )}
      <div className="flex gap-2">
        <Button size="sm" look="primary" type="submit" isBusy={correct.isPending}>
          Save
        </Button>
        <Button size="sm" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
