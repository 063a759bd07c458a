import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { autoSchema } from "@medhelm/core/release/auto-schema";
import { benchmarkOf } from "@medhelm/core/release/benchmark-group";
import { buildLeaderboard } from "@medhelm/core/release/build-leaderboard";
import { benchmarksOutside, withCustomGroups } from "@medhelm/core/release/custom-groups";
import { helmReleaseFiles } from "@medhelm/core/release/helm-release-files";
import { accessOf, runSlug } from "@medhelm/core/release/leaderboard-runs";
import type { Leaderboard } from "@medhelm/core/release/leaderboard";
import type { LoadedRun } from "@medhelm/core/release/loaded-run";
import type { ReleaseRecord } from "@medhelm/core/release/release-record";
import { parseSchema, type ReleaseSchema } from "@medhelm/core/release/release-schema";
import { validateSchema } from "@medhelm/core/release/validate-schema";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { type LoadedSuite, loadSuite } from "./load-suite.ts";
import { mapBounded } from "../concurrency/map-bounded.ts";
import type { BuildRequest, NewReleaseRequest, ReleasePorts, ReleaseReport, SuiteRequest } from "./ports.ts";
import { writeDisplayFiles, writePages } from "./run-text.ts";
import { withDescriptions } from "./scenario-descriptions.ts";
import { placeFirstStaged } from "./place-first-staged.ts";
import { listKeys, refusePublished, replaceRelease } from "./replace-release.ts";

const PACKAGED = "schema_medhelm.yaml";
/** concurrent writes of files */
const MAX_WRITES = 16;
/** runs whose text is read concurrently */
const MAX_TEXTS = 4;

/**
 * Summarises a suite into its own folder (helm-summarize --suite): HELM's files, leaderboard.json and pages/. A second call
 * replaces the files of the first.
 * @throws UserError for a missing or empty suite and for an invalid schema
 */
export async function summarizeSuite(ports: ReleasePorts, request: SuiteRequest): Promise<ReleaseReport> {
  const content = await loadContent(ports, request, [request.suite]);
  const prefix = keys.runs(request.suite);
  const before = (
    await Promise.all([listKeys(ports.objects, `${prefix}groups/`), listKeys(ports.objects, `${prefix}pages/`)])
  ).flat();
  const written = await writeAll(ports, request, content, prefix);
  const stale = before.filter(
    (key) => !written.some((kept) => (kept.endsWith("/") ? key.startsWith(kept) : key === kept)),
  );
  await mapBounded(stale, MAX_WRITES, (key) => ports.objects.delete(key));
  return reportOf(content, { kind: "suite", name: request.suite, prefix });
}

/**
 * Makes a release of suites (helm-summarize --release --suites). It writes the files to a staging folder and then puts them in
 * place. An existing release of that name moves to releases/.previous/.
 * @throws UserError if a published release has that name, for a missing or empty suite, and for an invalid schema
 */
export async function buildRelease(ports: ReleasePorts, request: BuildRequest): Promise<ReleaseReport> {
  if (request.kind === "suite") return summarizeSuite(ports, request);
  const name = FolderName.safeParse(request.release);
  if (!name.success)
    throw new UserError(
      `The release name ${JSON.stringify(request.release)} is invalid: use ${name.error.issues[0]?.message ?? ""}.`,
    );
  await refusePublished(ports.objects, request.release);
  const content = await loadContent(ports, request, [...new Set(request.suites)]);
  const staged = keys.releaseStaging(request.release, ports.clock.randomUuid());
  await writeAll(ports, request, content, staged);
  await ports.objects.put(`${staged}release.json`, JSON.stringify(recordOf(ports, request)));
  const isConcurrent = request.keepFirst === true && ports.movePrefix === undefined;
  const previous = isConcurrent
    ? await placeFirstStaged(ports.objects, staged, request.release)
    : await replaceRelease(ports, staged, request.release);
  const report = reportOf(content, { kind: "release", name: request.release, prefix: keys.release(request.release) });
  return previous === undefined ? report : { ...report, previous };
}

function recordOf(ports: ReleasePorts, request: NewReleaseRequest): ReleaseRecord {
  return {
    formatVersion: 1,
    release: request.release,
    suites: [...new Set(request.suites)],
    profile: request.profile,
    published: request.publish ?? false,
    createdAt: new Date(ports.clock.nowMs()).toISOString(),
  };
}

/** The input of a release. All of it is read and checked before the first file is written. */
interface ReleaseContent {
  readonly suites: readonly string[];
  readonly runs: readonly LoadedRun[];
  readonly leftOut: LoadedSuite["leftOut"];
  readonly schema: ReleaseSchema;
  readonly schemaName: string;
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
}

async function loadContent(
  ports: ReleasePorts,
  request: BuildRequest,
  suites: readonly string[],
): Promise<ReleaseContent> {
  if (suites.length === 0) throw new UserError("A release needs at least one suite; name one.");
  const loaded = await mapBounded(suites, 1, (suite) =>
    loadSuite(ports.objects, suite, request.profile, request.publicOnly?.includes(suite)),
  );
  const leftOut = loaded.flatMap((suite) => suite.leftOut);
  const { runs: distinct, notices } = withoutDuplicates(
    loaded.flatMap((suite) => suite.runs),
    request.duplicates ?? "last",
  );
  const runs = await withDescriptions(ports, distinct);
  if (runs.length === 0) {
    const [first] = leftOut;
    const why = first === undefined ? "" : ` (${first.run}: ${first.reason})`;
    throw new UserError(`No run of ${suites.join(", ")} can be summarised${why}.`);
  }
  const { schema, schemaName, warnings } = chooseSchema(ports, request, runs);
  const outside = benchmarksOutside(schema, runs, ports.cards);
  if (outside.length > 0 && runs.every((run) => outside.includes(benchmarkOf(run, ports.cards)))) {
    const groups = schema.run_groups.map((group) => group.name).join(", ") || "none";
    throw new UserError(
      `No run belongs to a group of ${schemaName}. The benchmarks of the runs: ${outside.join(", ")}. The groups of the schema: ${groups}. Add a group for each benchmark, or omit the schema.`,
    );
  }
  return {
    suites,
    runs,
    leftOut,
    schema,
    schemaName,
    warnings,
    notices: [
      ...notices,
      ...(outside.length > 0
        ? [`${schemaName} has no group for ${outside.join(", ")}, so no table shows these runs.`]
        : []),
      ...leftOutNotice(leftOut),
    ],
  };
}

function leftOutNotice(leftOut: ReleaseContent["leftOut"]): string[] {
  if (leftOut.length === 0) return [];
  const byReason = Map.groupBy(leftOut, ({ reason }) => reason);
  const texts = [...byReason].map(([reason, group]) => {
    const names = group.slice(0, 5).map(({ run }) => run);
    const more = group.length > names.length ? ` and ${group.length - names.length} more` : "";
    return `${names.join("; ")}${more} (${group.length === 1 ? reason : `${group.length} runs: ${reason}`})`;
  });
  return [`Left out: ${texts.join("; ")}.`];
}

/** Removes runs with the same name in several suites. HELM averages them; by default we keep the run of the last suite, with a notice. */
function withoutDuplicates(
  runs: readonly LoadedRun[],
  rule: "helm" | "last",
): { runs: readonly LoadedRun[]; notices: string[] } {
  const last = new Map(runs.map((run) => [run.runSpec.name, run]));
  if (rule === "helm" || last.size === runs.length) return { runs, notices: [] };
  const kept = new Set(last.values());
  const dropped = runs.filter((run) => !kept.has(run));
  const counts = new Map<string, number>();
  for (const run of dropped) {
    const replacement = `${last.get(run.runSpec.name)?.suite ?? ""} instead of ${run.suite}`;
    counts.set(replacement, (counts.get(replacement) ?? 0) + 1);
  }
  const texts = [...counts].map(([replacement, count]) => `${replacement} (${count} ${count === 1 ? "run" : "runs"})`);
  return {
    runs: runs.filter((run) => kept.has(run)),
    notices: [`Some runs are in several suites, and only the last suite counts: ${texts.join(", ")}.`],
  };
}

function chooseSchema(
  ports: ReleasePorts,
  request: BuildRequest,
  runs: readonly LoadedRun[],
): Pick<ReleaseContent, "schema" | "schemaName" | "warnings"> {
  const choice = request.schema ?? { kind: "packaged" };
  if (choice.kind === "file") {
    const schema = parseSchema(choice.text, choice.label);
    return {
      schema: choice.addCustom === true ? withCustomGroups(schema, runs, ports.cards) : schema,
      // Only the file name, because a release must not contain folders of the user's machine.
      schemaName: choice.label.split(/[/\\]/).at(-1) ?? choice.label,
      warnings: validateSchema(schema, choice.label, request.validation ?? "warn"),
    };
  }
  const packaged = parseSchema(ports.packagedSchema, PACKAGED);
  const schema =
    choice.kind === "auto" ? autoSchema(runs, ports.cards, packaged) : withCustomGroups(packaged, runs, ports.cards);
  return { schema, schemaName: choice.kind === "auto" ? "generated from the runs" : PACKAGED, warnings: [] };
}

/** Writes all files under `prefix`, leaderboard.json last. Returns their keys; a key that ends in "/" represents a folder. */
async function writeAll(
  ports: ReleasePorts,
  request: BuildRequest,
  content: ReleaseContent,
  prefix: string,
): Promise<string[]> {
  const { objects } = ports;
  const { runs, schema } = content;
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
  const withPages = runs.filter((run) => mayShowText(ports, request, run));
  const pages = (run: LoadedRun): string => `${prefix}pages/${runSlug(run)}/`;
  await mapBounded(withPages, MAX_TEXTS, (run) => writePages(objects, run, pages(run)));
  if (request.displayFiles === true) {
    await mapBounded(runs, MAX_TEXTS, (run) =>
      writeDisplayFiles(objects, run, schema, request.skipCompletedDisplayFiles ?? false),
    );
  }
  const leaderboard = toLeaderboard(ports, request, content);
  await objects.put(`${prefix}leaderboard.json`, JSON.stringify(leaderboard));
  return [...written, ...withPages.map(pages)];
}

/** Makes only the leaderboard and writes no file, for a downloaded folder that must not change. */
export async function leaderboardOf(ports: ReleasePorts, request: BuildRequest): Promise<Leaderboard> {
  const suites = request.kind === "suite" ? [request.suite] : [...new Set(request.suites)];
  return toLeaderboard(ports, request, await loadContent(ports, request, suites));
}

function toLeaderboard(ports: ReleasePorts, request: BuildRequest, content: ReleaseContent): Leaderboard {
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
    cards: ports.cards,
    hasPages: (run) => mayShowText(ports, request, run),
    notices: content.notices,
  });
}

/** YYYY-MM-DD */
function dateOf({ clock }: ReleasePorts): string {
  return new Date(clock.nowMs()).toISOString().slice(0, 10);
}

function mayShowText({ cards }: ReleasePorts, { serveLocalText }: BuildRequest, run: LoadedRun): boolean {
  return serveLocalText === true || accessOf(run, cards) === "public";
}

async function putAll(
  objects: ObjectStore,
  prefix: string,
  files: Iterable<{ readonly path: string; readonly body: string }>,
): Promise<string[]> {
  return mapBounded(files, MAX_WRITES, async ({ path, body }) => {
    await objects.put(prefix + path, body);
    return prefix + path;
  });
}

function reportOf(
  { runs, leftOut, notices, warnings }: ReleaseContent,
  where: Pick<ReleaseReport, "kind" | "name" | "prefix">,
): ReleaseReport {
  return { ...where, runs: runs.length, leftOut, notices, warnings };
}
