import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { UserError } from "@medhelm/core/user-error";
import type { Verification } from "@medhelm/service/verify/verification";
import { verifyRelease } from "@medhelm/service/verify/verify-release";
import { verifyRun } from "@medhelm/service/verify/verify-run";
import { z } from "zod";
import { loadPlugins } from "../plugins/load-plugins.ts";
import { readUserText } from "../run/disk-files.ts";
import { knownModels } from "../run/known-models.ts";
import { openReadStore } from "../run/open-store.ts";
import { runPlace } from "../run/run-place.ts";
import { openPlace } from "../service-api/open-place.ts";
import { releasePorts } from "../stack/release-ports.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand, type ValuesOf } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";
import { progressLine } from "../terminal/progress-line.ts";

const verifyOptions = {
  name: argument(
    "a sealed run or a release: its name, or the path of its folder",
    z.string().min(1, "it is empty; name a run or a release"),
  ),
  suite: option("name", "suite of the run (default: that of the path, else default)", z.string().optional()),
  outputPath: commonOptions.outputPath,
  from: option("bucket", "s3://BUCKET of a service, instead of a folder", z.string().optional()),
  tablesOnly: flag("of a release, compute only the tables again, not the numbers of its runs"),
  schemaPath: option("file", "the schema that the release was made with, if it was a file", z.string().optional()),
  duplicates: option(
    "rule",
    "the --duplicates that the release was made with",
    z.enum(["helm", "last"]).default("last"),
  ),
  debug: flag("the release was made with --debug"),
  localPath: commonOptions.localPath,
  plugins: commonOptions.plugins,
  json: flag("print the result as JSON"),
};
type Options = ValuesOf<typeof verifyOptions>;

export const command = defineCommand({
  name: "medhelm verify",
  description:
    "Compute all numbers of a sealed run or a release again from the stored bytes, and name the first difference with exit code 1. It writes nothing.",
  options: verifyOptions,
  async run(options) {
    const bucket = options.from === undefined ? undefined : await openPlace(options.from, "--from");
    const place = await placeOf(options, bucket);
    const objects = bucket ?? openReadStore(place.outputPath);
    const line = progressLine(process.stderr, systemClock.monotonicMs);
    const found = await verifyPlace(objects, place, options, (run, done, total) =>
      line.report({ run, stage: "asking", done, total, failed: 0, reused: 0 }),
    ).finally(() => line.clear());
    for (const sentence of found.notChecked) printMessage(`not checked: ${sentence}`);
    const what = `${place.kind} ${place.name}`;
    if (options.json)
      process.stdout.write(
        `${JSON.stringify({ [place.kind]: place.name, equal: found.difference === undefined, ...found })}\n`,
      );
    else process.stdout.write(`${resultText(what, found)}\n`);
    return found.difference === undefined ? 0 : 1;
  },
});

type Place = {
  readonly name: string;
  readonly outputPath: string;
} & ({ readonly kind: "run"; readonly suite: string } | { readonly kind: "release" });

/** A name is a release if there is one of that name, and a run otherwise. */
async function placeOf(
  { name, suite, outputPath }: Options,
  bucket: Pick<ObjectStore, "head"> | undefined,
): Promise<Place> {
  const path = resolve(name);
  const parent = dirname(path);
  if (name.includes("/") && basename(parent) === "releases")
    return { kind: "release", name: basename(path), outputPath: dirname(parent) };
  if (bucket !== undefined) {
    if (name.includes("/")) throw new UserError(`${name}: with --from, give the name of a run or release, not a path`);
    const isRelease = suite === undefined && (await bucket.head(keys.releaseFile(name, "release.json"))) !== undefined;
    return isRelease
      ? { kind: "release", name, outputPath }
      : { kind: "run", suite: suite ?? "default", name, outputPath };
  }
  if (suite === undefined && !name.includes("/") && existsSync(join(outputPath, "releases", name)))
    return { kind: "release", name, outputPath };
  const { run, ...where } = runPlace(name, { suite, outputPath });
  return { kind: "run", name: run, ...where };
}

async function verifyPlace(
  objects: ObjectStore,
  place: Place,
  options: Options,
  onStep: (what: string, done: number, total: number) => void,
): Promise<Verification> {
  const extensions = await loadPlugins(options.plugins, process.cwd());
  const metrics = extensions.metricFor;
  if (place.kind === "run") return verifyRun({ objects, metrics }, place.suite, place.name);
  const models = await knownModels(options.localPath);
  const ports = await releasePorts(place.outputPath, objects, models, extensions);
  const { schemaPath } = options;
  if (schemaPath !== undefined && !existsSync(schemaPath))
    throw new UserError(`--schema-path ${schemaPath}: there is no such file; correct the path`);
  return verifyRelease(
    { ...ports, metrics },
    {
      release: place.name,
      onStep,
      tablesOnly: options.tablesOnly,
      duplicates: options.duplicates,
      debug: options.debug,
      ...(schemaPath === undefined
        ? {}
        : { schema: { kind: "file", label: schemaPath, text: await readUserText(schemaPath) } }),
    },
  );
}

const MAX_VALUE_CHARS = 200;

function resultText(what: string, { checked, difference, notChecked }: Verification): string {
  const files = `${checked} ${checked === 1 ? "file" : "files"}`;
  if (difference === undefined)
    return notChecked.length === 0
      ? `${what}: all numbers are equal, computed again from the stored bytes (${files})`
      : `${what}: no difference in ${files}; ${notChecked.length} ${notChecked.length === 1 ? "thing is" : "things are"} not checked`;
  const { file, key, stored, recomputed, because } = difference;
  const reason = because === undefined ? "" : `\n  ${because}`;
  if (key === "") return `${what}: ${file} is damaged${reason}`;
  return `${what}: the first difference is in ${file}\n  ${key}: stored ${valueText(stored)}, computed ${valueText(recomputed)}${reason}`;
}

function valueText(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}...` : text;
}
