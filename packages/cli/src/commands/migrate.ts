import { resolve } from "node:path";
import { counted } from "@medhelm/core/text/counted";
import { systemClock } from "@medhelm/adapters/system-clock";
import { showRuns } from "@medhelm/adapters/objects/show-runs";
import { UserError } from "@medhelm/core/user-error";
import { buildIndex } from "@medhelm/service/index/build-index";
import { type DerivePorts, type DeriveReport, deriveStore } from "@medhelm/service/migrate/derive-store";
import { type MigratePorts, type MigrateReport, migrateStore } from "@medhelm/service/migrate/migrate-store";
import type { StepName } from "@medhelm/service/migrate/tree-format";
import { loadPlugins } from "../plugins/load-plugins.ts";
import { type StorePlace, storeOptions, withStore } from "../stack/store/store-place.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { flag } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { indexProgress, printDamaged } from "./reindex.ts";
import { jsonLine } from "../terminal/json-line.ts";

export const command = defineCommand({
  name: "medhelm migrate",
  description:
    "Upgrade the stored runs of an earlier version to the current format. Stop the stack first. An interrupted upgrade continues at the next call.",
  options: {
    ...storeOptions,
    derived: flag(
      "also make the stats, scores and pages of sealed runs again where earlier rules made them; their numbers may change",
    ),
    plugins: commonOptions.plugins,
    dryRun: flag("print what would change, and change nothing", { short: "d" }),
    json: flag("print the result as JSON"),
  },
  async run({ dryRun, json, derived, plugins, ...place }) {
    const { metricFor } = await loadPlugins(plugins, process.cwd());
    const report = await withStore(place, process.env, async (store) => {
      const migrated = await migrate(store, dryRun);
      if (!derived) return migrated;
      const showRun = store.isFolder ? { showRun: showRuns(resolve(place.outputPath), store.objects) } : {};
      return {
        ...migrated,
        derived: await deriveOld({ objects: store.objects, metrics: metricFor, ...showRun }, dryRun),
      };
    });
    if (json) process.stdout.write(jsonLine(report));
    else for (const line of linesOf(report)) printMessage(line);
    for (const sentence of report.unreadable) printMessage(sentence);
    if (report.unreadable.length > 0)
      throw new UserError(
        `${counted(report.unreadable.length, "run")} cannot be read, and nothing of them was moved; follow the sentences above, then call medhelm migrate again`,
      );
    return 0;
  },
});

async function deriveOld(ports: DerivePorts, isDryRun: boolean): Promise<DeriveReport> {
  const line = progressLine(process.stderr, systemClock.monotonicMs);
  return deriveStore({ ...ports, onRun: line.count }, isDryRun).finally(line.clear);
}

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

type Report = MigrateReport & { readonly derived?: DeriveReport };

function linesOf({ isDryRun, tree, runs, incomplete, index, marks, flatFiles, derived }: Report): string[] {
  const would = isDryRun ? "would be " : "";
  return [
    `${counted(runs.flat, "run")} ${would}moved, ${runs.sealed} had the current format, ${runs.foreign} of other tools or unfinished`,
    ...incomplete.map(
      (run) =>
        `${run}: its manifest is damaged, or a file that it lists is missing; the run stays as it is: delete a damaged manifest, and run the entry again`,
    ),
    index ? `the index ${isDryRun ? "would be" : "is"} built` : "the index was not built: give --index TABLE",
    ...(marks > 0 ? [`${counted(marks, "old mark")} ${would}deleted`] : []),
    ...(flatFiles > 0 ? [`${counted(flatFiles, "old file")} ${would}deleted`] : []),
    ...(derived === undefined
      ? []
      : [
          `the derived files of ${counted(derived.made, "run")} ${isDryRun ? "would be" : "are"} made again, those of ${derived.current} have the current rules`,
          ...derived.left,
        ]),
    isDryRun ? `the store has format ${tree}` : `the store has format ${tree} now`,
  ];
}
