// Getting everything out, and bringing something in.

import { useMutation } from "@tanstack/react-query";
import { Download, FileText } from "lucide-react";
import type { ReactNode } from "react";
import { STATES } from "../../../../src/model/state.ts";
import { allMemories } from "../../api/all-memories.ts";
import { useSignedIn } from "../../api/session.tsx";
import { Page } from "../../shell/page.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { ImportsCard } from "./imports-card.tsx";

export function DataPage() {
  return (
    <Page
      title="Import & export"
      about="Your memory is yours: take it with you, or bring some along"
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <ExportCard />
        <ImportsCard />
        <Card title="On the server’s machine">
          <Command
            about="Bring in a file, after seeing what it would do"
            text="mneme import FILE --dry-run"
          />
          <Command about="Everything as a file that can be imported again" text="mneme export" />
          <Command about="A copy of the store while it runs" text="mneme backup" />
        </Card>
      </div>
    </Page>
  );
}

function ExportCard() {
  const { client, who } = useSignedIn();
  const lines = useMutation({
    mutationFn: async () => {
      const all = await allMemories(client, {
        states: STATES.filter((state) => state !== "purged"),
      });
      const text = all.map((memory) => JSON.stringify(memory)).join("\n");
      saveFile(`${who.tenant}-memories.jsonl`, `${text}\n`, "application/x-ndjson");
    },
  });
  const page = useMutation({
    mutationFn: async () => {
      const { text } = await client.snapshot({});
      saveFile(`${who.tenant}.md`, text, "text/markdown");
    },
  });
  const error = lines.error ?? page.error;
  return (
    <Card title="Export">
      <div className="space-y-5">
        <Export about="Every memory with its evidence and provenance, one JSON object a line.">
          <Button
            isBusy={lines.isPending}
            icon={<Download size={15} aria-hidden />}
            onClick={() => lines.mutate()}
          >
            Download JSON lines
          </Button>
        </Export>
        <Export about="The same for people to read: a page of Markdown.">
          <Button
            isBusy={page.isPending}
            icon={<FileText size={15} aria-hidden />}
            onClick={() => page.mutate()}
          >
            Download Markdown
          </Button>
        </Export>
        {error !== null && (
          <p role="alert" className="text-bad text-sm">
            {error.message}
          </p>
        )}
      </div>
    </Card>
  );
}

function Export({ about, children }: Readonly<{ about: string; children: ReactNode }>) {
  return (
    <div className="space-y-2">
      <p className="text-ink-soft text-sm">{about}</p>
      {children}
    </div>
  );
}

function Command({ about, text }: Readonly<{ about: string; text: string }>) {
  return (
    <div className="mb-4 last:mb-0">
      <p className="mb-1 text-ink-soft text-sm">{about}</p>
      <div className="flex items-center gap-2 rounded-md bg-sunken pr-1 pl-3">
        <code className="wrap-anywhere min-w-0 flex-1 py-2 font-mono text-sm">{text}</code>
        <CopyButton text={text} />
      </div>
    </div>
  );
}
