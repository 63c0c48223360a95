// The frame around every page: navigation beside it, or below it on a phone, and the way to anything by its name.

import { useEffect, useState } from "react";
import { CommandPalette } from "./command-palette.tsx";
import { PhoneNavigation } from "./phone-navigation.tsx";
import { Routes } from "./routes.tsx";
import { Sidebar } from "./sidebar.tsx";

export function Shell() {
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setPaletteOpen((isOpen) => !isOpen);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  return (
    <div className="flex min-h-dvh">
      <button
        type="button"
        onClick={() => document.getElementById("main")?.focus()}
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2"
      >
        Skip to content
      </button>
      <Sidebar openPalette={() => setPaletteOpen(true)} />
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 pb-20 outline-none md:pb-0">
        <Routes />
      </main>
      <PhoneNavigation openPalette={() => setPaletteOpen(true)} />
      {isPaletteOpen && <CommandPalette close={() => setPaletteOpen(false)} />}
    </div>
  );
}
