import type { UserFiles } from "@medhelm/core/run/benchmark";
import { clinicianKey, type ClinicianMean, type ClinicianMeans } from "@medhelm/core/release/statistics/clinician-mean";
import type { Profile } from "@medhelm/core/run/profile";
import { UserError } from "@medhelm/core/user-error";
import { openReadStore } from "../places/open-store.ts";
import { type RunMean, runMeans } from "./agree-report.ts";
import { answersOfRows } from "./judge-of-items.ts";
import { readRatings } from "./read-ratings.ts";
import { runScores } from "./run-scores.ts";
import { readSheetKey, runsOfKey } from "./sheet-key.ts";

export interface RatedSheets {
  /** the copies of the sheet that clinicians filled in */
  readonly ratings: readonly string[];
  /** the answer key of the sheet */
  readonly key: string;
  readonly outputPath: string;
  readonly profile: Profile;
  /** the suites of the summary, which must have the rated runs */
  readonly suites: readonly string[];
}

/** Reads filled sheets of `medhelm agree sheet`, and estimates the clinicians' mean of each run of the key. @throws UserError as `medhelm agree` */
export async function clinicianMeans(
  files: UserFiles,
  { ratings, key: keyPath, outputPath, profile, suites }: RatedSheets,
): Promise<ClinicianMeans> {
  const key = await readSheetKey(files, keyPath);
  const other = runsOfKey(key, outputPath).find(({ suite }) => !suites.includes(suite));
  if (other !== undefined)
    throw new UserError(
      `--ratings-key ${keyPath}: the rated run ${other.run} is in the suite ${other.suite}, which this summary does not have; name that suite, or give the key of another sheet`,
    );
  const { scale, criteria } = key;
  const { rows, criteria: rated } = await readRatings(files, ratings, { criteria, scale, ignored: [] });
  const objects = openReadStore(outputPath);
  const scores = await Promise.all(
    runsOfKey(key, outputPath).map((place) => runScores(objects, place, { profile, criteria })),
  );
  const means = runMeans({ rows, criteria: rated, scale }, answersOfRows(rows, scores, key), undefined);
  return new Map(means.map((one) => [clinicianKey(one), shownMean(one, scale)]));
}

function shownMean({ rated, others, ppi }: RunMean, scale: ClinicianMean["scale"]): ClinicianMean {
  if ("undefinedBecause" in ppi) return { rated, others, scale, mean: ppi };
  const { estimate, interval, lambda, humanOnly, judgeOnly } = ppi;
  const { low, high } = interval;
  return {
    rated,
    others,
    scale,
    mean: { value: estimate, low, high, lambda, cliniciansOnly: humanOnly, juryOnly: judgeOnly },
  };
}

/** The means for people, one sentence a line. */
export function clinicianText(means: ClinicianMeans): string[] {
  return [...means].map(([run, { rated, others, mean }]) => {
    if ("undefinedBecause" in mean) return `clinicians' mean of ${run}: undefined, because ${mean.undefinedBecause}`;
    const [value, low, high] = [mean.value, mean.low, mean.high].map((number) => number.toFixed(2));
    return `clinicians' mean of ${run}: ${value} [${low}, ${high}], from ${rated} rated answers and the jury's scores of ${others} others; the jury alone: ${mean.juryOnly.toFixed(2)}`;
  });
}
