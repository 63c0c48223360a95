// The MCP clients that `mneme init` knows: where each keeps its settings, and under which key.

import { join } from "node:path";

export const CLIENTS = [
  "claude-desktop",
  "claude-code",
  "cursor",
  "vscode",
  "windsurf",
  "zed",
  "codex",
] as const;
export type ClientName = (typeof CLIENTS)[number];

/** Where things are on this machine. */
export type Places = Readonly<{
  home: string;
  /** The folder that init is run in; some clients look for a file there. */
  project: string;
  platform: NodeJS.Platform;
  appData: string | undefined;
  configHome: string | undefined;
  codexHome: string | undefined;
}>;

/** How to start `mneme mcp`. */
export type Launch = Readonly<{ command: string; args: readonly string[] }>;

export type Client = Readonly<{
  name: ClientName;
  title: string;
  file: string;
  /** It lies in the project and is made when asked for; the others show by it that they are installed. */
  ofProject: boolean;
  format: Readonly<{ type: "json"; key: string; entry: object }> | Readonly<{ type: "toml" }>;
}>;

export function clientsOn(places: Places, { command, args }: Launch): readonly Client[] {
  const { home, project } = places;
  const entry = { command, args };
  const json = (key: string, shape: object = entry) =>
    ({ type: "json", key, entry: shape }) as const;
  const servers = json("mcpServers");
  return [
    {
      name: "claude-desktop",
      title: "Claude Desktop",
      ofProject: false,
      format: servers,
      file: join(appFolder(places), "Claude", "claude_desktop_config.json"),
    },
    {
      name: "claude-code",
      title: "Claude Code",
      ofProject: true,
      format: servers,
      file: join(project, ".mcp.json"),
    },
    {
      name: "cursor",
      title: "Cursor",
      ofProject: false,
      format: servers,
      file: join(home, ".cursor", "mcp.json"),
    },
    {
      name: "vscode",
      title: "VS Code",
      ofProject: true,
      file: join(project, ".vscode", "mcp.json"),
      format: json("servers", { type: "stdio", ...entry }),
    },
    {
      name: "windsurf",
      title: "Windsurf",
      ofProject: false,
      format: servers,
      file: join(home, ".codeium", "windsurf", "mcp_config.json"),
    },
    {
      name: "zed",
      title: "Zed",
      ofProject: false,
      file: join(configFolder(places), "zed", "settings.json"),
      format: json("context_servers", { source: "custom", ...entry }),
    },
    {
      ...{ name: "codex", title: "Codex", ofProject: false, format: { type: "toml" } },
      file: join(places.codexHome ?? join(home, ".codex"), "config.toml"),
    },
  ];
}

function appFolder({ platform, home, appData, configHome }: Places): string {
  if (platform === "darwin") return join(home, "Library", "Application Support");
  if (platform === "win32") return appData ?? join(home, "AppData", "Roaming");
  return configHome ?? join(home, ".config");
}

/** Zed keeps to `.config` on a Mac, too. */
function configFolder({ platform, home, appData, configHome }: Places): string {
  if (platform === "win32") return appData ?? join(home, "AppData", "Roaming");
  return configHome ?? join(home, ".config");
}
