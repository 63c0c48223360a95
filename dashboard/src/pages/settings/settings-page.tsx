// The settings in force, with what each is for. They are changed where the server is started, not here.

import { useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { Page } from "../../shell/page.tsx";
import { setTheme, THEMES, useTheme } from "../../shell/theme.ts";
import { Card } from "../../ui/card.tsx";
import { SelectField } from "../../ui/field.tsx";
import { sentence } from "../../ui/memory-words.ts";
import { Loaded } from "../../ui/states.tsx";

export function SettingsPage() {
  const settings = useAsk("settings", {});
  const theme = useTheme();
  return (
    <Page title="Settings" about="What is in force on this server">
      <div className="space-y-4">
        <Card title="This browser">
          <div className="max-w-xs">
            <SelectField
              label="Theme"
              options={THEMES.map((one) => ({ value: one, label: sentence(one) }))}
              value={theme}
              onChange={(event) =>
                setTheme(THEMES.find((one) => one === event.target.value) ?? "system")
              }
            />
          </div>
        </Card>
        <Card
          title="This server"
          note="set by flags, environment or the configuration file"
          isFlush
        >
          <Loaded query={settings}>{(list) => <SettingsList settings={list} />}</Loaded>
        </Card>
      </div>
    </Page>
  );
}

function SettingsList({ settings }: Readonly<{ settings: Answer<"settings"> }>) {
  return (
    <dl className="divide-y divide-line">
      {settings.map(({ name, value, about }) => (
        <div key={name} className="grid gap-x-6 gap-y-1 px-4 py-3 sm:grid-cols-[16rem_1fr]">
          <dt className="wrap-anywhere font-mono text-sm">{name}</dt>
          <dd className="min-w-0">
            <code className="wrap-anywhere rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-sm">
              {typeof value === "string" ? value : JSON.stringify(value)}
            </code>
            {about !== undefined && <p className="mt-1 text-ink-faint text-xs">{about}</p>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
