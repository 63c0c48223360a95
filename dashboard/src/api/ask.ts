// Operations as queries and acts. A query is keyed by its operation and input; an act says what it makes stale.

import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Client } from "../../../src/surfaces/client/create-client.ts";
import type { Answer, Asked, OperationName } from "./connection.ts";
import { isPreview } from "./preview.ts";
import { useSignedIn } from "./session.tsx";

type AskOptions = Readonly<{ enabled?: boolean; keepPrevious?: boolean; refetchMs?: number }>;

export function call<Name extends OperationName>(
  client: Client,
  name: Name,
  input: Asked<Name>,
): Promise<Answer<Name>> {
  const method = client[name] as (input: Asked<Name>) => Promise<Answer<Name>>;
  return method(input);
}

export function useAsk<Name extends OperationName>(
  name: Name,
  input: Asked<Name>,
  { enabled = true, keepPrevious = false, refetchMs }: AskOptions = {},
): UseQueryResult<Answer<Name>, Error> {
  const { client } = useSignedIn();
  const result = useQuery({
    queryKey: [name, input],
    // A query may not answer `undefined`; nothing is `null` here.
    queryFn: async () => (await call(client, name, input)) ?? null,
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(refetchMs === undefined ? {} : { refetchInterval: refetchMs }),
  });
  return result as UseQueryResult<Answer<Name>, Error>;
}

type ActOptions<Name extends OperationName> = Readonly<{
  done?: (answer: Answer<Name>, input: Asked<Name>) => void;
}>;

/** Whatever an act changes may show anywhere, so everything on the screen but previews is asked again. */
export function useAct<Name extends OperationName>(
  name: Name,
  { done }: ActOptions<Name> = {},
): UseMutationResult<Answer<Name>, Error, Asked<Name>> {
  const { client } = useSignedIn();
  const queries = useQueryClient();
  return useMutation<Answer<Name>, Error, Asked<Name>>({
    mutationFn: (input) => call(client, name, input),
    onSuccess: async (answer, input) => {
      done?.(answer, input);
      await queries.invalidateQueries({ predicate: (query) => !isPreview(query) });
    },
  });
}
