import { readFile, rename } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { makeFolders } from "@medhelm/adapters/make-folders";
import { threadMap } from "@medhelm/adapters/threads/thread-map";
import { systemClock } from "@medhelm/adapters/system-clock";
import { allCards, metricFor } from "@medhelm/benchmarks/registry";
import type { ObjectStore } from "@medhelm/core/ports";
import type { ReleasePorts } from "@medhelm/service/release/ports";
import { modelInfos } from "@medhelm/service/models/catalog-models";
import type { Models } from "../models/load-models.ts";
import type { Extensions } from "../plugins/load-plugins.ts";
import { packagedConf } from "../packaged.ts";
import { readSharedBucket } from "../places/shared-bucket.ts";
import { packagedModels } from "../models/packaged-models.ts";

/** The release builder's ports on this machine. */
export async function releasePorts(
  outputPath: string,
  objects: ObjectStore,
  models: Models,
  known: Pick<Extensions, "allCards" | "metricFor"> = { allCards, metricFor },
  threads = availableParallelism(),
): Promise<ReleasePorts> {
  const cards = new Map((await known.allCards()).map((card) => [card.name, card]));
  return {
    objects,
    clock: systemClock,
    cards: (group) => cards.get(group),
    metrics: known.metricFor,
    models: modelInfos(models),
    knownModels: await packagedModels(),
    packagedSchema: await readFile(join(packagedConf, "schema_medhelm.yaml"), "utf8"),
    map: threadMap(threads),
    ...(readSharedBucket(outputPath) === undefined && folderReleases(outputPath)),
  };
}

/** The ports of a folder, in which users read HELM's layout. */
const folderReleases = (outputPath: string): Pick<ReleasePorts, "showsReleases" | "movePrefix"> => ({
  showsReleases: true,
  // on a disk, two renames replace a release at once
  async movePrefix(from, to) {
    const target = join(outputPath, to).replace(/\/$/, "");
    makeFolders(dirname(target));
    await rename(join(outputPath, from).replace(/\/$/, ""), target);
  },
});
