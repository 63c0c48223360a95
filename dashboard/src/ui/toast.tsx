// Short messages about what was just done, each with a way back where there is one.

import { Check, TriangleAlert, X } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { type AuditedAct, AuditNumber } from "../api/audit-number.tsx";
import { Button, IconButton } from "./button.tsx";

export type Toast = Readonly<{
  text: string;
  detail?: string;
  /** Where the act stands in the audit trail. */
  audit?: AuditedAct;
  tone?: "ok" | "bad";
  undo?: () => void;
}>;
type Shown = Toast & Readonly<{ id: number }>;

const SHOWN_MS = 9_000;
const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

export function ToastProvider({ children }: Readonly<{ children: ReactNode }>) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const remove = useCallback((id: number) => {
    setShown((before) => before.filter((toast) => toast.id !== id));
  }, []);
  const show = useCallback(
    (toast: Toast) => {
      const id = performance.now();
      setShown((before) => [...before.slice(-2), { ...toast, id }]);
      setTimeout(() => remove(id), SHOWN_MS);
    },
    [remove],
  );
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="fixed right-4 bottom-20 z-40 w-[min(400px,calc(100vw-32px))] space-y-2 md:bottom-4"
      >
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} remove={() => remove(toast.id)} />
        ))}
      </div>
    </ToastContext>
  );
}

function ToastCard({ toast, remove }: Readonly<{ toast: Shown; remove: () => void }>) {
  const { text, detail, audit, tone = "ok", undo } = toast;
  return (
    <div className="rise flex items-start gap-3 rounded-lg bg-surface py-3 pr-2 pl-4 text-ink shadow-float">
      {tone === "ok" ? (
        <Check size={18} className="mt-0.5 shrink-0 text-ok" aria-hidden />
      ) : (
        <TriangleAlert size={18} className="mt-0.5 shrink-0 text-bad" aria-hidden />
      )}
      <div className="min-w-0 flex-1 text-sm">
        <p className="wrap-anywhere font-medium">{text}</p>
        {detail !== undefined && <p className="wrap-anywhere text-ink-faint text-xs">{detail}</p>}
        {audit !== undefined && <AuditNumber of={audit} />}
      </div>
      {undo !== undefined && (
        <Button
          size="sm"
          onClick={() => {
            undo();
            remove();
          }}
        >
          Undo
        </Button>
      )}
      <IconButton label="Dismiss" className="-my-1.5" onClick={remove}>
        <X size={16} aria-hidden />
      </IconButton>
    </div>
  );
}

export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}
