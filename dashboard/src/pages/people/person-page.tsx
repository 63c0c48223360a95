// One person: the profile by section with the source of every line, all memories, and the right to have it all or
// none of it.

import { Download, Eraser } from "lucide-react";
import { useState } from "react";
import { useParams } from "wouter";
import { useAsk } from "../../api/ask.ts";
import { useSignedIn } from "../../api/session.tsx";
import { Page } from "../../shell/page.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/states.tsx";
import { EraseDialog } from "./erase-dialog.tsx";
import { PersonMemories } from "./person-memories.tsx";
import { ProfileSection } from "./profile-section.tsx";
import { useExport } from "./use-export.ts";

const SECTIONS = ["bio", "interests", "skills", "opinions", "relationships", "other"] as const;

export function PersonPage() {
  const person = decodeURIComponent(useParams<{ person: string }>().person);
  const { who } = useSignedIn();
  const [isErasing, setErasing] = useState(false);
  const profile = useAsk("profile", { person });
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
          {who.may.includes("operate") && (
            <Button icon={<Eraser size={15} aria-hidden />} onClick={() => setErasing(true)}>
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
      {isErasing && <EraseDialog person={person} name={name} close={() => setErasing(false)} />}
    </Page>
  );
}
