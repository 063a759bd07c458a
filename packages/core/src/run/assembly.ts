import { z } from "zod";
import { Manifest } from "../release/runs/manifest.ts";
import { LoadedGroups } from "../scoring/row-groups.ts";

/**
 * assembly.json in the folder of an attempt: the manifest fields that the worker passes to the aggregator. The worker puts it before
 * scenario_state.json, which starts the aggregation.
 */
export const Assembly = Manifest.omit({
  folder: true,
  derived: true,
  contentSha256: true,
  files: true,
  absentMetrics: true,
  replies: true,
  baselines: true,
  twoWay: true,
  jury: true,
  repeats: true,
}).extend({
  /** Tokens of each request in the order of scenario_state.json; null: nobody counted them. Absent in older attempts. */
  requestTokens: z
    .object({ prompt: z.array(z.int().nullable()), completion: z.array(z.int().nullable()) })
    .exactOptional(),
  /** The cluster and stratum of evaluated instances by id, which HELM's instances do not contain. Absent: the loader knows none. */
  groups: z.record(z.string(), LoadedGroups).exactOptional(),
  /** The parts of replies that HELM drops for requests with stop sequences, in the same order; null: none. Absent: no part of any reply. */
  lostParts: z
    .array(z.object({ finishReason: z.string().exactOptional(), thinking: z.string().exactOptional() }).nullable())
    .exactOptional(),
});
export type Assembly = z.infer<typeof Assembly>;
