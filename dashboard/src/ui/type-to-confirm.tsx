// Words that have to be typed before something goes that is hard or impossible to bring back.

import { TextField } from "./field.tsx";

type TypeToConfirmProps = Readonly<{
  word: string;
  typed: string;
  onType: (typed: string) => void;
}>;

export function TypeToConfirm({ word, typed, onType }: TypeToConfirmProps) {
  return (
    <TextField
      label={`Type “${word}” to go on`}
      value={typed}
      autoComplete="off"
      onChange={(event) => onType(event.target.value)}
    />
  );
}
