// What operations work with: the store, the three stories' needs, and who is looking.

import type { z } from "zod";
import type { Config } from "../config.ts";
import type { CurateDeps, Doing } from "../curate/doing.ts";
import type { JournalLine } from "../curate/erase/erase-lines.ts";
import type { Remember } from "../curate/update-by-topic.ts";
import type { Viewer } from "../model/viewer.ts";
import type { Files } from "../ports/files.ts";
import type { Store } from "../ports/store.ts";
import type { ContextDeps } from "../read/context-request.ts";
import type { Transfer } from "../transfer/transfer.ts";
import type { Background } from "../upkeep/background.ts";
import type { UpkeepDeps } from "../upkeep/upkeep-job.ts";
import type { ListenDeps } from "../write/listen.ts";
import type { Doer, Looking } from "./inputs.ts";
import type { Uses } from "./uses.ts";
import { viewerOf } from "./viewer-of.ts";

export type EngineContext = Readonly<{
  config: Config;
  store: Store;
  /** The database can only be read: every change is refused, and nothing goes on by itself. */
  isReadOnly: boolean;
  writing: ListenDeps & UpkeepDeps;
  reading: ContextDeps;
  uses: Uses;
  /** Told which lines went out, so that they are not taken in again as if someone had said them. */
  handOut: (tenant: string, lines: readonly string[]) => void;
  curating: CurateDeps & Readonly<{ files: Files; journalLine: JournalLine; remember: Remember }>;
  transfer: Transfer;
  background: Background;
}>;

export function looking(given: z.output<typeof Looking>, context: EngineContext): Viewer {
  const { allowlists, capture } = context.config;
  return viewerOf(given, { allowlists, capture });
}

export function doing(given: z.output<typeof Doer>, context: EngineContext): Doing {
  return {
    viewer: looking(given, context),
    actor: given.actor ?? given.agent ?? given.user ?? "host",
  };
}
