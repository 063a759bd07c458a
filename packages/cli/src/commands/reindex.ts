import { counted } from "@medhelm/core/text/counted";
import { systemClock } from "@medhelm/adapters/system-clock";
import { UserError } from "@medhelm/core/user-error";
import { buildIndex } from "@medhelm/service/index/build-index";
import type { ReindexProgress, ReindexReport } from "@medhelm/service/index/reindex";
import { storeOptions, withStore } from "../stack/store/store-place.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { flag } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { jsonLine } from "../terminal/json-line.ts";

export const command = defineCommand({
  name: "medhelm reindex",
  description:
    "Rebuild the index of a folder or of a service on AWS from the stored objects. An interrupted call continues at the next one.",
  options: { ...storeOptions, json: flag("print the result as JSON") },
  async run({ json, ...place }) {
    if (place.store !== undefined && place.index === undefined)
      throw new UserError("give --index TABLE, the service's index table, with --store");
    const line = progressLine(process.stderr, systemClock.monotonicMs);
    const report = await withStore({ ...place, buildsIndex: true }, process.env, async (store) => {
      const { objects, index, indexDamage } = store;
      if (indexDamage !== undefined) printMessage(indexDamage);
      return index === undefined ? undefined : buildIndex({ objects, index, clock: systemClock }, indexProgress(line));
    }).finally(line.clear);
    if (report === undefined) return 0;
    printDamaged(report);
    const { submissions, suites, releases, charges } = report;
    if (json) process.stdout.write(jsonLine(report));
    else
      printMessage(
        `the index has ${counted(submissions, "submission")}, ${counted(suites, "suite")}, ${counted(releases, "release")} and ${counted(charges, "charge")}`,
      );
    return 0;
  },
});

/** Shows the progress of `buildIndex` on the line. */
export const indexProgress =
  (line: ReturnType<typeof progressLine>) =>
  ({ stage, done, reused }: ReindexProgress): void =>
    line.report({ run: `index: ${stage}`, stage: "asking", done, failed: 0, reused });

/** Prints each object that the index leaves out. */
export function printDamaged({ damaged }: ReindexReport): void {
  for (const { key, reason } of damaged) printMessage(`the index leaves out ${key}: ${reason}`);
}
