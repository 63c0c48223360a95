// Getting everything out, or all that is kept of one person, as files to keep.

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useSignedIn } from "../../api/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { saveBlob, saveFile } from "../../ui/save-file.ts";
import { zipFile } from "../../ui/zip-file.ts";

const FORMATS = [
  { value: "jsonl", label: "Everything, to be imported again (JSON lines)" },
  { value: "markdown", label: "Everything, for people to read (Markdown)" },
  { value: "csv", label: "Memories for a spreadsheet (CSV)" },
  { value: "vault", label: "The vault" },
  { value: "privacy", label: "All that is kept of one person" },
] as const;
type Format = (typeof FORMATS)[number]["value"];

export function ExportCard() {
  const { client, who } = useSignedIn();
  const [format, setFormat] = useState<Format>("jsonl");
  const [subject, setSubject] = useState("");
  const exporting = useMutation({
    mutationFn: async () => {
      const about = format === "privacy" ? { subject: subject.trim() } : {};
      const { files } = await client.export({ format, ...about });
      const [only] = files;
      if (files.length === 1 && only !== undefined)
        saveFile(`${who.tenant}-${only.name}`, only.text, "text/plain");
      else saveBlob(`${who.tenant}-${format}.zip`, zipFile(files));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    exporting.mutate();
  };
  return (
    <Card title="Export">
      <form onSubmit={submit} className="space-y-4">
        <SelectField
          label="What"
          options={FORMATS}
          value={format}
          onChange={(event) =>
            setFormat(FORMATS.find(({ value }) => value === event.target.value)?.value ?? "jsonl")
          }
        />
        {format === "privacy" && (
          <TextField
            label="Whose"
            hint="The id of the person, as on their page."
            value={subject}
            onChange={(event) => setSubject(event.target.value)}
          />
        )}
        <Button
          type="submit"
          isBusy={exporting.isPending}
          disabled={format === "privacy" && subject.trim() === ""}
          icon={<Download size={15} aria-hidden />}
        >
          Download
        </Button>
        {exporting.error !== null && (
          <p role="alert" className="text-bad text-sm">
            {exporting.error.message}
          </p>
        )}
      </form>
    </Card>
  );
}
