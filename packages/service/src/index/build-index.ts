import { indexKeys } from "@medhelm/core/store/index-keys";
import { type ReindexProgress, type ReindexReport, reindex } from "./reindex.ts";
import type { ReindexPorts } from "./reindex-submission.ts";

/** Rebuilds the index from the objects, and records that it is complete. */
export async function buildIndex(
  ports: ReindexPorts,
  report?: (progress: ReindexProgress) => void,
): Promise<ReindexReport> {
  const built = await reindex(ports, report);
  await ports.index.write([{ kind: "put", ...indexKeys.built(), value: { formatVersion: 1 } }]);
  return built;
}

/**
 * Builds the index of a store that an earlier version wrote, or whose index was deleted. A call that was interrupted is continued by the
 * next one. It returns undefined if the index is complete.
 */
export async function ensureIndex(
  ports: ReindexPorts,
  report?: (progress: ReindexProgress) => void,
): Promise<ReindexReport | undefined> {
  return (await ports.index.get(indexKeys.built())) === undefined ? buildIndex(ports, report) : undefined;
}
