import type { ObjectStore } from "@medhelm/core/ports";
import { buildLeaderboard } from "@medhelm/core/release/leaderboard/build-leaderboard";
import { helmReleaseFiles, type ReleaseFile } from "@medhelm/core/release/helm/helm-release-files";
import type { Leaderboard, LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { accessOf, runSlug } from "@medhelm/core/release/leaderboard/leaderboard-runs";
import { clinicianKey } from "@medhelm/core/release/statistics/clinician-mean";
import { controlScores, splitControls } from "@medhelm/core/release/runs/control-runs";
import type { LoadedRun } from "@medhelm/core/release/runs/loaded-run";
import { tableNotices } from "@medhelm/core/release/leaderboard/table-notices";
import { tableSource } from "@medhelm/core/release/runs/table-run";
import { withPointEstimates } from "@medhelm/core/release/statistics/point-estimates";
import { withCosts } from "@medhelm/core/release/leaderboard/row-costs";
import { foldSubsetTables, withSubsetTables } from "@medhelm/core/release/leaderboard/subset-tables";
import { rankingText } from "@medhelm/core/release/leaderboard/ranking-text";
import { type Standing, standings } from "@medhelm/core/release/leaderboard/standings";
import { jsonChunks } from "@medhelm/core/store/json-chunks";
import { mapBounded } from "../concurrency/map-bounded.ts";
import type { BuildRequest, ReleasePorts } from "./ports.ts";
import type { ReleaseContent } from "./release-content.ts";
import { scoreNotices } from "@medhelm/core/release/leaderboard/score-notices";
import { refuseDamage } from "./release-gaps.ts";
import { sealedRunsFile } from "@medhelm/core/release/runs/sealed-runs";
import { damageOf, MAX_TEXTS, readTexts } from "./runs/read-texts.ts";
import { writeDisplayFiles } from "./runs/run-text.ts";
import { withStatistics } from "./with-statistics.ts";

/** concurrent writes of files */
export const MAX_WRITES = 16;
export interface WrittenRelease {
  /** A key that ends in "/" represents a folder. */
  readonly keys: readonly string[];
  /** sentences for the pages of the site, in addition to those of the content */
  readonly notices: readonly string[];
  /** the damaged files of runs whose text could not be written */
  readonly warnings: readonly string[];
  /** the rank sets of the root table, one sentence a line */
  readonly ranking: readonly string[];
  readonly standings: readonly Standing[];
  /** what it was written of; its runs have no stats any more */
  readonly content: ReleaseContent;
}

/**
 * Writes all files under `prefix`, leaderboard.json last. A run with damaged pages keeps its scores, because its stats match the manifest. A notice
 * says that its text is not shown.
 * @param load only this function may hold its result, which is freed before the statistics. The stats of a thousand runs are a third of the memory
 * @throws RunChanged if a run was sealed again in the meantime
 */
export async function writeRelease(
  ports: ReleasePorts,
  request: BuildRequest,
  load: () => Promise<ReleaseContent>,
  prefix: string,
): Promise<WrittenRelease> {
  const { objects } = ports;
  const controls: LoadedRun[] = [];
  const { content, plain, written, ...texts } = await writeTables(
    ports,
    request,
    withoutControls(await load(), controls),
    prefix,
  );
  const { leaderboard: tables, subsets } = withSubsetTables(withClinicians(plain, request));
  const inferred = await withStatistics(ports, { ...content, profile: request.profile }, tables);
  const leaderboard = {
    ...foldSubsetTables({ leaderboard: withCosts(withPointEstimates(inferred)), subsets }),
    ...(controls.length > 0 ? controlScores(toLeaderboard(ports, request, { ...content, runs: controls }).runs) : {}),
  };
  const { runs } = content;
  const ours = [
    ...(request.kind === "release"
      ? [{ path: "sealed-runs.json", body: sealedRunsFile([...runs, ...controls], ports.cards) }]
      : []),
    { path: "leaderboard.json", body: jsonChunks(leaderboard) },
  ];
  for (const file of ours) written.push(...(await putAll(objects, prefix, [file])));
  const keys = [...written, ...texts.pages];
  return { ...texts, content, keys, ranking: rankingText(leaderboard), standings: standings(leaderboard) };
}

/** Moves the runs of a check of a jury to `controls`. */
function withoutControls(content: ReleaseContent, controls: LoadedRun[]): ReleaseContent {
  const split = splitControls(content.runs);
  controls.push(...split.controls);
  return { ...content, runs: split.ranked };
}

interface WrittenTables extends Pick<WrittenRelease, "content" | "notices" | "warnings"> {
  /** leaderboard.json without what the scores of instances say */
  readonly plain: Leaderboard;
  readonly written: string[];
  /** the folders of the pages */
  readonly pages: readonly string[];
}

/** Writes HELM's files and the runs' pages. */
async function writeTables(
  ports: ReleasePorts,
  request: BuildRequest,
  loaded: ReleaseContent,
  prefix: string,
): Promise<WrittenTables> {
  const { objects } = ports;
  const pagesOf = (run: LoadedRun): string => `${prefix}pages/${runSlug(run)}/`;
  const shown = toLeaderboard(ports, request, loaded).runs;
  const ownPages = new Map(
    loaded.runs.flatMap((run, i) => (needsOwnPages(shown[i]) ? [[run, pagesOf(run)] as const] : [])),
  );
  const texts = await readTexts(ports, loaded.runs, { ...request, schema: loaded.schema, ownPages });
  if (request.strict === true) refuseDamage(texts.flatMap(({ withoutPages }) => withoutPages ?? []));
  const runs = texts.map(({ run }) => run);
  const content = { ...loaded, runs };
  const { schema } = content;
  const files = helmReleaseFiles({
    name: request.kind === "suite" ? { suite: request.suite } : { release: request.release, suites: content.suites },
    date: dateOf(ports),
    schema,
    runs,
    models: ports.models,
    outputPath: request.outputPath ?? "benchmark_output",
    debug: request.debug ?? false,
  });
  const written = await putAll(objects, prefix, files);
  const warnings = texts.flatMap(({ withoutPages }) => withoutPages ?? []);
  if (request.displayFiles === true) {
    const skipCompleted = request.skipCompletedDisplayFiles ?? false;
    await mapBounded(runs, MAX_TEXTS, async (run) => {
      const damage = await damageOf(writeDisplayFiles(objects, run, schema, skipCompleted));
      warnings.push(...damage);
    });
  }
  const textless = new Set(texts.flatMap(({ run, withoutPages }) => (withoutPages === undefined ? [] : [run])));
  const notices = [
    ...scoreNotices(runs, request.profile),
    ...textlessNotice("a page is missing or damaged", [...textless]),
    ...textlessNotice(
      "their folders have no scenario_state.json",
      runs.filter((run) => run.withoutText === true && tableSource(run.runSpec) === undefined),
    ),
    ...tableNotices(withPointEstimates(toLeaderboard(ports, request, content))),
  ];
  const plain = toLeaderboard(
    ports,
    request,
    { ...content, notices: [...content.notices, ...notices] },
    (run) => !textless.has(run),
  );
  const withoutStats = runs.map((run) => ({ ...run, stats: [] }));
  const pages = [...ownPages.values()];
  return { content: { ...content, runs: withoutStats }, plain, written, pages, notices, warnings };
}

function withClinicians(leaderboard: Leaderboard, { clinicians }: BuildRequest): Leaderboard {
  if (clinicians === undefined) return leaderboard;
  return {
    ...leaderboard,
    runs: leaderboard.runs.map((run) => {
      const found = clinicians.get(clinicianKey(run));
      return found === undefined ? run : { ...run, clinicians: found };
    }),
  };
}

const MAX_NAMED = 5;

function textlessNotice(why: string, runs: readonly LoadedRun[]): string[] {
  if (runs.length === 0) return [];
  const names = runs.slice(0, MAX_NAMED).map(({ folder }) => folder);
  const more = runs.length > names.length ? ` and ${runs.length - names.length} more` : "";
  return [`Without prompts and responses, because ${why}: ${names.join("; ")}${more}.`];
}

/** The site reads the pages of a sealed public generation where they are. Only other pages are copied into the release. */
const needsOwnPages = (run: LeaderboardRun | undefined): boolean => run?.hasPages === true && run.pages === undefined;

/** Makes leaderboard.json of a release or suite. */
export function toLeaderboard(
  ports: ReleasePorts,
  request: BuildRequest,
  content: ReleaseContent,
  hasText: (run: LoadedRun) => boolean = () => true,
): Leaderboard {
  return buildLeaderboard({
    name: request.kind === "suite" ? request.suite : request.release,
    kind: request.kind,
    date: dateOf(ports),
    profile: request.profile,
    suites: content.suites,
    schemaName: content.schemaName,
    schema: content.schema,
    runs: content.runs,
    models: ports.models,
    knownModels: ports.knownModels,
    cards: ports.cards,
    hasPages: (run) => hasText(run) && mayShowText(ports, request, run),
    notices: content.notices,
  });
}

/** YYYY-MM-DD */
function dateOf({ clock }: ReleasePorts): string {
  return new Date(clock.nowMs()).toISOString().slice(0, 10);
}

function mayShowText({ cards }: ReleasePorts, { serveLocalText }: BuildRequest, run: LoadedRun): boolean {
  return run.withoutText !== true && (serveLocalText === true || accessOf(run, cards) === "public");
}

async function putAll(objects: ObjectStore, prefix: string, files: Iterable<ReleaseFile>): Promise<string[]> {
  return mapBounded(files, MAX_WRITES, async ({ path, body }) => {
    await objects.put(prefix + path, body);
    return prefix + path;
  });
}
