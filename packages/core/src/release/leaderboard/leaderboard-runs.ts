import { createHash } from "node:crypto";
import { hasNoVerdict, isJuryMetric } from "../../judge/jury-metrics.ts";
import { isSameFamily } from "../../judge/same-family.ts";
import { z } from "zod";
import type { Qualities } from "../../qualities/qualities.ts";
import type { Access, Profile } from "../../run/profile.ts";
import { runFileKeys } from "../../store/run-files.ts";
import { benchmarkOf, type CardLookup, mainMetricOf } from "../schema/benchmark-group.ts";
import type { LeaderboardRun } from "./leaderboard.ts";
import { failedRequests, type Manifest } from "../runs/manifest.ts";
import { findStat, type LoadedManifest, type LoadedRun } from "../runs/loaded-run.ts";
import type { ReleaseSchema } from "../schema/release-schema.ts";
import { tableSource } from "../runs/table-run.ts";

/** Who may see a run's text, according to its manifest or the card of its benchmark. Without both it is local. */
export function accessOf(run: LoadedRun, cards: CardLookup): Access {
  return run.manifest?.access ?? cards(benchmarkOf(run, cards))?.access ?? "local";
}

const folderSafe = (text: string): string =>
  text
    .replaceAll(/[^A-Za-z0-9._-]+/g, "_")
    .replace(/^[._-]+/, "")
    .slice(0, 60);

/** The end of a run's slug: eight digits of a hash. */
export const slugHash = (suite: string, folder: string): string =>
  createHash("sha256").update(`${suite}/${folder}`).digest("hex").slice(0, 8);

/** A readable folder name that is unique among all runs: benchmark, deployment and a hash of suite and folder. */
export function runSlug(run: LoadedRun): string {
  const hash = slugHash(run.suite, run.folder);
  const base = run.folder.split(/[:,](?=model=|model_deployment=)/, 1)[0] ?? run.folder;
  return [folderSafe(base), folderSafe(run.runSpec.adapter_spec.model_deployment), hash]
    .filter((part) => part !== "")
    .join("-");
}

export interface RunFacts {
  /** the wording of each run (run-wording.ts) */
  readonly wording: ReadonlyMap<LoadedRun, string>;
  readonly schema: ReleaseSchema;
  readonly cards: CardLookup;
  /** the profile of the runs' stats */
  readonly profile: Profile;
  /** whether the release holds pages of the run */
  readonly hasPages: (run: LoadedRun) => boolean;
}

export interface ShownMetric {
  readonly name: string;
  readonly split: string;
}

/** Returns the main metric of a run and its split: those of the schema, or else of the manifest or the card. */
export function shownMetricOf(run: LoadedRun, schema: ReleaseSchema, cards: CardLookup): ShownMetric {
  const benchmark = benchmarkOf(run, cards);
  const environment = schema.run_groups.find((group) => group.name === benchmark)?.environment ?? {};
  const main = mainMetricOf([run], cards(benchmark));
  return { name: environment["main_name"] ?? main.name, split: environment["main_split"] ?? main.split };
}

/** Makes a run of leaderboard.json. */
export function leaderboardRun(
  run: LoadedRun,
  { wording, schema, cards, profile, hasPages }: RunFacts,
): LeaderboardRun {
  const { manifest, runSpec, suite } = run;
  const { name: mainMetric, split } = shownMetricOf(run, schema, cards);
  const mainValue = isUnjudged(run, mainMetric)
    ? null
    : (findStat(run.stats, { name: mainMetric, split })?.mean ?? null);
  return {
    slug: runSlug(run),
    suite,
    run: run.folder,
    benchmark: benchmarkOf(run, cards),
    model: runSpec.adapter_spec.model,
    modelDeployment: runSpec.adapter_spec.model_deployment,
    access: accessOf(run, cards),
    hasPages: hasPages(run),
    ...pagesOf(run, hasPages(run)),
    instances: instancesOf(run, split),
    ...countsOf(run, profile),
    ...(isUnjudged(run, mainMetric) ? { scored: 0 } : {}),
    mainMetric,
    mainValue,
    stats: plainStats(run, split),
    ...worstCaseOf(run, mainMetric, split),
    wording: wording.get(run) ?? "unknown",
    ...(manifest === undefined ? {} : manifestFields(manifest, mainMetric)),
    ...(manifest?.mainMetric === mainMetric ? measuresOf(manifest, mainValue, profile) : {}),
    repeats: { times: Math.max(1, runSpec.adapter_spec.num_trials), ...manifest?.repeats?.[profile] },
    judges:
      manifest?.judges.map(judgeFields) ?? (runSpec.annotators ?? []).flatMap(({ args }) => annotatorJudges(args, run)),
    ...originOf(run, mainMetric),
  };
}

/** Whether the metric is the judges' and no judge gave a verdict. HELM's files have a default score there, which measures nothing. */
export const isUnjudged = (run: LoadedRun, metric: string): boolean =>
  isWithoutVerdict(run) && isJuryMetric(run.runSpec, metric);

/** Whether a jury received answers and no judge gave a verdict. */
export function isWithoutVerdict({ manifest, verdicts }: LoadedRun): boolean {
  if (manifest !== undefined) return hasNoVerdict(manifest.coverage);
  return verdicts !== undefined && Object.values(verdicts.scoredBy).every((scored) => scored === 0);
}

/** The numbers of requested and of scored verdicts; undefined if they are unknown. */
export function verdictsOf({ manifest, verdicts }: LoadedRun): { asked: number; scored: number } | undefined {
  if (manifest !== undefined)
    return { asked: manifest.coverage.verdictsAsked, scored: manifest.coverage.verdictsScored };
  const scored = Object.values(verdicts?.scoredBy ?? {});
  if (verdicts === undefined || scored.length === 0) return undefined;
  return { asked: verdicts.answers * scored.length, scored: scored.reduce((sum, one) => sum + one, 0) };
}

function originOf(
  { manifest, runSpec, stats }: LoadedRun,
  mainMetric: string,
): Pick<LeaderboardRun, "origin" | "table" | "mainRange"> {
  if (manifest !== undefined) return { origin: "medhelm" };
  const source = tableSource(runSpec);
  if (source === undefined) return { origin: "helm" };
  const { file, line, column, range } = source;
  const isMain = stats.some(({ name }) => name.name === mainMetric);
  return { origin: "table", table: { file, line, column }, ...(isMain ? { mainRange: range } : {}) };
}

function countsOf({ manifest, scored: counted }: LoadedRun, profile: Profile) {
  if (manifest === undefined) return counted === undefined ? {} : { scored: counted };
  const { requests, scored } = manifest.coverage;
  return { failed: failedRequests(manifest), requests, ...(scored === undefined ? {} : { scored: scored[profile] }) };
}

/** Only public text has an address: readers of the site fetch it from the run's generation. */
function pagesOf({ suite, folder, manifest, pages }: LoadedRun, isShown: boolean): Pick<LeaderboardRun, "pages"> {
  if (!isShown || manifest?.access !== "public" || pages === undefined) return {};
  return { pages: { folder: runFileKeys(suite, folder, manifest)("pages/"), count: pages } };
}

/** The fields that only runs with a MedHELM manifest have. */
function manifestFields(
  {
    mainMetric,
    mainRange,
    prompts,
    judgePrompts,
    contentSha256,
    code,
    tokens,
    costUsd,
    priceAsOf,
    replies,
    qualities,
    execution,
  }: LoadedManifest,
  shownMetric: string,
) {
  return {
    codeVersion: code.version,
    ...(mainRange === undefined || mainMetric !== shownMetric ? {} : { mainRange }),
    prompts,
    contentSha256,
    ...(judgePrompts === undefined ? {} : { judgePrompts }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(priceAsOf === undefined ? {} : { priceAsOf }),
    ...(replies === undefined ? {} : { replies }),
    ...(qualities === undefined
      ? {}
      : { qualities: mainMetric === shownMetric ? qualities : withoutScores(qualities) }),
    ...(execution.latency === undefined ? {} : { latency: execution.latency }),
  };
}

/** A release may show another metric than the one of the run's scores. */
const withoutScores = ({ repeats, style }: Qualities): Qualities => ({
  ...(repeats === undefined ? {} : { repeats }),
  ...(style === undefined ? {} : { style }),
});

/** The measures of a run in addition to its main value. */
function measuresOf(
  { baselines, twoWay, jury, replies, coverage }: LoadedManifest,
  mainValue: number | null,
  profile: Profile,
): Pick<LeaderboardRun, "baselines" | "twoWay" | "jury" | "unreadRate"> {
  const { majority, ...others } = baselines?.[profile] ?? {};
  const isNotAbove = majority !== undefined && mainValue !== null && mainValue <= majority;
  return {
    ...(baselines === undefined
      ? {}
      : {
          baselines: {
            ...others,
            ...(majority === undefined ? {} : { majority }),
            ...(isNotAbove ? { isNotAboveMajority: true } : {}),
          },
        }),
    ...(twoWay === undefined ? {} : { twoWay }),
    ...(jury === undefined ? {} : { jury }),
    ...(replies?.unread === undefined || coverage.answered === 0
      ? {}
      : { unreadRate: replies.unread / coverage.answered }),
  };
}

function judgeFields({
  name,
  model,
  standIn,
  ...counts
}: Manifest["judges"][number]): LeaderboardRun["judges"][number] {
  const { sameFamily, answeredBy, isCandidate, asked, scored, tokens, costUsd, priceAsOf } = counts;
  return {
    name,
    model,
    standIn,
    ...(sameFamily === undefined ? {} : { sameFamily }),
    ...(answeredBy === undefined ? {} : { answeredBy }),
    ...(isCandidate === undefined ? {} : { isCandidate }),
    ...(asked === undefined || scored === undefined ? {} : { asked, scored }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(priceAsOf === undefined ? {} : { priceAsOf }),
  };
}

/** The number of evaluated instances, without train trials, from the manifest or else from HELM's stats. */
export function instancesOf(run: LoadedRun, split: string): number {
  if (run.manifest !== undefined) return run.manifest.coverage.instances;
  return Math.round(findStat(run.stats, { name: "num_instances", split })?.mean ?? 0);
}

/** HELM writes worst cases of runs without a changed question too, where they are the plain score. */
function worstCaseOf({ stats }: LoadedRun, metric: string, split: string): Pick<LeaderboardRun, "worstCase"> {
  const changed = stats.flatMap(({ name, mean }) => {
    const isMain = name.name === metric && name.split === split && name.sub_split === undefined;
    return isMain && name.perturbation !== undefined ? [{ ...name.perturbation, mean }] : [];
  });
  const worstOf = (kind: "robustness" | "fairness"): number | undefined =>
    changed.some((one) => one[kind] && one.name !== kind) ? changed.find(({ name }) => name === kind)?.mean : undefined;
  const [robustness, fairness] = [worstOf("robustness"), worstOf("fairness")];
  if (robustness === undefined && fairness === undefined) return {};
  return {
    worstCase: {
      ...(robustness === undefined ? {} : { robustness }),
      ...(fairness === undefined ? {} : { fairness }),
    },
  };
}

function plainStats(run: LoadedRun, split: string): Record<string, number> {
  return Object.fromEntries(
    run.stats.flatMap(({ name, mean }) =>
      name.split === split &&
      name.perturbation === undefined &&
      name.sub_split === undefined &&
      mean !== undefined &&
      !isUnjudged(run, name.name)
        ? [[name.name, mean] as const]
        : [],
    ),
  );
}

const AnnotatorArgs = z.looseObject({
  annotator_models: z.record(z.string(), z.looseObject({ model_name: z.string() })),
});

/** Reads the judges of a HELM run from the arguments of its annotator. */
function annotatorJudges(
  args: Readonly<Record<string, unknown>>,
  { runSpec, verdicts }: LoadedRun,
): LeaderboardRun["judges"] {
  const models = AnnotatorArgs.safeParse(args).data?.annotator_models ?? {};
  return Object.entries(models).map(([name, { model_name: model }]) => ({
    name,
    model,
    standIn: false,
    sameFamily: isSameFamily(runSpec.adapter_spec.model, model),
    ...(verdicts === undefined ? {} : { asked: verdicts.answers, scored: verdicts.scoredBy[name] ?? 0 }),
  }));
}
