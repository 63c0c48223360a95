// The page of all settings, from their schema.

import { type SettingRow, settingsTable } from "../src/config/settings-table.ts";

const HEAD = `# Configuration

Every setting, its default and what it may be. A file \`mneme.yaml\` or \`mneme.json\` in the working folder (or \`--config <file>\`)
sets them by name, as do the options of \`createMemory\`; of some there is an environment variable. Options go before the
environment, the environment before the file, the file before the default. \`mneme config\` says of each setting what it is and
where that came from. A name or a value that is not allowed is refused with what is. This page is made from the code.

\`\`\`yaml
path: memory.db
limits:
  facts:
    perSubject: 200
  forgetting:
    afterDays: 90
\`\`\`
`;

export function configurationPage(): string {
  const groups = new Map<string, SettingRow[]>();
  for (const row of settingsTable()) {
    const group = row.name.includes(".") ? row.name.slice(0, row.name.lastIndexOf(".")) : "";
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  const sections = [...groups].map(([group, rows]) =>
    [
      `## ${group === "" ? "General" : `\`${group}\``}`,
      "",
      "| setting | default | allowed | what it is |",
      "| --- | --- | --- | --- |",
      ...rows.map(lineOf),
    ].join("\n"),
  );
  return `${[HEAD.trimEnd(), ...sections].join("\n\n")}\n`;
}

function lineOf({ name, fallback, allowed, about, variable }: SettingRow): string {
  const shown = fallback === undefined ? "not set" : `\`${JSON.stringify(fallback)}\``;
  const also = variable === undefined ? "" : ` (\`${variable}\`)`;
  return `| \`${name}\`${also} | ${shown} | ${allowed} | ${about.replaceAll("|", "\\|")} |`;
}
