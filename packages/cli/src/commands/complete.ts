import { counted } from "@medhelm/core/text/counted";
import { keys } from "@medhelm/core/store/object-keys";
import { completeness, type RunCompleteness } from "@medhelm/core/release/runs/completeness";
import { FolderName } from "@medhelm/core/submission";
import { ReleaseRecord } from "@medhelm/core/release/release-record";
import { getJson } from "@medhelm/core/store/objects";
import { z } from "zod";
import { expectedRuns } from "../complete/expected-runs.ts";
import { runsOfRelease, runsOfSuite } from "../complete/present-runs.ts";
import { openReadStore } from "../places/open-store.ts";
import { requireOutputFolder } from "../places/require-output-folder.ts";
import { openPlace } from "../service-api/open-place.ts";
import { commonOptions, outputOption } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";
import { textTable } from "../terminal/text-table.ts";
import { printText } from "../terminal/print-text.ts";

export const command = defineCommand({
  name: "medhelm complete",
  description:
    "List what each model of a suite or release lacks of MedHELM's 37 benchmarks, and print the next command. A run may be missing, lack answers or verdicts, or have fewer instances than the benchmark.",
  options: {
    name: argument("a suite or a release", FolderName),
    outputPath: commonOptions.outputPath,
    from: option("bucket", "s3://BUCKET or s3://BUCKET/PREFIX, instead of a folder", z.string().optional()),
    confPaths: option(
      "files",
      ".conf files with the run entries that each model should have (default: those of the 37 benchmarks)",
      z.array(z.string()).optional(),
    ),
    models: option("names", "only these models, also those without a run", z.array(z.string()).optional()),
    json: flag("print all runs with their states as JSON"),
  },
  async run({ name, outputPath, from, confPaths, models: named, json }) {
    if (from === undefined) requireOutputFolder(outputPath);
    const objects = from === undefined ? openReadStore(outputPath) : await openPlace(from, "--from");
    const record = await getJson(objects, keys.releaseFile(name, "release.json"), ReleaseRecord);
    const { runs, unreadable } =
      record === undefined ? await runsOfSuite(objects, name) : await runsOfRelease(objects, name);
    for (const sentence of unreadable) printMessage(sentence);
    const models = named ?? [...new Set(runs.map(({ model }) => model))].toSorted();
    const states = completeness(await expectedRuns(confPaths), models, runs);
    const gap = states.find(({ state }) => state !== "complete");
    const place = from === undefined ? outputOption(outputPath) : "";
    const next = gap && `${runCommand(gap)} --suite ${record?.suites.at(-1) ?? name}${place}`;
    if (json) {
      process.stdout.write(
        jsonLine({ name, kind: record === undefined ? "suite" : "release", runs: states, next: next ?? null }),
      );
      return 0;
    }
    printText(gapsText(models, states));
    if (next !== undefined) process.stdout.write(`next: ${next}\n`);
    return 0;
  },
});

function gapsText(models: readonly string[], states: readonly RunCompleteness[]): string {
  const gaps = states.filter(({ state }) => state !== "complete");
  const rows = gaps.map(({ model, benchmark, state, entry, detail = "" }) => [model, benchmark, state, entry, detail]);
  const counts = models.map((model) => `${model}: ${countsText(states.filter((one) => one.model === model))}\n`);
  return [
    rows.length === 0 ? "" : textTable(["model", "benchmark", "state", "run entry", "what"], rows),
    ...counts,
  ].join("");
}

/** Without -m, so that the run has the whole split. */
const runCommand = ({ entry, model }: RunCompleteness): string => `medhelm run -r "${entry}" --model ${model}`;

function countsText(states: readonly RunCompleteness[]): string {
  const byBenchmark = [...Map.groupBy(states, ({ benchmark }) => benchmark).values()];
  const whole = byBenchmark.filter((runs) => runs.every(({ state }) => state === "complete")).length;
  const others = (["missing", "partial", "capped"] as const).flatMap((wanted) => {
    const count = states.filter(({ state }) => state === wanted).length;
    return count === 0 ? [] : [`${counted(count, "run")} ${wanted}`];
  });
  return [`${whole} of ${byBenchmark.length} benchmarks complete`, ...others].join(", ");
}
