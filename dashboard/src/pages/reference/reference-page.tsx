// The API reference, drawn from what the server says of itself. Nothing is fetched from elsewhere.

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { apiAddress } from "../../api/connection.ts";
import { Page } from "../../shell/page.tsx";
import { SearchField } from "../../ui/field.tsx";
import { Empty, Loaded } from "../../ui/states.tsx";
import { EndpointCard } from "./endpoint-card.tsx";
import { type Endpoint, endpointsOf, type OpenApi } from "./endpoints.ts";

export function ReferencePage() {
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed.trim().toLowerCase());
  const reference = useQuery({ queryKey: ["openapi.json"], queryFn: fetchReference });
  return (
    <Page
      title="API reference"
      about="Everything this page does, your programs can do too"
      actions={
        <SearchField
          label="Find an operation"
          placeholder="Find an operation"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      }
    >
      <Loaded query={reference}>
        {(api) => <Endpoints endpoints={endpointsOf(api)} wanted={wanted} api={api} />}
      </Loaded>
    </Page>
  );
}

async function fetchReference(): Promise<OpenApi> {
  const response = await fetch(apiAddress("/openapi.json"));
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return response.json();
}

type EndpointsProps = Readonly<{
  endpoints: readonly Endpoint[];
  wanted: string;
  api: OpenApi;
}>;

function Endpoints({ endpoints, wanted, api }: EndpointsProps) {
  const found = endpoints.filter(({ name, path, summary }) =>
    `${name} ${path} ${summary}`.toLowerCase().includes(wanted),
  );
  if (found.length === 0) return <Empty title="No operation is called that" />;
  return (
    <div className="space-y-2">
      {found.map((endpoint) => (
        <EndpointCard key={`${endpoint.method} ${endpoint.path}`} endpoint={endpoint} api={api} />
      ))}
    </div>
  );
}
