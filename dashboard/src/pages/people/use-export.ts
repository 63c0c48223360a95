// Everything that is known of a person as a file, put together from what anyone with this key could ask for.

import { useMutation } from "@tanstack/react-query";
import { STATES } from "../../../../src/model/state.ts";
import { allMemories } from "../../api/all-memories.ts";
import { useSignedIn } from "../../api/session.tsx";
import { saveFile } from "../../ui/save-file.ts";

export function useExport(person: string) {
  const { client } = useSignedIn();
  return useMutation({
    mutationFn: async () => {
      const profile = await client.profile({ person });
      const memories = await allMemories(client, {
        filter: { subject: person },
        states: STATES.filter((state) => state !== "purged"),
      });
      const text = JSON.stringify({ person, profile, memories }, undefined, 2);
      saveFile(`${person.replaceAll(/[^\w-]+/g, "_")}.json`, text, "application/json");
    },
  });
}
