import { counted } from "@medhelm/core/text/counted";
import { systemClock } from "@medhelm/adapters/system-clock";
import { allCards, metricFor } from "@medhelm/benchmarks/registry";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { findRuns } from "@medhelm/service/release/runs/find-runs";
import { z } from "zod";
import { exportTables, TABLE_FORMATS } from "../export/export-tables.ts";
import { exportRuns } from "../finished-runs/export-runs.ts";
import { makeFolder } from "../places/make-folder.ts";
import { openPlace } from "../service-api/open-place.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { flag, option } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";
import { progressLine } from "../terminal/progress-line.ts";

export const command = defineCommand({
  name: "medhelm export",
  description:
    "Write the sealed runs of a suite in HELM's layout, or the tables of a suite or release, from a folder or a service's bucket.",
  options: {
    helm: flag("write the runs of --suite in the layout of HELM's output folder"),
    format: option(
      "names",
      "write tables with n, intervals and ranks in these formats; parquet also has the scores of all instances",
      z.array(z.enum(TABLE_FORMATS)).optional(),
    ),
    release: option("name", "the release whose tables are written (default: those of --suite)", FolderName.optional()),
    from: option("place", "a folder with runs, or s3://BUCKET/PREFIX", z.string().default("benchmark_output")),
    suite: option("name", "suite of the runs", FolderName.default("default")),
    run: option("name", "export only this run", z.string().optional()),
    to: option("dir", "the folder to write; an interrupted export continues in it", z.string()),
  },
  async run({ helm, format, release, from, suite, run, to }) {
    if (helm === (format !== undefined))
      throw new UserError(
        "give either --helm for runs in HELM's layout, or --format for tables (csv, markdown, latex, parquet)",
      );
    const objects = await openPlace(from, "--from");
    if (format !== undefined) {
      if (run !== undefined)
        throw new UserError("--run belongs to --helm; tables are those of a whole --suite or --release");
      const shown =
        release === undefined ? { kind: "suite" as const, name: suite } : { kind: "release" as const, name: release };
      const cards = new Map((await allCards()).map((card) => [card.name, card]));
      const line = progressLine(process.stderr, systemClock.monotonicMs);
      const written = await exportTables({
        ports: { objects, cards: (group) => cards.get(group), metrics: metricFor },
        shown,
        formats: [...new Set(format)],
        folder: to,
        notice: printMessage,
        onRun: (done, total) => line.count(`scores of ${shown.name}`, done, total),
      }).finally(() => line.clear());
      printMessage(`${counted(written.length, "file")} of ${shown.kind} ${shown.name} in ${to}`);
      return 0;
    }
    if (release !== undefined)
      throw new UserError("--release belongs to --format; --helm writes the runs of a --suite");
    const found = await findRuns(objects, suite, false);
    const runs = found.runs.map((one) => one.run).filter((one) => run === undefined || one === run);
    if (runs.length > 0) makeFolder(to, "--to");
    const line = progressLine(process.stderr, systemClock.monotonicMs);
    let done = 0;
    const onRun = (): void => line.count(suite, done++, runs.length);
    const { unsealed, withoutPages, damaged } = await exportRuns({ objects, suite, runs, folder: to, onRun }).finally(
      () => line.clear(),
    );
    if (unsealed.length === runs.length)
      throw new UserError(
        `${run ?? suite}: ${from} has no sealed run of this name in suite "${suite}"; name another one with --run or --suite`,
      );
    for (const one of unsealed) printMessage(`${one} is left out, because it is not sealed`);
    for (const one of withoutPages)
      printMessage(`${one}: pages are missing, and the other files are exported; run the entry again to make them`);
    const count = runs.length - unsealed.length - damaged.length;
    printMessage(`${counted(count, "run")} of suite ${suite} in ${to}`);
    const [last, ...others] = damaged;
    for (const { message } of others) printMessage(message);
    if (last !== undefined) throw last;
    return 0;
  },
});
