// Goes round light, dark and the system's own.

import { Monitor, Moon, Sun } from "lucide-react";
import { IconButton } from "../ui/button.tsx";
import { setTheme, THEMES, useTheme } from "./theme.ts";

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

export function ThemeButton() {
  const theme = useTheme();
  const Icon = ICONS[theme];
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "system";
  return (
    <IconButton label={`Theme: ${theme}. Switch to ${next}`} onClick={() => setTheme(next)}>
      <Icon size={16} aria-hidden />
    </IconButton>
  );
}
