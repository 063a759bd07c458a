import type { ObjectStore } from "@medhelm/core/ports";
import { openRun, type RunFiles } from "@medhelm/core/store/run-files";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { type Wording, wordingOf } from "@medhelm/core/run/wording";
import { runWording } from "@medhelm/core/release/run-wording";
import type { Manifest } from "@medhelm/core/release/manifest";
import type { PageInstance } from "@medhelm/core/release/page";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { type InspectedMetric, instanceText, marksOf } from "../terminal/instance-text.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { openReadStore } from "../run/open-store.ts";
import { finishedInstances } from "../run/finished-instances.ts";
import { runPlace } from "../run/run-place.ts";
import { readSealed } from "../run/sealed-file.ts";

export const command = defineCommand({
  name: "medhelm inspect",
  description: "Print the prompts, responses and judgements of a run, also those with gated, private and local text.",
  options: {
    run: argument("name of the run, or its path as medhelm run prints it", z.string()),
    suite: option("name", "suite of the run (default: that of the path, else default)", z.string().optional()),
    outputPath: commonOptions.outputPath,
    instance: option("id", "print only this instance", z.string().optional()),
    thinking: flag("print the whole thinking of the model, not only its first words"),
    json: flag("print one line of JSON per instance"),
  },
  async run({ run: named, instance, thinking: wholeThinking, json, ...given }) {
    const { outputPath, suite, run } = runPlace(named, given);
    const objects = openReadStore(outputPath);
    const files = await openRun(objects, suite, run);
    const instances = await finishedInstances(objects, files, { outputPath, suite, run });
    const heading = json ? "" : `prompts: ${(await wordingIn(objects, files)) ?? "unknown"}\n\n`;
    const main = files.manifest && mainMetricOf(files.manifest);
    let [total, shown] = [0, 0];
    for await (const one of instances) {
      total++;
      if (instance !== undefined && one.id !== instance) continue;
      if (shown++ === 0) process.stdout.write(heading);
      process.stdout.write(
        json
          ? `${instanceJson(one, main)}
`
          : instanceText(one, main, wholeThinking),
      );
    }
    if (shown === 0)
      throw new UserError(
        `${run}: it has ${total} instances, but no instance "${instance ?? ""}"; omit --instance to print all`,
      );
    return 0;
  },
});

async function wordingIn(objects: ObjectStore, { manifest, keyOf }: RunFiles): Promise<Wording | undefined> {
  if (manifest !== undefined) return wordingOf(manifest, manifest.judges);
  const runSpec = await readSealed(objects, keyOf("run_spec.json"), RunSpec);
  return runSpec && runWording({ runSpec });
}

const mainMetricOf = ({ mainMetric, mainRange, judges, wrongCounts }: Manifest): InspectedMetric => ({
  hasWrongCounts: wrongCounts !== undefined,
  name: mainMetric,
  range: mainRange,
  isJudged: judges.length > 0,
});

const instanceJson = (one: PageInstance, main: InspectedMetric | undefined): string =>
  JSON.stringify(main === undefined ? one : { ...one, marks: marksOf(one, main) });
