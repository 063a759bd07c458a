import type { ObjectStore } from "@medhelm/core/ports";
import { buildLeaderboard } from "@medhelm/core/release/build-leaderboard";
import { helmReleaseFiles, type ReleaseFile } from "@medhelm/core/release/helm-release-files";
import type { Leaderboard, LeaderboardRun } from "@medhelm/core/release/leaderboard";
import { accessOf, runSlug } from "@medhelm/core/release/leaderboard-runs";
import type { LoadedRun } from "@medhelm/core/release/loaded-run";
import { mapBounded } from "../concurrency/map-bounded.ts";
import type { BuildRequest, ReleasePorts } from "./ports.ts";
import type { ReleaseContent } from "./release-content.ts";
import { sealedRunsFile } from "@medhelm/core/release/sealed-runs";
import { writeDisplayFiles, writePages } from "./run-text.ts";

/** concurrent writes of files */
export const MAX_WRITES = 16;
/** runs whose text is read concurrently */
const MAX_TEXTS = 4;

/** Writes all files under `prefix`, leaderboard.json last. Returns their keys; a key that ends in "/" represents a folder. */
export async function writeRelease(
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
  const leaderboard = toLeaderboard(ports, request, content);
  const withOwnPages = runs.filter((_, index) => needsOwnPages(leaderboard.runs[index]));
  const pages = (run: LoadedRun): string => `${prefix}pages/${runSlug(run)}/`;
  await mapBounded(withOwnPages, MAX_TEXTS, (run) => writePages(objects, run, pages(run)));
  if (request.displayFiles === true) {
    await mapBounded(runs, MAX_TEXTS, (run) =>
      writeDisplayFiles(objects, run, schema, request.skipCompletedDisplayFiles ?? false),
    );
  }
  const ours = [
    ...(request.kind === "release" ? [{ path: "sealed-runs.json", body: sealedRunsFile(runs, ports.cards) }] : []),
    { path: "leaderboard.json", body: JSON.stringify(leaderboard) },
  ];
  for (const file of ours) written.push(...(await putAll(objects, prefix, [file])));
  return [...written, ...withOwnPages.map(pages)];
}

/** The site reads the pages of a sealed public generation where they are. Only other pages are copied into the release. */
const needsOwnPages = (run: LeaderboardRun | undefined): boolean => run?.hasPages === true && run.pages === undefined;

/** Makes leaderboard.json of a release or suite. */
export function toLeaderboard(ports: ReleasePorts, request: BuildRequest, content: ReleaseContent): Leaderboard {
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

async function putAll(objects: ObjectStore, prefix: string, files: Iterable<ReleaseFile>): Promise<string[]> {
  return mapBounded(files, MAX_WRITES, async ({ path, body }) => {
    await objects.put(prefix + path, body);
    return prefix + path;
  });
}
