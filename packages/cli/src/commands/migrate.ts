import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ownFolder } from "@medhelm/adapters/compute/own-folder";
import { linkObjects } from "@medhelm/adapters/objects/link-objects";
import { systemClock } from "@medhelm/adapters/system-clock";
import { type MigratePorts, type MigrateReport, migrateStore } from "@medhelm/service/migrate/migrate-store";
import type { StepName } from "@medhelm/service/migrate/tree-format";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { openStore, PRIVATE_FOLDER } from "../run/open-store.ts";
import { requireOutputFolder } from "../run/require-output-folder.ts";
import { openBucket } from "../service-api/open-bucket.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { flag, option } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";
import { progressLine } from "../terminal/progress-line.ts";

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/;

export const command = defineCommand({
  name: "medhelm migrate",
  description:
    "Upgrade the stored runs of an earlier version to the current format. Stop the stack first. An interrupted upgrade continues at the next call.",
  options: {
    outputPath: commonOptions.outputPath,
    store: option(
      "bucket",
      "s3://BUCKET, the results bucket of a service, instead of a folder",
      z.string().regex(BUCKET, "the address of a bucket: s3://BUCKET").optional(),
    ),
    dryRun: flag("print what would change, and change nothing", { short: "d" }),
    json: flag("print the result as JSON"),
  },
  async run({ outputPath, store, dryRun, json }) {
    const bucket = store === undefined ? undefined : BUCKET.exec(store)?.[1];
    const report = bucket === undefined ? await migrateFolder(outputPath, dryRun) : await migrateBucket(bucket, dryRun);
    if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
    else for (const line of linesOf(report)) printMessage(line);
    return 0;
  },
});

async function migrateFolder(outputPath: string, isDryRun: boolean): Promise<MigrateReport> {
  requireOutputFolder(outputPath);
  const jobs = join(outputPath, PRIVATE_FOLDER, "compute");
  const release = existsSync(jobs) ? ownFolder(jobs) : undefined;
  try {
    const objects = openStore(outputPath);
    return await migrate({ objects, copy: linkObjects(resolve(outputPath)), showsRuns: true }, isDryRun);
  } finally {
    release?.();
  }
}

async function migrateBucket(bucket: string, isDryRun: boolean): Promise<MigrateReport> {
  const objects = await openBucket(bucket, process.env);
  try {
    return await migrate({ objects, copy: objects.copy, showsRuns: false }, isDryRun);
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(
      `--store s3://${bucket}: the upgrade stopped (${why}); use the credentials of a deploy, and call it again to continue`,
      { cause },
    );
  }
}

const STEPS: Readonly<Record<StepName, string>> = {
  generations: "runs",
  index: "index",
  marks: "old marks",
  "flat-files": "old files",
};

async function migrate(ports: Omit<MigratePorts, "report">, isDryRun: boolean): Promise<MigrateReport> {
  const line = progressLine(process.stderr, systemClock.monotonicMs);
  const report: MigratePorts["report"] = ({ step, done, total, before }) =>
    line.report({ run: STEPS[step], stage: "asking", done, total, failed: 0, reused: before });
  try {
    return await migrateStore({ ...ports, report }, isDryRun);
  } finally {
    line.clear();
  }
}

function linesOf({ isDryRun, tree, runs, incomplete, index, marks, flatFiles }: MigrateReport): string[] {
  const would = isDryRun ? "would be " : "";
  return [
    `${count(runs.flat, "run")} ${would}moved, ${runs.sealed} had the current format, ${runs.foreign} of other tools or unfinished`,
    ...incomplete.map(
      (run) => `${run}: a file that its manifest lists is missing, and it stays as it is; run it again`,
    ),
    ...(index ? [`the index ${would}built`] : []),
    ...(marks > 0 ? [`${count(marks, "old mark")} ${would}deleted`] : []),
    ...(flatFiles > 0 ? [`${count(flatFiles, "old file")} ${would}deleted`] : []),
    isDryRun ? `the store has format ${tree}` : `the store has format ${tree} now`,
  ];
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
