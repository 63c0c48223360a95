// Getting everything out, and bringing something in.

import { Page } from "../../shell/page.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ExportCard } from "./export-card.tsx";
import { ImportCard } from "./import-card.tsx";
import { ImportsCard } from "./imports-card.tsx";

export function DataPage() {
  return (
    <Page
      title="Import & export"
      about="Your memory is yours: take it with you, or bring some along"
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <ImportCard />
        <ExportCard />
        <ImportsCard />
        <Card title="On the server’s machine">
          <Command
            about="A file of any size or a folder, after seeing what it would do"
            text="mneme import FILE --dry-run"
          />
          <Command about="Everything as a file that can be imported again" text="mneme export" />
          <Command about="A copy of the store while it runs" text="mneme backup" />
        </Card>
      </div>
    </Page>
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
