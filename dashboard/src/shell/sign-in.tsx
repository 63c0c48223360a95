// The door: a key is pasted once for this tab. Whoever followed a one-time link never sees it.

import { type FormEvent, useState } from "react";
import { useSession } from "../api/session.tsx";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { Wordmark } from "./wordmark.tsx";

export function SignIn({ reason }: Readonly<{ reason: string | undefined }>) {
  const { signIn } = useSession();
  const [key, setKey] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await signIn(key.trim());
    setBusy(false);
  };
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-12">
      <div className="rise w-full max-w-sm">
        <div className="mb-8 flex justify-center">
          <Wordmark />
        </div>
        <form
          onSubmit={(event) => void submit(event)}
          className="space-y-5 rounded-lg border border-line bg-surface p-6 shadow-lift"
        >
          <div>
            <h1 className="font-semibold text-xl">Sign in</h1>
            <p className="mt-1 text-ink-soft text-sm">
              Paste an access key. It stays in this tab and goes nowhere but to this server.
            </p>
          </div>
          {reason !== undefined && (
            <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad text-sm">
              {reason}
            </p>
          )}
          <TextField
            label="Access key"
            type="password"
            name="key"
            autoComplete="off"
            spellCheck={false}
            placeholder="mk_…"
            required
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
          <Button look="primary" type="submit" isBusy={isBusy} className="w-full">
            Sign in
          </Button>
        </form>
        <p className="mt-6 px-2 text-center text-ink-faint text-xs">
          No key at hand? On its own machine,{" "}
          <code className="font-mono text-ink-soft">mneme serve</code> prints a link that opens this
          page signed in, once.
        </p>
      </div>
    </main>
  );
}
