// The buttons: one primary a view, quiet ones beside it, and a red one for what takes something away.

import type { ButtonHTMLAttributes, ReactNode } from "react";
import { classes } from "./class-names.ts";

type Look = "primary" | "plain" | "quiet" | "danger";
type Size = "md" | "sm";

const LOOKS: Readonly<Record<Look, string>> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong border-transparent shadow-lift",
  plain: "bg-surface text-ink border-line-strong hover:bg-sunken shadow-lift",
  quiet: "bg-transparent text-ink-soft border-transparent hover:bg-sunken hover:text-ink",
  danger: "bg-bad text-on-bad border-transparent hover:opacity-90 shadow-lift",
};
const SIZES: Readonly<Record<Size, string>> = {
  md: "h-9 px-3.5 text-sm",
  sm: "h-7 px-2.5 text-xs",
};

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Readonly<{ look?: Look; size?: Size; icon?: ReactNode; isBusy?: boolean }>;

export function Button({
  look = "plain",
  size = "md",
  icon,
  isBusy = false,
  children,
  className,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled === true || isBusy}
      aria-busy={isBusy}
      className={classes(
        "inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium motion-safe:transition-colors disabled:opacity-50",
        LOOKS[look],
        SIZES[size],
        className,
      )}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Readonly<{ label: string; isOn?: boolean }>;

export function IconButton({ label, isOn, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...(isOn === undefined ? {} : { "aria-pressed": isOn })}
      className={classes(
        "inline-flex size-9 shrink-0 items-center justify-center rounded-md motion-safe:transition-colors disabled:opacity-40",
        isOn === true
          ? "bg-accent-soft text-accent"
          : "text-ink-soft hover:bg-sunken hover:text-ink",
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
