import { indexKeys } from "@medhelm/core/store/index-keys";
import type { Index } from "@medhelm/core/ports";
import { z } from "zod";
import { parseItem } from "./items.ts";

/** Present: the index has a record of every object. */
const Built = z.object({
  formatVersion: z.literal(1),
  /** It also has the counts and the sums of every submission. Absent: an earlier version built it. */
  hasSums: z.literal(true).exactOptional(),
  /** It also has the API keys of each owner, and the submissions of each run. Absent: an earlier version built it. */
  hasLookups: z.literal(true).exactOptional(),
});
export type Built = z.infer<typeof Built>;

export async function readBuilt(index: Index): Promise<Built | undefined> {
  const item = await index.get(indexKeys.built());
  return item && parseItem(item, Built);
}

/** Records that the index is complete. */
export async function markBuilt(index: Index): Promise<void> {
  const value: Built = { formatVersion: 1, hasSums: true, hasLookups: true };
  await index.write([{ kind: "put", ...indexKeys.built(), value }]);
}
