import { systemClock } from "@medhelm/adapters/system-clock";
import { UserError } from "@medhelm/core/user-error";
import { buildIndex } from "@medhelm/service/index/build-index";
import { type MigratePorts, type MigrateReport, migrateStore } from "@medhelm/service/migrate/migrate-store";
import type { StepName } from "@medhelm/service/migrate/tree-format";
import { type StorePlace, storeOptions, withStore } from "../stack/store-place.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { flag } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { indexProgress, printDamaged } from "./reindex.ts";

export const command = defineCommand({
  name: "medhelm migrate",
  description:
    "Upgrade the stored runs of an earlier version to the current format. Stop the stack first. An interrupted upgrade continues at the next call.",
  options: {
    ...storeOptions,
    dryRun: flag("print what would change, and change nothing", { short: "d" }),
    json: flag("print the result as JSON"),
  },
  async run({ dryRun, json, ...place }) {
    const report = await withStore(place, process.env, (store) => migrate(store, dryRun));
    if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
    else for (const line of linesOf(report)) printMessage(line);
    for (const sentence of report.unreadable) printMessage(sentence);
    if (report.unreadable.length > 0)
      throw new UserError(
        `${count(report.unreadable.length, "run")} cannot be read, and nothing of them was moved; follow the sentences above, then call medhelm migrate again`,
      );
    return 0;
  },
});

const STEPS: Readonly<Record<StepName, string>> = {
  generations: "runs",
  index: "index",
  marks: "old marks",
  "flat-files": "old files",
};

async function migrate({ objects, index, copy, isFolder }: StorePlace, isDryRun: boolean): Promise<MigrateReport> {
  const line = progressLine(process.stderr, systemClock.monotonicMs);
  const ports: MigratePorts = {
    objects,
    copy,
    showsRuns: isFolder,
    ...(index === undefined
      ? {}
      : {
          reindex: async () =>
            printDamaged(await buildIndex({ objects, index, clock: systemClock }, indexProgress(line))),
        }),
    report: ({ step, done, total, before }) =>
      line.report({ run: STEPS[step], stage: "asking", done, total, failed: 0, reused: before }),
  };
  try {
    return await migrateStore(ports, isDryRun);
  } finally {
    line.clear();
  }
}

function linesOf({ isDryRun, tree, runs, incomplete, index, marks, flatFiles }: MigrateReport): string[] {
  const would = isDryRun ? "would be " : "";
  return [
    `${count(runs.flat, "run")} ${would}moved, ${runs.sealed} had the current format, ${runs.foreign} of other tools or unfinished`,
    ...incomplete.map(
      (run) =>
        `${run}: its manifest is damaged, or a file that it lists is missing; the run stays as it is: delete a damaged manifest, and run the entry again`,
    ),
    index ? `the index ${isDryRun ? "would be" : "is"} built` : "the index was not built: give --index TABLE",
    ...(marks > 0 ? [`${count(marks, "old mark")} ${would}deleted`] : []),
    ...(flatFiles > 0 ? [`${count(flatFiles, "old file")} ${would}deleted`] : []),
    isDryRun ? `the store has format ${tree}` : `the store has format ${tree} now`,
  ];
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
