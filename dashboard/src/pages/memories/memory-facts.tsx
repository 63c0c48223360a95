// How a memory is filed, weighed and bounded in time.

import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Memory } from "../../../../src/model/memory.ts";
import { Badge } from "../../ui/badge.tsx";
import { aboutWord, sentence, stateWord, TRUST_WORDS } from "../../ui/memory-words.ts";
import { Meter } from "../../ui/meter.tsx";
import { Time } from "../../ui/time.tsx";

export function MemoryFacts({ memory }: Readonly<{ memory: Memory }>) {
  const { word, tone } = stateWord(memory.state);
  const trust = TRUST_WORDS[memory.trust];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg bg-sunken p-4 text-sm sm:grid-cols-3">
      <Fact name="State">
        <Badge tone={tone}>{word}</Badge>
      </Fact>
      <Fact name="Trusted as">
        <Badge tone={trust.tone}>{trust.word}</Badge>
      </Fact>
      <Fact name="About">
        <Person subject={memory.subject} />
      </Fact>
      <Fact name="Confidence">
        <span className="number">{Math.round(memory.confidence * 100)} %</span>
        <Meter value={memory.confidence} />
      </Fact>
      <Fact name="Importance">{memory.importance} of 5</Fact>
      <Fact name="Seen by">{memory.scope === "shared" ? "Everyone" : memory.scope}</Fact>
      <Fact name="Learned">
        <Time at={memory.createdAt} />
      </Fact>
      <Fact name="Updated">
        <Time at={memory.updatedAt} /> · v{memory.version}
      </Fact>
      <Fact name="Lasts">{sentence(memory.stability)}</Fact>
      <Times memory={memory} />
      {memory.tags.length > 0 && (
        <div className="col-span-full">
          <dt className="sr-only">Tags</dt>
          <dd className="flex flex-wrap gap-1">
            {memory.tags.map((tag) => (
              <Badge key={tag} tone="accent">
                {tag}
              </Badge>
            ))}
          </dd>
        </div>
      )}
      <Fact name="Id" isWide>
        <code className="wrap-anywhere font-mono text-xs">{memory.id}</code>
      </Fact>
    </dl>
  );
}

function Times({ memory }: Readonly<{ memory: Memory }>) {
  const times = [
    ["True from", memory.validFrom],
    ["True until", memory.validTo],
    ["Expires", memory.expiresAt],
    ["Gone for good", memory.purgeAt],
  ] as const;
  return times.map(([name, at]) =>
    at === undefined ? null : (
      <Fact key={name} name={name}>
        <Time at={at} show="day" />
      </Fact>
    ),
  );
}

function Person({ subject }: Readonly<{ subject: string | undefined }>) {
  if (subject === undefined || subject === "__lore__") return <>{aboutWord(subject)}</>;
  return (
    <Link
      href={`/people/${encodeURIComponent(subject)}`}
      className="wrap-anywhere text-accent underline-offset-2 hover:underline"
    >
      {subject}
    </Link>
  );
}

type FactProps = Readonly<{ name: string; children: ReactNode; isWide?: boolean }>;

function Fact({ name, children, isWide = false }: FactProps) {
  return (
    <div className={isWide ? "col-span-full min-w-0" : "min-w-0"}>
      <dt className="text-ink-faint text-xs">{name}</dt>
      <dd className="wrap-anywhere space-y-1">{children}</dd>
    </div>
  );
}
