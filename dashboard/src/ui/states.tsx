// What a page shows when there is nothing to show: still loading, empty, failed, or not allowed.

import type { UseQueryResult } from "@tanstack/react-query";
import { Lock, RotateCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { MemoryError } from "../../../src/errors.ts";
import { Button } from "./button.tsx";
import { classes } from "./class-names.ts";

export function Skeleton({ className = "h-4 w-full" }: Readonly<{ className?: string }>) {
  return <div className={classes("skeleton", className)} />;
}

export function SkeletonLines({ count = 6 }: Readonly<{ count?: number }>) {
  const widths = ["w-11/12", "w-3/4", "w-5/6", "w-2/3"];
  return (
    <div role="status" aria-label="Loading" className="space-y-4 p-4">
      {Array.from({ length: count }, (_, index) => `line-${index}`).map((key, index) => (
        <Skeleton key={key} className={classes("h-4", widths[index % widths.length])} />
      ))}
    </div>
  );
}

type EmptyProps = Readonly<{
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}>;

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="flex flex-col items-center justify-center gap-2 px-6 py-14 text-center">
      {icon !== undefined && (
        <div className="mb-2 flex size-12 items-center justify-center rounded-full bg-sunken text-ink-faint">
          {icon}
        </div>
      )}
      <p className="font-semibold text-base">{title}</p>
      {children !== undefined && <p className="max-w-md text-ink-soft text-sm">{children}</p>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}

export function Failure({ error, retry }: Readonly<{ error: Error; retry?: () => void }>) {
  if (isDenied(error)) return <Denied error={error} />;
  const requestId = error instanceof MemoryError ? error.details["requestId"] : undefined;
  return (
    <div role="alert">
      <Empty
        icon={<TriangleAlert size={22} aria-hidden />}
        title="This could not be loaded"
        {...(retry === undefined
          ? {}
          : {
              action: (
                <Button onClick={retry} icon={<RotateCw size={15} aria-hidden />}>
                  Try again
                </Button>
              ),
            })}
      >
        {error.message}
        {typeof requestId === "string" && (
          <code className="mt-2 block font-mono text-2xs text-ink-faint">request {requestId}</code>
        )}
      </Empty>
    </div>
  );
}

function Denied({ error }: Readonly<{ error: Error }>) {
  return (
    <div role="alert">
      <Empty icon={<Lock size={22} aria-hidden />} title="Your key may not see this">
        {error.message} Ask whoever runs this server for a key with another role.
      </Empty>
    </div>
  );
}

export function isDenied(error: unknown): boolean {
  return error instanceof MemoryError && error.code === "forbidden";
}

type LoadedProps<T> = Readonly<{
  query: UseQueryResult<T, Error>;
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}>;

/** Draws an answer once it is there, and what stands in its place until then. */
export function Loaded<T>({ query, loading, children }: LoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error !== null)
    return <Failure error={query.error} retry={() => void query.refetch()} />;
  return <>{loading ?? <SkeletonLines />}</>;
}
