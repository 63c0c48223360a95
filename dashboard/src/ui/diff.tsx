// Two texts as one, with what went struck out and what came marked.

import { wordDiff } from "./word-diff.ts";

export function Diff({ before, after }: Readonly<{ before: string; after: string }>) {
  const pieces = wordDiff(before, after).map((piece, index) => ({ ...piece, key: `${index}` }));
  return (
    <p className="wrap-anywhere whitespace-pre-wrap text-sm">
      {pieces.map(({ type, text, key }) => {
        if (type === "added")
          return (
            <ins key={key} className="rounded-sm bg-ok-soft text-ok no-underline">
              {text}
            </ins>
          );
        if (type === "removed")
          return (
            <del key={key} className="rounded-sm bg-bad-soft text-bad">
              {text}
            </del>
          );
        return <span key={key}>{text}</span>;
      })}
    </p>
  );
}
