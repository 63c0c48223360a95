// Dialogs and drawers on the browser's own <dialog>. A dialog keeps the focus in; a drawer leaves the page in use. Both
// close on Escape and give the focus back.

import { X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { IconButton } from "./button.tsx";
import { classes } from "./class-names.ts";

type DialogProps = Readonly<{
  title: ReactNode;
  close: () => void;
  children: ReactNode;
  footer?: ReactNode;
  actions?: ReactNode;
  shape?: "dialog" | "wide" | "drawer" | "sheet";
}>;

const SHAPES = {
  dialog: "m-auto w-[min(480px,calc(100vw-32px))] max-h-[calc(100dvh-64px)] rounded-lg",
  wide: "m-auto w-[min(720px,calc(100vw-32px))] max-h-[calc(100dvh-64px)] rounded-lg",
  drawer:
    "drawer fixed inset-y-0 right-0 left-auto z-30 m-0 h-dvh max-h-none w-[min(600px,100vw)] max-w-none border-l border-line",
  sheet: "mx-0 mb-0 mt-auto w-screen max-w-none max-h-[80dvh] rounded-t-lg",
} as const;

export function Dialog(props: DialogProps) {
  const { title, close, children, footer, actions, shape = "dialog" } = props;
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useOpened(element, { close, isModal: shape !== "drawer" });
  return (
    <dialog
      ref={element}
      aria-labelledby={titleId}
      className={classes(
        "overflow-hidden bg-surface text-ink shadow-float backdrop:bg-[var(--veil)]",
        SHAPES[shape],
      )}
    >
      <div className={classes("flex flex-col", shape === "drawer" ? "h-dvh" : "max-h-[inherit]")}>
        <header className="flex shrink-0 items-center gap-2 border-line border-b py-2 pr-2 pl-5">
          <h2 id={titleId} className="min-w-0 flex-1 truncate font-semibold text-base">
            {title}
          </h2>
          {actions}
          <IconButton label="Close" onClick={close}>
            <X size={18} aria-hidden />
          </IconButton>
        </header>
        <div className="thin-scroll min-h-0 flex-1 overflow-y-auto overflow-x-hidden px-5 py-4">
          {children}
        </div>
        {footer !== undefined && (
          <footer className="flex shrink-0 flex-wrap justify-end gap-2 border-line border-t bg-canvas px-5 py-3">
            {footer}
          </footer>
        )}
      </div>
    </dialog>
  );
}

type Opened = Readonly<{ close: () => void; isModal: boolean }>;

/**
 * Escape closes it, and so does a click beside one that holds everything else up. Its owner decides, by no longer
 * drawing it. A drawer holds nothing up: the list behind it stays in use.
 */
function useOpened(element: RefObject<HTMLDialogElement | null>, { close, isModal }: Opened): void {
  const closing = useRef(close);
  closing.current = close;
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    const before = document.activeElement;
    const over = new AbortController();
    const listen = (name: string, heard: (event: Event) => void) =>
      dialog.addEventListener(name, heard, { signal: over.signal });
    listen("cancel", (event) => {
      event.preventDefault();
      closing.current();
    });
    listen("click", (event) => {
      if (isModal && event.target === dialog) closing.current();
    });
    listen("keydown", (event) => {
      const isOwn = event.target instanceof Element && event.target.closest("dialog") === dialog;
      if (!isModal && isOwn && event instanceof KeyboardEvent && event.key === "Escape")
        closing.current();
    });
    if (isModal) dialog.showModal();
    else dialog.show();
    return () => {
      over.abort();
      dialog.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, [element, isModal]);
}
