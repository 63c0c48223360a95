// Copies a text, and says so.

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";

const SAID_MS = 1_500;

export function CopyButton({ text, label = "Copy" }: Readonly<{ text: string; label?: string }>) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SAID_MS);
  };
  return (
    <Button
      size="sm"
      look="quiet"
      onClick={() => void copy()}
      icon={isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    >
      {isCopied ? "Copied" : label}
    </Button>
  );
}
