// Light, dark, or as the system says; kept for this browser.

import { useSyncExternalStore } from "react";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const PLACE = "mneme.theme";
const CHANGED = "mneme:theme";

export function currentTheme(): Theme {
  const kept = localStorage.getItem(PLACE);
  return THEMES.find((theme) => theme === kept) ?? "system";
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

export function setTheme(theme: Theme): void {
  localStorage.setItem(PLACE, theme);
  applyTheme(theme);
  dispatchEvent(new Event(CHANGED));
}

export function useTheme(): Theme {
  return useSyncExternalStore((changed) => {
    addEventListener(CHANGED, changed);
    return () => removeEventListener(CHANGED, changed);
  }, currentTheme);
}
