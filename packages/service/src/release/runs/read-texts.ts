import { accessOf, shownMetricOf } from "@medhelm/core/release/leaderboard/leaderboard-runs";
import { metricOfHelmRun } from "@medhelm/core/release/runs/helm-run-metric";
import type { ListedMetric } from "@medhelm/core/release/pages/list-row";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import type { ReleaseSchema } from "@medhelm/core/release/schema/release-schema";
import type { Profile } from "@medhelm/core/run/profile";
import { UserError } from "@medhelm/core/user-error";
import { mapBounded } from "../../concurrency/map-bounded.ts";
import { valuesJob } from "./load-scores.ts";
import type { BuildRequest, ReleasePorts } from "../ports.ts";
import { pagesSource, restorePages } from "./remembered-pages.ts";
import { readCounts, type RunJob } from "./read-run.ts";
import { listKeys } from "../list-keys.ts";
import { openUnchanged, RunChanged, writePages } from "./run-text.ts";
import { rememberedCounts, withCount } from "../with-counts.ts";

/** runs whose text is read concurrently */
export const MAX_TEXTS = 4;

/** A thread starts in about a second of computing, in which this one reads some runs itself. */
const FEW_RUNS = 8;

export interface TextRequest {
  readonly schema: ReleaseSchema;
  readonly profile: Profile;
  /** the folder of the pages to write, for the runs that need some */
  readonly ownPages: ReadonlyMap<LoadedRun, string>;
  /** the pages are of a suite, whose folder stays, or of a release, whose folder another call replaces */
  readonly kind: BuildRequest["kind"];
}

export interface RunText {
  /** with the number of values behind the main metric's mean, and of verdicts, if HELM made it */
  readonly run: LoadedRun;
  /** names the damaged file because of which the run has no pages */
  readonly withoutPages?: string;
}

/**
 * Writes the pages of the runs, and reads the large files of HELM's runs once for all that a release needs of them.
 * @throws RunChanged if a run was sealed again in the meantime
 */
export async function readTexts(
  given: Pick<ReleasePorts, "objects" | "cards" | "metrics" | "onRead" | "readers">,
  runs: readonly LoadedRun[],
  request: TextRequest,
): Promise<RunText[]> {
  const { readers, ...here } = given;
  const hasFew = runs.filter(({ manifest }) => manifest === undefined).length <= FEW_RUNS;
  const ports: typeof given = hasFew || readers === undefined ? here : given;
  let done = 0;
  const readOne = async (run: LoadedRun): Promise<RunText> => {
    ports.onRead?.(done, 2 * runs.length);
    const text = await (run.manifest === undefined ? readHelmRun : copyPages)(ports, run, request);
    const pages = request.ownPages.get(run);
    if (pages !== undefined && text.withoutPages !== undefined)
      for (const key of await listKeys(ports.objects, pages)) await ports.objects.delete(key);
    done++;
    return text;
  };
  try {
    return await mapBounded(runs, ports.readers?.concurrency ?? MAX_TEXTS, readOne);
  } finally {
    await ports.readers?.end();
  }
}

type Ports = Parameters<typeof readTexts>[0];

async function readHelmRun(
  ports: Ports,
  run: LoadedRun,
  { schema, profile, ...request }: TextRequest,
): Promise<RunText> {
  const { objects } = ports;
  const target = request.ownPages.get(run);
  if (target !== undefined) await openUnchanged(objects, run);
  const shown = shownMetricOf(run, schema, ports.cards);
  const values = await valuesJob(ports, run, shown);
  const known = await rememberedCounts(ports, run, values);
  const metric = metricOfHelmRun(run, shown, profile);
  const pages = target === undefined ? undefined : await pagesToMake(ports, run, { target, metric, ...request });
  const job = {
    run,
    ...(pages === undefined ? {} : { pages }),
    ...(known === undefined ? { values } : {}),
  };
  const isNeeded = job.pages !== undefined || job.values !== undefined;
  const read = isNeeded ? await (ports.readers?.read(job) ?? readCounts(objects, job)) : {};
  const { counts, ...text } = read;
  return { run: withCount(run, known ?? counts ?? { values: {} }, profile), ...text };
}

/** Undefined: those of an earlier call are at the target now. */
async function pagesToMake(
  { objects, cards }: Ports,
  run: LoadedRun,
  { target, metric, kind }: { readonly target: string; readonly metric: ListedMetric } & Pick<TextRequest, "kind">,
): Promise<RunJob["pages"] | undefined> {
  // text that is not public is kept in no other place
  const isPassing = kind === "release" && accessOf(run, cards) === "public";
  const place = { target, source: await pagesSource(objects, run, metric), isPassing };
  return (await restorePages(objects, run, place)) ? undefined : { ...place, metric };
}

async function copyPages({ objects }: Ports, run: LoadedRun, { ownPages }: TextRequest): Promise<RunText> {
  const pages = ownPages.get(run);
  if (pages === undefined) return { run };
  const [withoutPages] = await damageOf(writePages(objects, run, pages));
  return withoutPages === undefined ? { run } : { run, withoutPages };
}

/** Returns the message about a damaged file, or none. @throws RunChanged, and errors that are not about a file */
export async function damageOf(work: Promise<unknown>): Promise<string[]> {
  try {
    await work;
    return [];
  } catch (error) {
    if (error instanceof UserError && !(error instanceof RunChanged)) return [error.message];
    throw error;
  }
}
