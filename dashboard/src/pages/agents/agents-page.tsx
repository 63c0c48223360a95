// Which agent may read which category. Set in the configuration; here it can be seen and checked.

import { Bot, Check, Minus } from "lucide-react";
import { Link } from "wouter";
import { useAsk } from "../../api/ask.ts";
import type { Answer } from "../../api/connection.ts";
import { Page } from "../../shell/page.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { sentence } from "../../ui/memory-words.ts";
import { Empty, Loaded } from "../../ui/states.tsx";

type Rights = Answer<"agents">;
type Agent = Rights["agents"][number];

export function AgentsPage() {
  const rights = useAsk("agents", {});
  const facets = useAsk("facets", {});
  return (
    <Page title="Agents" about="Which agent may read which category">
      <Loaded query={rights}>
        {(data) => {
          const found = facets.data?.categories.map(({ value }) => value) ?? [];
          const names = [...new Set([...data.categories.map(({ name }) => name), ...found])];
          return data.agents.length === 0 ? (
            <Empty icon={<Bot size={22} aria-hidden />} title="No agent yet">
              An agent shows up when it has a key, an allowlist, or has written something.
            </Empty>
          ) : (
            <Matrix agents={data.agents} categories={names} />
          );
        }}
      </Loaded>
      <p className="mt-4 max-w-2xl text-ink-faint text-sm">
        Allowlists are set in the configuration under <code className="font-mono">allowlists</code>.
        With none, every agent reads every category; with some, an agent on none of them reads
        nothing.
      </p>
    </Page>
  );
}

const MODES = { open: "reads all", listed: "by its list", closed: "reads nothing" } as const;

type MatrixProps = Readonly<{ agents: readonly Agent[]; categories: readonly string[] }>;

function Matrix({ agents, categories }: MatrixProps) {
  return (
    <Card isFlush>
      <section aria-label="Agents and categories" className="thin-scroll overflow-x-auto">
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-line border-b">
              <th
                scope="col"
                className="sticky left-0 bg-surface px-4 py-3 text-left font-medium text-ink-faint text-xs"
              >
                Agent
              </th>
              {categories.map((category) => (
                <th
                  key={category}
                  scope="col"
                  className="px-3 py-3 font-medium text-ink-faint text-xs"
                >
                  {sentence(category)}
                </th>
              ))}
              <th scope="col" className="px-4 py-3 text-right font-medium text-ink-faint text-xs">
                Try
              </th>
            </tr>
          </thead>
          <tbody>
            {agents.map((agent) => (
              <AgentRow key={agent.agent} agent={agent} categories={categories} />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

function AgentRow({
  agent,
  categories,
}: Readonly<{ agent: Agent; categories: readonly string[] }>) {
  const { agent: name, allowed, mode } = agent;
  return (
    <tr className="border-line border-b last:border-b-0">
      <th scope="row" className="sticky left-0 bg-surface px-4 py-3 text-left font-medium">
        <span className="flex items-center gap-2">
          <Bot size={15} aria-hidden className="text-ink-faint" />
          {name}
          <Badge tone={mode === "closed" ? "warn" : "plain"}>{MODES[mode]}</Badge>
        </span>
      </th>
      {categories.map((category) => {
        const may = allowed === "all" || allowed.includes(category);
        return (
          <td key={category} className="px-3 py-3 text-center">
            {may ? (
              <Check size={16} aria-label="May read" className="mx-auto text-ok" />
            ) : (
              <Minus size={16} aria-label="May not read" className="mx-auto text-ink-faint" />
            )}
          </td>
        );
      })}
      <td className="px-4 py-3 text-right">
        <Link
          href={`/context?agent=${encodeURIComponent(name)}`}
          className="text-accent text-xs hover:underline"
        >
          Inspect
        </Link>
      </td>
    </tr>
  );
}
