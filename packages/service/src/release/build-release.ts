import { wordingLabels, wordingsIn } from "@medhelm/core/release/runs/run-wording";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import type { ReleaseRecord } from "@medhelm/core/release/release-record";
import { scoreNotices } from "@medhelm/core/release/leaderboard/score-notices";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { mapBounded } from "../concurrency/map-bounded.ts";
import type { BuildRequest, NewReleaseRequest, ReleasePorts, ReleaseReport, SuiteRequest } from "./ports.ts";
import { refuseDuringWithdrawal } from "./refuse-withdrawn.ts";
import { refuseGaps } from "./release-gaps.ts";
import { damageWarning, loadContent, type ReleaseContent } from "./release-content.ts";
import { listKeys } from "./list-keys.ts";
import { refusePublished, replaceRelease } from "./replace-release.ts";
import { withCounts } from "./with-counts.ts";
import { MAX_WRITES, toLeaderboard, type WrittenRelease, writeRelease } from "./write-release.ts";

/**
 * Summarises a suite into its own folder (helm-summarize --suite): HELM's files, leaderboard.json and pages/. A second call
 * replaces the files of the first.
 * @throws UserError for a missing or empty suite, one whose runs are being withdrawn, and an invalid schema
 */
export async function summarizeSuite(ports: ReleasePorts, request: SuiteRequest): Promise<ReleaseReport> {
  await refuseDuringWithdrawal(ports.objects, request.suite);
  const prefix = keys.runs(request.suite);
  const before = (
    await Promise.all([listKeys(ports.objects, `${prefix}groups/`), listKeys(ports.objects, `${prefix}pages/`)])
  ).flat();
  const written = await writeRelease(ports, request, () => contentToWrite(ports, request, [request.suite]), prefix);
  await deleteOthers(ports.objects, before, written.keys);
  return reportOf(written, { kind: "suite", name: request.suite, prefix });
}

/** @throws UserError for gaps, if the request is strict */
async function contentToWrite(
  ports: ReleasePorts,
  request: BuildRequest,
  suites: readonly string[],
): Promise<ReleaseContent> {
  const content = await loadContent(ports, request, suites);
  if (request.strict === true) refuseGaps(content);
  return content;
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
      `the release name ${JSON.stringify(request.release)} is invalid: use ${name.error.issues[0]?.message ?? ""}`,
    );
  await refusePublished(ports.objects, request.release);
  const suites = [...new Set(request.suites)];
  for (const suite of suites) await refuseDuringWithdrawal(ports.objects, suite, request.publicOnly?.includes(suite));
  const staged = keys.releaseStaging(request.release, ports.clock.randomUuid());
  const written = await writeRelease(ports, request, () => contentToWrite(ports, request, suites), staged);
  await putJson(ports.objects, `${staged}release.json`, releaseRecord(ports, request));
  const previous = await replaceRelease(ports, staged, request.release);
  await deleteAbandoned(ports.objects, keys.releaseStagingOf(request.release));
  const report = reportOf(written, {
    kind: "release",
    name: request.release,
    prefix: keys.release(request.release),
  });
  return previous === undefined ? report : { ...report, previous };
}

/** Deletes the keys that are not written again. `written`: a key that ends in "/" represents a folder. */
export async function deleteOthers(
  objects: ObjectStore,
  before: readonly string[],
  written: readonly string[],
): Promise<void> {
  const kept = new Set(written);
  const stale = before.filter((key) => !kept.has(key) && !kept.has(key.slice(0, key.lastIndexOf("/") + 1)));
  await mapBounded(stale, MAX_WRITES, (key) => objects.delete(key));
}

const DAY_MS = 86_400_000;

/** Deletes the staged files that a killed process left more than a day ago. */
async function deleteAbandoned(objects: ObjectStore, prefix: string): Promise<void> {
  for await (const { key, lastModifiedMs, storeNowMs } of objects.list(prefix))
    if (storeNowMs - lastModifiedMs > DAY_MS) await objects.delete(key);
}

/** release.json: the last file of a release. */
export function releaseRecord(ports: ReleasePorts, request: NewReleaseRequest): ReleaseRecord {
  return {
    formatVersion: 1,
    release: request.release,
    suites: [...new Set(request.suites)],
    profile: request.profile,
    published: request.publish ?? false,
    createdAt: new Date(ports.clock.nowMs()).toISOString(),
  };
}

/** Makes only the leaderboard and writes no file, for a downloaded folder that must not change. */
export async function leaderboardOf(ports: ReleasePorts, request: BuildRequest): Promise<Leaderboard> {
  const suites = request.kind === "suite" ? [request.suite] : [...new Set(request.suites)];
  const content = await loadContent(ports, request, suites);
  const runs = await withCounts(ports, { ...content, profile: request.profile });
  const notices = [...content.notices, ...scoreNotices(runs, request.profile)];
  return toLeaderboard(ports, request, { ...content, runs, notices });
}

function reportOf(
  { content: { runs, leftOut, incomplete, notices, warnings }, ...written }: WrittenRelease,
  where: Pick<ReleaseReport, "kind" | "name" | "prefix">,
): ReleaseReport {
  return {
    ...where,
    runs: runs.length,
    wordings: wordingsIn(runs, wordingLabels(runs)).labels,
    leftOut,
    incomplete,
    notices: [...notices, ...written.notices],
    ranking: written.ranking,
    standings: written.standings,
    warnings: [...warnings, ...leftOut.flatMap(damageWarning), ...written.warnings],
  };
}
