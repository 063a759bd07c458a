import type { Scale } from "@medhelm/core/agreement/rating";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { openRun } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { finishedInstances } from "../finished-runs/finished-instances.ts";
import { openReadStore } from "../places/open-store.ts";
import { runPlace } from "../places/run-place.ts";
import { DEFAULT_OUTPUT_PATH } from "../terminal/common-options.ts";
import type { DrawInput, SheetRun } from "./draw-answers.ts";

export const USUAL_SCALE: Scale = { min: 1, max: 5 };

/** The options of `medhelm agree sheet` and `serve` that choose the answers. */
export interface DrawOptions {
  readonly n: number;
  readonly seed: string;
  readonly heldText: boolean;
  readonly suite?: string | undefined;
  readonly outputPath?: string | undefined;
  readonly criteria?: readonly string[] | undefined;
  readonly scale?: Scale | undefined;
}

export interface OpenedSheetRun extends SheetRun {
  readonly manifest: Manifest | undefined;
}

/** Opens the runs whose answers are drawn. @throws UserError for a run that does not exist, or whose text is not public without --held-text */
export async function openSheetRuns(names: readonly string[], given: DrawOptions): Promise<OpenedSheetRun[]> {
  return Promise.all(
    names.map(async (name) => {
      const place = runPlace(name, { outputPath: given.outputPath ?? DEFAULT_OUTPUT_PATH, suite: given.suite });
      const objects = openReadStore(place.outputPath);
      const runFiles = await openRun(objects, place.suite, place.run);
      const { manifest } = runFiles;
      const instances = await finishedInstances(objects, runFiles, place);
      if (manifest?.access !== "public" && !given.heldText)
        throw new UserError(
          `${place.run}: its text is ${manifest?.access ?? "of unknown access"}, and raters would read it; add --held-text if they may`,
        );
      return { ...place, manifest, model: manifest?.model ?? "", instances };
    }),
  );
}

/** Returns the input of drawAnswers. By default its scale is that of the first run with a metric of whole points. */
export function drawInput(runs: readonly OpenedSheetRun[], { n, seed, criteria, scale }: DrawOptions): DrawInput {
  const ranges = runs.map(({ manifest }) => manifest?.mainRange);
  const range = ranges.find((one) => one !== undefined && Number.isInteger(one.min) && one.max - one.min >= 2);
  return {
    runs,
    count: n,
    seed,
    ...(criteria === undefined ? {} : { criteria }),
    scale: scale ?? range ?? USUAL_SCALE,
  };
}
