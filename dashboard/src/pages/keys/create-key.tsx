// Making a key. Its text is shown this once.

import { type FormEvent, useState } from "react";
import { ROLES, type Role } from "../../../../src/model/access-key.ts";
import { useAct } from "../../api/ask.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { ShownOnce } from "./shown-once.tsx";

const ABOUT: Readonly<Record<Role, string>> = {
  read: "may look",
  write: "may look and write",
  agent: "acts for one agent; never decides reviews",
  reviewer: "may look and decide reviews",
  operator: "may do everything",
};

export function CreateKey({ close }: Readonly<{ close: () => void }>) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("write");
  const [agent, setAgent] = useState("");
  const create = useAct("createKey");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name: name.trim(), role, ...(agent === "" ? {} : { agent: agent.trim() }) });
  };
  if (create.data !== undefined) return <ShownOnce text={create.data.key} close={close} />;
  return (
    <Dialog title="New key" close={close}>
      <form onSubmit={submit} className="space-y-4">
        <TextField
          label="What it is for"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label="Role"
          options={ROLES.map((one) => ({ value: one, label: `${one}: ${ABOUT[one]}` }))}
          value={role}
          onChange={(event) => setRole(ROLES.find((one) => one === event.target.value) ?? "write")}
        />
        <TextField
          label={role === "agent" ? "Agent" : "Agent (optional)"}
          required={role === "agent"}
          value={agent}
          onChange={(event) => setAgent(event.target.value)}
        />
        {create.error !== null && (
          <p role="alert" className="text-bad text-sm">
            {create.error.message}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={create.isPending}>
            Make it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
