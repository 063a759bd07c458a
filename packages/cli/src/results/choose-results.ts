import { parseJson } from "@medhelm/core/store/objects";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import type { BucketFile, GoogleBucket } from "./google-bucket.ts";

/**
 * The parts of HELM's output: `groups` has a release's tables. Leaderboards are made from `stats`, each run's spec and stats. In `instances` are the
 * stats of each instance, and in `text` prompts, answers and judgements, most of the bytes.
 */
export const RESULT_PARTS = ["groups", "stats", "instances", "text"] as const;
export type ResultPart = (typeof RESULT_PARTS)[number];

const STATS = new Set(["run_spec.json", "scenario.json", "stats.json"]);

/** The part of a file by its path below benchmark_output; undefined for a file that is in no release and no run. */
export function partOfFile(path: string): ResultPart | undefined {
  const [top, , run, ...rest] = path.split("/");
  if (top === "releases") return "groups";
  if (top !== "runs" || run === undefined) return undefined;
  const file = rest.join("/");
  if (file === "" || run === "groups") return "groups"; // of a suite that was summarised alone
  if (STATS.has(file)) return "stats";
  return file === "per_instance_stats.json" ? "instances" : "text";
}

const Summary = z.object({ suites: z.array(z.string()).optional() });

/**
 * Lists the files of a release and of its suites' runs, or of everything.
 * @throws UserError for a release that does not exist
 */
export async function chooseResults(
  bucket: GoogleBucket,
  release: string | undefined,
  parts: readonly ResultPart[],
): Promise<BucketFile[]> {
  const files: BucketFile[] = [];
  for (const folder of release === undefined ? [""] : await foldersOf(bucket, release))
    for await (const file of bucket.list(folder)) {
      const part = partOfFile(file.path);
      if (part !== undefined && parts.includes(part) && isPlain(file.path)) files.push(file);
    }
  if (files.length === 0)
    throw new UserError(
      `${bucket.label}: there is no file of HELM's output below it (runs/SUITE/RUN/..., releases/RELEASE/...); name the folder benchmark_output`,
    );
  return files;
}

/** A path that stays in the target. A folder's own marker ends in "/". */
const isPlain = (path: string): boolean =>
  !path.endsWith("/") &&
  !path.includes("\\") &&
  path.split("/").every((part) => part !== ".." && part !== "." && part !== "");

async function foldersOf(bucket: GoogleBucket, release: string): Promise<string[]> {
  const summary = await bucket.find(`releases/${release}/summary.json`);
  const reply = summary && (await bucket.read(summary));
  if (reply === undefined)
    throw new UserError(
      `${bucket.label}: there is no release ${release}${await releasesOf(bucket)}; name one of them with --release, or leave it out`,
    );
  const { suites = [] } = parseJson(new Uint8Array(await reply.arrayBuffer()), `${release}/summary.json`, Summary);
  return [`releases/${release}/`, ...suites.map((suite) => `runs/${suite}/`)];
}

async function releasesOf(bucket: GoogleBucket): Promise<string> {
  const names = new Set<string>();
  for await (const { path } of bucket.list("releases/")) names.add(path.split("/")[1] ?? "");
  return names.size === 0 ? "" : `; there are ${[...names].join(", ")}`;
}
