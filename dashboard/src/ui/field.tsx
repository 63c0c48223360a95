// Form fields with their labels.

import { ChevronDown, Search } from "lucide-react";
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { classes } from "./class-names.ts";

const BOX =
  "w-full rounded-md border border-line-strong bg-surface px-3 text-ink text-sm placeholder:text-ink-faint disabled:opacity-60";

type FieldProps = Readonly<{ label: string; hint?: ReactNode; isLabelHidden?: boolean }>;

function Labelled({
  id,
  label,
  hint,
  isLabelHidden = false,
  children,
}: FieldProps & Readonly<{ id: string; children: ReactNode }>) {
  return (
    <div className="min-w-0">
      <label
        htmlFor={id}
        className={
          isLabelHidden ? "sr-only" : "mb-1.5 block font-medium text-ink-soft text-xs leading-4"
        }
      >
        {label}
      </label>
      {children}
      {hint !== undefined && <p className="mt-1.5 text-ink-faint text-xs">{hint}</p>}
    </div>
  );
}

export function TextField({
  label,
  hint,
  isLabelHidden = false,
  className,
  ...rest
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Labelled {...{ id, label, hint, isLabelHidden }}>
      <input id={id} className={classes(BOX, "h-9", className)} {...rest} />
    </Labelled>
  );
}

export function TextArea({
  label,
  hint,
  isLabelHidden = false,
  className,
  ...rest
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <Labelled {...{ id, label, hint, isLabelHidden }}>
      <textarea id={id} className={classes(BOX, "py-2 leading-5", className)} {...rest} />
    </Labelled>
  );
}

type Option = Readonly<{ value: string; label: string }>;

export function SelectField({
  label,
  hint,
  isLabelHidden = false,
  options,
  className,
  ...rest
}: FieldProps &
  Readonly<{ options: readonly Option[] }> &
  SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  return (
    <Labelled {...{ id, label, hint, isLabelHidden }}>
      <div className="relative">
        <select
          id={id}
          className={classes(BOX, "h-9 appearance-none truncate pr-8", className)}
          {...rest}
        >
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown
          size={15}
          aria-hidden
          className="pointer-events-none absolute top-2.5 right-2.5 text-ink-faint"
        />
      </div>
    </Labelled>
  );
}

type SearchProps = Readonly<{ label: string }> & InputHTMLAttributes<HTMLInputElement>;

export function SearchField({ label, className, ...rest }: SearchProps) {
  return (
    <div className={classes("relative min-w-0", className)}>
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute top-2.5 left-3 text-ink-faint"
      />
      <input type="search" aria-label={label} className={classes(BOX, "h-9 pl-9")} {...rest} />
    </div>
  );
}
