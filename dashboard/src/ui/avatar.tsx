// A person's initials in a circle; no picture is ever fetched.

export function Avatar({ name }: Readonly<{ name: string }>) {
  const initials = name
    .split(/\s+/)
    .map((word) => [...word][0] ?? "")
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
    .slice(0, 2)
    .join("")
    .toUpperCase();
  return (
    <span
      aria-hidden
      className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent text-xs"
    >
      {initials === "" ? "?" : initials}
    </span>
  );
}
