// Which page stands at which address. Every page is loaded when it is first opened.

import { type ComponentType, lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { Empty, SkeletonLines } from "../ui/states.tsx";
import { Page } from "./page.tsx";

function page<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): ComponentType {
  return lazy(async () => {
    const found: ComponentType = (await load())[name];
    return { default: found };
  });
}

const ROUTES: readonly (readonly [path: string, page: ComponentType])[] = [
  ["/", page(() => import("../pages/overview/overview-page.tsx"), "OverviewPage")],
  ["/memories", page(() => import("../pages/memories/memories-page.tsx"), "MemoriesPage")],
  ["/people", page(() => import("../pages/people/people-page.tsx"), "PeoplePage")],
  ["/people/:person", page(() => import("../pages/people/person-page.tsx"), "PersonPage")],
  [
    "/conversations",
    page(() => import("../pages/conversations/conversations-page.tsx"), "ConversationsPage"),
  ],
  [
    "/conversations/:channel",
    page(() => import("../pages/conversations/conversation-page.tsx"), "ConversationPage"),
  ],
  ["/graph", page(() => import("../pages/graph/graph-page.tsx"), "GraphPage")],
  ["/vault", page(() => import("../pages/vault/vault-page.tsx"), "VaultPage")],
  ["/review", page(() => import("../pages/review/review-page.tsx"), "ReviewPage")],
  ["/context", page(() => import("../pages/context/context-page.tsx"), "ContextPage")],
  ["/jobs", page(() => import("../pages/jobs/jobs-page.tsx"), "JobsPage")],
  ["/activity", page(() => import("../pages/activity/activity-page.tsx"), "ActivityPage")],
  ["/audit", page(() => import("../pages/audit/audit-page.tsx"), "AuditPage")],
  ["/agents", page(() => import("../pages/agents/agents-page.tsx"), "AgentsPage")],
  ["/keys", page(() => import("../pages/keys/keys-page.tsx"), "KeysPage")],
  ["/data", page(() => import("../pages/data/data-page.tsx"), "DataPage")],
  ["/settings", page(() => import("../pages/settings/settings-page.tsx"), "SettingsPage")],
  ["/reference", page(() => import("../pages/reference/reference-page.tsx"), "ReferencePage")],
];

export function Routes() {
  return (
    <Suspense fallback={<SkeletonLines />}>
      <Switch>
        {ROUTES.map(([path, component]) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route>
          <Page title="Not here">
            <Empty title="There is no such page" />
          </Page>
        </Route>
      </Switch>
    </Suspense>
  );
}
