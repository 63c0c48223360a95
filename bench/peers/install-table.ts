// What whoever picks an engine installs with it.

import { type Install, ourInstall } from "../run/install.ts";
import type { Table } from "../run/measured.ts";
import { ENGINES, type EngineName, isOurs, OUR_NAME, titleOf } from "./engines.ts";
import { peerInstall } from "./installed.ts";

const MIB = 1024 ** 2;

/** Ours is one package, by whichever door. */
export function installTable(engines: readonly EngineName[]): Table {
  const others = engines.filter((engine) => !isOurs({ engine }));
  const cells = ({ packages, bytes, ownBytes }: Install) => [
    ...[packages, bytes / MIB, ownBytes / MIB, (bytes + ownBytes) / MIB],
  ];
  return {
    title: "What an install brings",
    columns: ["engine", "packages that come with it", "their MiB", "its own MiB", "together, MiB"],
    rows: [
      [OUR_NAME, ...cells(ourInstall())],
      ...others.map((engine) => [titleOf(engine), ...cells(peerInstall(ENGINES[engine].packages))]),
    ],
    notes: [
      "By the lock files, sizes on this disk. Peers that an engine cannot do without are counted where they are installed.",
      "Ours has its embedding model, its server and its dashboard in it; the model that the others are given is not counted with them.",
    ],
  };
}
