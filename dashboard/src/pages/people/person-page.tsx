// One person: the profile by section with the source of every line, all memories, and the right to have it all or
// none of it.

import { Download, Eraser, ShieldOff, UserX } from "lucide-react";
import { useState } from "react";
import { useParams } from "wouter";
import { useAsk } from "../../api/ask.ts";
import { useSignedIn } from "../../api/session.tsx";
import { Page } from "../../shell/page.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/states.tsx";
import { DeleteProfile } from "./delete-profile.tsx";
import { EraseDialog } from "./erase-dialog.tsx";
import { PersonMemories } from "./person-memories.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { Quarantine } from "./quarantine.tsx";
import { useExport } from "./use-export.ts";

const SECTIONS = ["bio", "interests", "skills", "opinions", "relationships", "other"] as const;

export function PersonPage() {
  const person = decodeURIComponent(useParams<{ person: string }>().person);
  const { who } = useSignedIn();
  const [asked, setAsked] = useState<"erase" | "delete" | "quarantine">();
  const close = () => setAsked(undefined);
  const profile = useAsk("profile", { person });
  const lines = Object.values(profile.data?.sections ?? {}).flatMap((section) =>
    section.map(({ id }) => id),
  );
  const known = useAsk("people", { q: person, limit: 10 });
  const name = known.data?.find(({ user }) => user === person)?.name ?? person;
  const exporting = useExport(person);
  return (
    <Page
      title={name}
      about={<code className="font-mono text-xs">{person}</code>}
      actions={
        <>
          <Button
            icon={<Download size={15} aria-hidden />}
            isBusy={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            Export
          </Button>
          {who.may.includes("review") && (
            <Button
              icon={<ShieldOff size={15} aria-hidden />}
              onClick={() => setAsked("quarantine")}
            >
              Quarantine…
            </Button>
          )}
          {who.may.includes("write") && who.role !== "agent" && lines.length > 0 && (
            <Button icon={<UserX size={15} aria-hidden />} onClick={() => setAsked("delete")}>
              Delete profile…
            </Button>
          )}
          {who.may.includes("operate") && (
            <Button icon={<Eraser size={15} aria-hidden />} onClick={() => setAsked("erase")}>
              Erase…
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[3fr_2fr]">
        <Card title="Profile" note="every line with its source" isFlush>
          <Loaded query={profile}>
            {({ sections }) => (
              <div className="divide-y divide-line">
                {SECTIONS.map((section) => (
                  <ProfileSection
                    key={section}
                    {...{ person, section }}
                    lines={sections[section] ?? []}
                  />
                ))}
              </div>
            )}
          </Loaded>
        </Card>
        <PersonMemories person={person} />
      </div>
      {asked === "erase" && <EraseDialog {...{ person, name, close }} />}
      {asked === "delete" && <DeleteProfile {...{ person, lines, close }} />}
      {asked === "quarantine" && <Quarantine {...{ person, name, close }} />}
    </Page>
  );
}
