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
import { parseSchema, type ReleaseSchema } from "@medhelm/core/release/schema";
import { validateSchema } from "@medhelm/core/release/validate-schema";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { type LoadedSuite, loadSuite } from "./load-suite.ts";
import { mapBounded } from "../concurrency/map-bounded.ts";
import type { BuildRequest, NewReleaseRequest, ReleasePorts, ReleaseReport, SuiteRequest } from "./ports.ts";
import { writeDisplayFiles, writePages } from "./run-text.ts";
import { withDescriptions } from "./scenario-descriptions.ts";
import { switchOnce } from "./switch-once.ts";
import { listKeys, refusePublished, switchRelease } from "./switch-release.ts";

const PACKAGED = "schema_medhelm.yaml";
/** Files written, and runs whose text is read, at a time. */
const WRITES = 16;
const TEXTS = 4;

/**
 * Summarises one suite into its own folder (helm-summarize --suite), as often as one likes: HELM's files, leaderboard.json
 * and pages/. Throws UserError for a suite or schema that will not do.
 */
export async function summarizeSuite(ports: ReleasePorts, request: SuiteRequest): Promise<ReleaseReport> {
  const gathered = await gather(ports, request, [request.suite]);
  const prefix = keys.runs(request.suite);
  const before = (
    await Promise.all([listKeys(ports.objects, `${prefix}groups/`), listKeys(ports.objects, `${prefix}pages/`)])
  ).flat();
  const written = await writeAll(ports, request, gathered, prefix);
  const stale = before.filter(
    (key) => !written.some((kept) => (kept.endsWith("/") ? key.startsWith(kept) : key === kept)),
  );
  await mapBounded(stale, WRITES, (key) => ports.objects.delete(key));
  return reportOf(gathered, { kind: "suite", name: request.suite, prefix });
}

/**
 * Makes a release of suites (helm-summarize --release --suites): built aside, then switched into place. A release of that name
 * that is there is kept under releases/.previous/, unless it is published: then UserError, as for a suite or schema that will not do.
 */
export async function buildRelease(ports: ReleasePorts, request: BuildRequest): Promise<ReleaseReport> {
  if (request.kind === "suite") return summarizeSuite(ports, request);
  const name = FolderName.safeParse(request.release);
  if (!name.success)
    throw new UserError(
      `The release name ${JSON.stringify(request.release)} will not do: use ${name.error.issues[0]?.message ?? ""}.`,
    );
  await refusePublished(ports.objects, request.release);
  const gathered = await gather(ports, request, [...new Set(request.suites)]);
  const staged = keys.releaseStaging(request.release, ports.clock.randomUuid());
  await writeAll(ports, request, gathered, staged);
  await ports.objects.put(`${staged}release.json`, JSON.stringify(recordOf(ports, request)));
  const isShared = request.once === true && ports.movePrefix === undefined;
  const previous = isShared
    ? await switchOnce(ports.objects, staged, request.release)
    : await switchRelease(ports, staged, request.release);
  const report = reportOf(gathered, { kind: "release", name: request.release, prefix: keys.release(request.release) });
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

/** Everything that a release is made of, read and settled before anything is written. */
interface Gathered {
  readonly suites: readonly string[];
  readonly runs: readonly LoadedRun[];
  readonly leftOut: LoadedSuite["leftOut"];
  readonly schema: ReleaseSchema;
  readonly schemaName: string;
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
}

async function gather(ports: ReleasePorts, request: BuildRequest, suites: readonly string[]): Promise<Gathered> {
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
  const { schema, schemaName, warnings } = settleSchema(ports, request, runs);
  const outside = benchmarksOutside(schema, runs, ports.cards);
  if (outside.length > 0 && runs.every((run) => outside.includes(benchmarkOf(run, ports.cards)))) {
    const groups = schema.run_groups.map((group) => group.name).join(", ") || "none";
    throw new UserError(
      `No run belongs to a group of ${schemaName}: the runs are of ${outside.join(", ")}, its groups are ${groups}; add them, or leave the schema out.`,
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
        ? [`${schemaName} has no group for ${outside.join(", ")}: no table shows those runs.`]
        : []),
      ...leftOutNotice(leftOut),
    ],
  };
}

function leftOutNotice(leftOut: Gathered["leftOut"]): string[] {
  if (leftOut.length === 0) return [];
  const byReason = Map.groupBy(leftOut, ({ reason }) => reason);
  const told = [...byReason].map(([reason, group]) => {
    const names = group.slice(0, 5).map(({ run }) => run);
    const more = group.length > names.length ? ` and ${group.length - names.length} more` : "";
    return `${names.join("; ")}${more} (${group.length === 1 ? reason : `${group.length} runs: ${reason}`})`;
  });
  return [`Left out: ${told.join("; ")}.`];
}

/** HELM loads a run name of two suites twice and averages; here the last suite's counts, and that is said. */
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
    const told = `${last.get(run.runSpec.name)?.suite ?? ""} instead of ${run.suite}`;
    counts.set(told, (counts.get(told) ?? 0) + 1);
  }
  const told = [...counts].map(([which, count]) => `${which} (${count} ${count === 1 ? "run" : "runs"})`);
  return {
    runs: runs.filter((run) => kept.has(run)),
    notices: [`In several suites, of which the last counts: ${told.join(", ")}.`],
  };
}

function settleSchema(
  ports: ReleasePorts,
  request: BuildRequest,
  runs: readonly LoadedRun[],
): Pick<Gathered, "schema" | "schemaName" | "warnings"> {
  const choice = request.schema ?? { kind: "packaged" };
  if (choice.kind === "file") {
    const schema = parseSchema(choice.text, choice.label);
    return {
      schema: choice.addCustom === true ? withCustomGroups(schema, runs, ports.cards) : schema,
      // the file alone: a release does not tell where it lay on its maker's machine
      schemaName: choice.label.split(/[/\\]/).at(-1) ?? choice.label,
      warnings: validateSchema(schema, choice.label, request.validation ?? "warn"),
    };
  }
  const packaged = parseSchema(ports.packagedSchema, PACKAGED);
  const schema =
    choice.kind === "auto" ? autoSchema(runs, ports.cards, packaged) : withCustomGroups(packaged, runs, ports.cards);
  return { schema, schemaName: choice.kind === "auto" ? "made from the runs" : PACKAGED, warnings: [] };
}

/** Writes all files below `prefix`, leaderboard.json last. Gives the keys written; one that ends in "/" stands for a folder. */
async function writeAll(
  ports: ReleasePorts,
  request: BuildRequest,
  gathered: Gathered,
  prefix: string,
): Promise<string[]> {
  const { objects } = ports;
  const { runs, schema } = gathered;
  const files = helmReleaseFiles({
    name: request.kind === "suite" ? { suite: request.suite } : { release: request.release, suites: gathered.suites },
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
  await mapBounded(withPages, TEXTS, (run) => writePages(objects, run, pages(run)));
  if (request.displayFiles === true) {
    await mapBounded(runs, TEXTS, (run) =>
      writeDisplayFiles(objects, run, schema, request.skipCompletedDisplayFiles ?? false),
    );
  }
  const leaderboard = toLeaderboard(ports, request, gathered);
  await objects.put(`${prefix}leaderboard.json`, JSON.stringify(leaderboard));
  return [...written, ...withPages.map(pages)];
}

/** The leaderboard alone, nothing written: for a folder that was downloaded, and stays as it is. */
export async function leaderboardOf(ports: ReleasePorts, request: BuildRequest): Promise<Leaderboard> {
  const suites = request.kind === "suite" ? [request.suite] : [...new Set(request.suites)];
  return toLeaderboard(ports, request, await gather(ports, request, suites));
}

function toLeaderboard(ports: ReleasePorts, request: BuildRequest, gathered: Gathered): Leaderboard {
  return buildLeaderboard({
    name: request.kind === "suite" ? request.suite : request.release,
    kind: request.kind,
    date: dateOf(ports),
    profile: request.profile,
    suites: gathered.suites,
    schemaName: gathered.schemaName,
    schema: gathered.schema,
    runs: gathered.runs,
    models: ports.models,
    cards: ports.cards,
    hasPages: (run) => mayShowText(ports, request, run),
    notices: gathered.notices,
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
  const written: string[] = [];
  let batch: { key: string; body: string }[] = [];
  const flush = async (): Promise<void> => {
    await Promise.all(batch.map(({ key, body }) => objects.put(key, body)));
    batch = [];
  };
  for (const { path, body } of files) {
    written.push(prefix + path);
    batch.push({ key: prefix + path, body });
    if (batch.length >= WRITES) await flush();
  }
  await flush();
  return written;
}

function reportOf(
  { runs, leftOut, notices, warnings }: Gathered,
  where: Pick<ReleaseReport, "kind" | "name" | "prefix">,
): ReleaseReport {
  return { ...where, runs: runs.length, leftOut, notices, warnings };
}
