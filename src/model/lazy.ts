// A table made when it is first asked for, and then kept: a program that never asks does not pay for it when it starts.

export function lazy<T>(make: () => T): () => T {
  let made: Readonly<{ value: T }> | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
