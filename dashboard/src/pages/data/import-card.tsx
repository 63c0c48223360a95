// Bringing a file in: what it would do is shown first, then it is taken in, and it can be taken back.

import { useMutation } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useState } from "react";
import { useAct } from "../../api/ask.ts";
import { useSignedIn } from "../../api/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { plural } from "../../ui/memory-words.ts";
import { useToast } from "../../ui/toast.tsx";
import { ImportReport } from "./import-report.tsx";
import { MAX_MEGABYTES, readBase64, tooLarge } from "./read-base64.ts";
import { UndoImport } from "./undo-import.tsx";

export function ImportCard() {
  const { client } = useSignedIn();
  const toast = useToast();
  const [isUndoing, setUndoing] = useState(false);
  const trying = useMutation({
    mutationFn: async (file: File) => {
      const data = await readBase64(file);
      const report = await client.import({ data, encoding: "base64", dryRun: true });
      return { data, report };
    },
  });
  const taking = useAct("import", {
    done: ({ counts, importId = "" }) =>
      toast({
        text: `${plural(counts.stored + counts.restored, "memory", "memories")} taken in`,
        detail: `Import ${importId}`,
        audit: { act: "import" },
      }),
  });
  const choose = (file: File | undefined) => {
    taking.reset();
    trying.reset();
    if (file !== undefined) trying.mutate(file);
  };
  const importId = taking.data?.importId;
  const error = trying.error ?? taking.error;
  return (
    <Card title="Import">
      <div className="space-y-4">
        <FileChoice isBusy={trying.isPending} choose={choose} />
        {error !== null && (
          <p role="alert" className="text-bad text-sm">
            {error.message}
          </p>
        )}
        {trying.data !== undefined && taking.data === undefined && (
          <>
            <ImportReport title="It would" report={trying.data.report} />
            <Button
              look="primary"
              isBusy={taking.isPending}
              onClick={() => taking.mutate({ data: trying.data.data, encoding: "base64" })}
            >
              Take it in
            </Button>
          </>
        )}
        {taking.data !== undefined && <ImportReport title="It did" report={taking.data} />}
        {importId !== undefined && <Button onClick={() => setUndoing(true)}>Take it back…</Button>}
        {isUndoing && importId !== undefined && (
          <UndoImport
            id={importId}
            close={() => setUndoing(false)}
            done={() => choose(undefined)}
          />
        )}
      </div>
    </Card>
  );
}

type ChoiceProps = Readonly<{ isBusy: boolean; choose: (file: File | undefined) => void }>;

function FileChoice({ isBusy, choose }: ChoiceProps) {
  const [name, setName] = useState("");
  const [isTooLarge, setTooLarge] = useState(false);
  const chosen = (file: File | undefined) => {
    setName(file?.name ?? "");
    setTooLarge(file !== undefined && tooLarge(file));
    choose(file === undefined || tooLarge(file) ? undefined : file);
  };
  return (
    <div className="space-y-2">
      <p className="text-ink-soft text-sm">
        An export of Mneme or of another program, a chat log, Markdown or a table, up to{" "}
        {MAX_MEGABYTES} MB. The format is recognised from the file. Nothing is stored before you
        have seen what it would do.
      </p>
      <label className="relative inline-flex h-9 cursor-pointer items-center gap-1.5 rounded-md border border-line-strong bg-surface px-3.5 font-medium text-sm shadow-lift focus-within:outline-2 focus-within:outline-accent hover:bg-sunken">
        <FileUp size={15} aria-hidden />
        {isBusy ? "Reading…" : "Choose a file"}
        <input
          type="file"
          disabled={isBusy}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={({ target }) => {
            chosen(target.files?.[0]);
            // The same file may be chosen again after it was changed.
            target.value = "";
          }}
        />
      </label>
      {name !== "" && <p className="wrap-anywhere font-mono text-ink-faint text-xs">{name}</p>}
      {isTooLarge && (
        <p role="alert" className="text-bad text-sm">
          The file is larger than {MAX_MEGABYTES} MB. Use the command on the server’s machine.
        </p>
      )}
    </div>
  );
}
