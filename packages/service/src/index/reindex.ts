import { LedgerEntry } from "@medhelm/core/money/ledger-entry";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { mapBounded } from "../concurrency/map-bounded.ts";
import { recordUsage } from "./record-usage.ts";
import { type ReindexPorts, reindexSubmission } from "./reindex-submission.ts";
import { refreshRelease } from "./releases.ts";
import { refreshSuite } from "./suites.ts";

const STAGES = ["suites", "releases", "charges", "submissions"] as const;
export type ReindexStage = (typeof STAGES)[number];

export interface ReindexProgress {
  readonly stage: ReindexStage;
  readonly done: number;
  readonly total: number;
  /** of `done`: what an interrupted call has finished */
  readonly reused: number;
}

export interface ReindexReport extends Readonly<Record<ReindexStage, number>> {
  /** objects that cannot be read, and why; everything else is in the index */
  readonly damaged: readonly { readonly key: string; readonly reason: string }[];
}

/** Where an interrupted call stopped: it has finished all earlier stages, and the names up to `after` of this one. */
const Cursor = z.object({ stage: z.enum(STAGES), after: z.string() });

const AT_ONCE = 16;
/** The position is stored after as many names. */
export const CHUNK = 200;

/**
 * Rebuilds every record of the index from the objects, which are the truth. It is safe to repeat, to interrupt and to
 * run while the service works: writes are conditional, and a second call continues where the first one stopped.
 * Claims of jobs are not rebuilt, because they live for minutes. A damaged object is reported and left out.
 */
export async function reindex(
  ports: ReindexPorts,
  report: (progress: ReindexProgress) => void = () => undefined,
): Promise<ReindexReport> {
  const { objects, index } = ports;
  const position = indexKeys.reindexPosition();
  const stored = await index.get(position);
  const start = stored === undefined ? undefined : Cursor.parse(stored.value);
  const damaged: { key: string; reason: string }[] = [];

  const runStage = async (
    stage: ReindexStage,
    names: readonly string[],
    keyOf: (name: string) => string,
    rebuild: (name: string) => Promise<unknown>,
  ): Promise<number> => {
    const isDone = start !== undefined && STAGES.indexOf(stage) < STAGES.indexOf(start.stage);
    const isAfter = (name: string): boolean => start?.stage !== stage || name > start.after;
    // in the order in which `isAfter` compares; a listing orders "b-x.json" before "b.json"
    const left = isDone ? [] : names.filter(isAfter).toSorted((a, b) => (a < b ? -1 : 1));
    const reused = names.length - left.length;
    for (let at = 0; at < left.length; at += CHUNK) {
      const chunk = left.slice(at, at + CHUNK);
      await mapBounded(chunk, AT_ONCE, async (name) => {
        try {
          await rebuild(name);
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
          damaged.push({ key: keyOf(name), reason: error.message });
        }
      });
      await index.write([{ kind: "put", ...position, value: { stage, after: chunk.at(-1) ?? "" } }]);
      report({ stage, done: reused + at + chunk.length, total: names.length, reused });
    }
    return names.length;
  };

  const counts = {
    suites: await runStage("suites", await jsonNamesOf(objects, keys.suites()), keys.suite, (suite) =>
      refreshSuite(ports, suite),
    ),
    releases: await runStage(
      "releases",
      await jsonNamesOf(objects, keys.releaseRequests()),
      keys.releaseRequest,
      (release) => refreshRelease(ports, release),
    ),
    charges: await runStage("charges", await charges(objects), String, (key) => reindexCharge(ports, key)),
    submissions: await runStage("submissions", await submissionIds(objects), keys.submission, (id) =>
      reindexSubmission(ports, id),
    ),
  };
  await index.write([{ kind: "delete", ...position }]);
  return { ...counts, damaged };
}

async function jsonNamesOf(objects: ObjectStore, folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of objects.list(folder)) names.push(key.slice(folder.length, -".json".length));
  return names;
}

/** A listing of one submission's files that is longer than this costs more than a new one behind them. */
const FILES_TO_SKIP = 1000;

/** Lists the ids of all submissions, newest first. */
export async function submissionIds(objects: ObjectStore): Promise<string[]> {
  const root = keys.submissions();
  const ids: string[] = [];
  for (let after: string | undefined = root; after !== undefined; ) {
    const from: string = after;
    after = undefined;
    let files = 0;
    for await (const { key } of objects.list(root, { after: from })) {
      const id = key.slice(root.length).split("/")[0] ?? "";
      if (id.startsWith(".")) continue; // marks of an earlier version
      files = id === ids.at(-1) ? files + 1 : 1;
      if (files === 1) ids.push(id);
      if (files < FILES_TO_SKIP) continue;
      after = `${keys.submissionFiles(id)}~`; // "~" sorts behind every file of a submission's folder
      break;
    }
  }
  return ids;
}

const CHARGE = /^owners\/[^/]+\/ledger\/[^/]+\/[^/]+\.json$/;

async function charges(objects: ObjectStore): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of objects.list(TOP_FOLDERS.owners)) if (CHARGE.test(key)) found.push(key);
  return found;
}

async function reindexCharge({ objects, index }: ReindexPorts, key: string): Promise<void> {
  const entry = await getJson(objects, key, LedgerEntry);
  if (entry === undefined) return;
  // the submissions' stage settles the reservations
  await recordUsage(index, { id: entry.submission, owner: entry.owner, createdAt: entry.month }, entry);
}
