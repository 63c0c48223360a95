// The text of a new key, which can never be read again.

import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

export function ShownOnce({ text, close }: Readonly<{ text: string; close: () => void }>) {
  return (
    <Dialog
      title="Keep this key now"
      close={close}
      footer={
        <>
          <CopyButton text={text} label="Copy the key" />
          <Button look="primary" onClick={close}>
            I have it
          </Button>
        </>
      }
    >
      <p className="mb-3 text-sm">It is shown this once and cannot be read again.</p>
      <code className="wrap-anywhere block rounded-md bg-sunken p-3 font-mono text-sm">{text}</code>
    </Dialog>
  );
}
