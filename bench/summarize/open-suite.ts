import { readFileSync } from "node:fs";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { systemClock } from "@medhelm/adapters/system-clock";
import { allCards, metricFor } from "@medhelm/benchmarks/registry";
import type { ReleasePorts } from "@medhelm/service/release/ports";

/** The ports of a release in a folder, as of `medhelm summarize`. */
export async function openSuite(folder: string): Promise<ReleasePorts> {
  const cards = new Map((await allCards()).map((card) => [card.name, card]));
  return {
    objects: fsStore(folder),
    clock: systemClock,
    cards: (group) => cards.get(group),
    metrics: metricFor,
    models: [],
    packagedSchema: readFileSync(new URL("../../conf/schema_medhelm.yaml", import.meta.url), "utf8"),
    showsReleases: true,
  };
}
