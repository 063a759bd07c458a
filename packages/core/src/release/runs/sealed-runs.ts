import { z } from "zod";
import { Access } from "../../run/profile.ts";
import type { CardLookup } from "../schema/benchmark-group.ts";
import { accessOf, runSlug } from "../leaderboard/leaderboard-runs.ts";
import type { LoadedRun } from "./loaded-run.ts";

/**
 * releases/<R>/sealed-runs.json: the runs of a release and the exact seals that it refers to. The folder of a held run is not public,
 * so no site contains this file.
 */
export const SealedRuns = z.object({
  formatVersion: z.literal(1),
  runs: z.array(
    z.object({
      slug: z.string(),
      suite: z.string(),
      run: z.string(),
      access: Access,
      /** absent for a folder that HELM wrote */
      generation: z.int().exactOptional(),
      contentSha256: z.string().exactOptional(),
      manifestSha256: z.string().exactOptional(),
      /** absent for a run of format N-1, whose files may change */
      folder: z.string().exactOptional(),
      derived: z.string().exactOptional(),
    }),
  ),
});
export type SealedRuns = z.infer<typeof SealedRuns>;

export function sealedRunsFile(runs: readonly LoadedRun[], cards: CardLookup): string {
  const file: SealedRuns = {
    formatVersion: 1,
    runs: runs.map((run) => ({
      slug: runSlug(run),
      suite: run.suite,
      run: run.folder,
      access: accessOf(run, cards),
      ...sealOf(run),
    })),
  };
  return JSON.stringify(file);
}

function sealOf({ manifest, manifestSha256 }: LoadedRun) {
  if (manifest === undefined) return {};
  const { generation, contentSha256, folder, derived } = manifest;
  return {
    generation,
    contentSha256,
    ...(manifestSha256 === undefined ? {} : { manifestSha256 }),
    ...(folder === undefined ? {} : { folder }),
    ...(derived === undefined ? {} : { derived }),
  };
}
