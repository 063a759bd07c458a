import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ObjectStore } from "@medhelm/core/ports";
import { openRun, type RunFiles } from "@medhelm/core/store/run-files";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { type Wording, wordingOf } from "@medhelm/core/run/wording";
import { runWording } from "@medhelm/core/release/run-wording";
import type { Manifest } from "@medhelm/core/release/manifest";
import { Page, PageIndex, type PageInstance } from "@medhelm/core/release/page";
import { nearNames } from "@medhelm/core/text/near-names";
import { UserError } from "@medhelm/core/user-error";
import { NOT_RUNS } from "@medhelm/service/release/find-runs";
import { runInstances } from "@medhelm/service/release/run-text";
import { z } from "zod";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { type InspectedMetric, instanceText, marksOf } from "../terminal/instance-text.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { openReadStore } from "../run/open-store.ts";
import { runPlace } from "../run/run-place.ts";
import { missingFile, readSealed } from "../run/sealed-file.ts";

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
    const instances = await instancesOf(objects, files);
    if (instances === undefined) throw new UserError(await whyMissing(outputPath, suite, run));
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

const mainMetricOf = ({ mainMetric, mainRange, judges }: Manifest): InspectedMetric => ({
  name: mainMetric,
  range: mainRange,
  isJudged: judges.length > 0,
});

const instanceJson = (one: PageInstance, main: InspectedMetric | undefined): string =>
  JSON.stringify(main === undefined ? one : { ...one, marks: marksOf(one, main) });

/** The instances of a finished run: of its pages, or of the files of a run that HELM wrote. */
async function instancesOf(
  objects: ObjectStore,
  { manifest, keyOf }: RunFiles,
): Promise<AsyncIterable<PageInstance> | undefined> {
  const index = await readSealed(objects, keyOf("pages/index.json"), PageIndex);
  if (index !== undefined) return pageInstances(objects, index, keyOf);
  if (manifest !== undefined) throw missingFile(keyOf("pages/index.json"));
  const isHelms = (await objects.head(keyOf("stats.json"))) !== undefined;
  return isHelms ? runInstances(objects, keyOf) : undefined;
}

async function* pageInstances(
  objects: ObjectStore,
  { pages }: PageIndex,
  keyOf: RunFiles["keyOf"],
): AsyncGenerator<PageInstance> {
  for (const { page } of pages) {
    const key = keyOf(`pages/${page}.json`);
    const found = await readSealed(objects, key, Page);
    if (found === undefined) throw missingFile(key);
    yield* found.instances;
  }
}

async function whyMissing(outputPath: string, suite: string, run: string): Promise<string> {
  const folder = join(outputPath, "runs", suite);
  if (!existsSync(folder)) return `${folder}: there is no such suite; name another one with --suite or --output-path`;
  const runs = (await readdir(folder)).filter((name) => !name.startsWith(".") && !NOT_RUNS.has(name));
  const near = nearNames(run, runs);
  return `${run}: suite "${suite}" has no finished run with this name${near.length > 0 ? `; did you mean ${near.join(" or ")}?` : ""}`;
}
