import { isThere } from "@medhelm/adapters/is-there";
import { counted } from "@medhelm/core/text/counted";
import { availableParallelism } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { collectOften } from "@medhelm/adapters/threads/collect-often";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { ObjectStore } from "@medhelm/core/ports";
import type { Evidence } from "@medhelm/core/release/evidence";
import { keys } from "@medhelm/core/store/object-keys";
import { UserError } from "@medhelm/core/user-error";
import type { Verification } from "@medhelm/service/verify/verification";
import { verifyRelease } from "@medhelm/service/verify/verify-release";
import { verifyRun } from "@medhelm/service/verify/verify-run";
import { z } from "zod";
import { readEvidence } from "../evidence/read-evidence.ts";
import { verifyEvidence } from "../evidence/verify-evidence.ts";
import { loadPlugins } from "../plugins/load-plugins.ts";
import { readUserText } from "../places/disk-files.ts";
import { knownModels } from "../models/known-models.ts";
import { openReadStore } from "../places/open-store.ts";
import { runPlace } from "../places/run-place.ts";
import { openRunStore, type RunThreadData } from "../run/threads/run-thread-data.ts";
import { runThreads } from "../run/threads/run-threads.ts";
import { openPlace } from "../service-api/open-place.ts";
import { releasePorts } from "../stack/release-ports.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand, type ValuesOf } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { positiveInt } from "../terminal/option-values.ts";
import { printMessage } from "../terminal/print-message.ts";
import { progressLine } from "../terminal/progress-line.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { printText } from "../terminal/print-text.ts";

const verifyOptions = {
  name: argument(
    "a sealed run, a release or a suite with a summary: its name, or the path of its folder; or a file of medhelm evidence",
    z.string().min(1, "it is empty; name a run, a release or a suite"),
  ),
  suite: option("name", "suite of the run (default: that of the path, else default)", z.string().optional()),
  outputPath: commonOptions.outputPath,
  from: option(
    "place",
    "s3://BUCKET, s3://BUCKET/PREFIX or a folder that has the runs; a release or summary that only --output-path has, because summarize --from made it, is verified with these runs",
    z.string().optional(),
  ),
  tablesOnly: flag("of a release or suite, compute only the tables again, not the numbers of its runs"),
  schemaPath: option("file", "the schema that the tables were made with, if it was a file", z.string().optional()),
  duplicates: option(
    "rule",
    "the --duplicates that the tables were made with",
    z.enum(["helm", "last"]).default("last"),
  ),
  debug: flag("the tables were made with --debug"),
  localPath: commonOptions.localPath,
  plugins: commonOptions.plugins,
  numThreads: option(
    "n",
    "threads that verify the runs of a release or suite (default: one per core); 1 needs least memory",
    positiveInt.optional(),
    { short: "n" },
  ),
  json: flag("print the result as JSON"),
};
type Options = ValuesOf<typeof verifyOptions>;

export const command = defineCommand({
  name: "medhelm verify",
  description:
    "Compute all numbers of a sealed run, a release, a suite's summary or an evidence file again from the stored bytes, and name the first difference with exit code 1. It writes nothing.",
  options: verifyOptions,
  async run(options) {
    collectOften();
    const bucket = options.from === undefined ? undefined : await openPlace(options.from, "--from");
    const place = (await evidencePlace(options)) ?? (await placeOf(options, bucket));
    const runs = runsOf(options, place);
    const objects = bucket === undefined ? openReadStore(place.outputPath) : await openRunStore(runs);
    const line = progressLine(process.stderr, systemClock.monotonicMs);
    const found = await verifyPlace(objects, place, options, line.count).finally(line.clear);
    for (const sentence of found.notChecked.slice(0, MAX_NAMED)) printMessage(`not checked: ${sentence}`);
    if (found.notChecked.length > MAX_NAMED)
      printMessage(`not checked: ${found.notChecked.length - MAX_NAMED} more things, which --json lists`);
    const what = `${place.kind} ${place.name}`;
    if (options.json)
      process.stdout.write(jsonLine({ [place.kind]: place.name, equal: found.difference === undefined, ...found }));
    else printText(`${resultText(what, found)}\n`);
    return found.difference === undefined ? 0 : 1;
  },
});

type Place = {
  readonly name: string;
  readonly outputPath: string;
  /** whether --from has the runs only */
  readonly isHere?: boolean;
} & (
  | { readonly kind: "run"; readonly suite: string }
  | { readonly kind: "release" | "suite" }
  | { readonly kind: "evidence"; readonly evidence: Evidence }
);

const MAX_NAMED = 5;

/** The places that have the runs, and the tables made of them. */
const runsOf = ({ plugins, from }: Options, { outputPath, isHere }: Place): RunThreadData => ({
  plugins,
  ...(from === undefined || isHere === true ? { outputPath } : {}),
  ...(from === undefined ? {} : { from }),
});

async function evidencePlace({ name, outputPath }: Options): Promise<Place | undefined> {
  if (name.endsWith(".html") && isThere(name))
    throw new UserError(
      `${name}: a page to print is not verified; give the file of data that medhelm evidence wrote next to it, ${name.replace(/html$/, "json")}`,
    );
  if (!name.endsWith(".json")) return undefined;
  if (!isThere(name))
    throw new UserError(`${name}: there is no such file; medhelm evidence MODEL --release NAME -o ${name} writes it`);
  return { kind: "evidence", name, outputPath, evidence: await readEvidence(name) };
}

/** A name is that of a release, else that of a suite with a summary, else that of a run. */
async function placeOf(
  { name, suite, outputPath }: Options,
  bucket: Pick<ObjectStore, "head"> | undefined,
): Promise<Place> {
  const path = resolve(name);
  const parent = dirname(path);
  if (name.includes("/") && basename(parent) === "releases")
    return { kind: "release", name: basename(path), outputPath: dirname(parent) };
  if (bucket === undefined && basename(parent) === "runs" && isThere(join(path, "leaderboard.json")))
    return { kind: "suite", name: basename(path), outputPath: dirname(parent) };
  if (bucket !== undefined && name.includes("/"))
    throw new UserError(`${name}: with --from, give the name of a run, release or suite, not a path`);
  if (suite === undefined && !name.includes("/")) {
    const tables = await tablesOf(name, outputPath, bucket);
    if (tables !== undefined) return tables;
  }
  if (bucket !== undefined) return { kind: "run", suite: suite ?? "default", name, outputPath };
  const { run, ...where } = runPlace(name, { suite, outputPath });
  return { kind: "run", name: run, ...where };
}

/** A release or summary of the bucket, else of the folder. */
async function tablesOf(
  name: string,
  outputPath: string,
  bucket: Pick<ObjectStore, "head"> | undefined,
): Promise<Place | undefined> {
  const summary = `${keys.runs(name)}leaderboard.json`;
  if (bucket !== undefined) {
    if ((await bucket.head(keys.releaseFile(name, "release.json"))) !== undefined)
      return { kind: "release", name, outputPath };
    if ((await bucket.head(summary)) !== undefined) return { kind: "suite", name, outputPath };
  }
  const isHere = (key: string): boolean => isThere(join(outputPath, key));
  if (isHere(keys.release(name))) return { kind: "release", name, outputPath, isHere: true }; // a damaged release may lack its release.json
  return isHere(summary) ? { kind: "suite", name, outputPath, isHere: true } : undefined;
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
  if (place.kind === "evidence") {
    const { name, outputPath, evidence } = place;
    const source = { ...evidence.release, outputPath };
    return verifyEvidence(objects, name, evidence, () => verifyPlace(objects, source, options, onStep));
  }
  const models = await knownModels(options.localPath);
  const ports = await releasePorts(place.outputPath, objects, models, extensions, options.numThreads);
  const others = (options.numThreads ?? availableParallelism()) - 1; // this thread verifies, too
  const threads = others > 0 ? runThreads(runsOf(options, place), others) : undefined;
  const { schemaPath } = options;
  if (schemaPath !== undefined && !isThere(schemaPath))
    throw new UserError(`--schema-path ${schemaPath}: there is no such file; correct the path`);
  try {
    return await verifyRelease(
      { ...ports, metrics, ...(threads && { verifiers: threads }) },
      {
        of: place,
        onStep,
        tablesOnly: options.tablesOnly,
        duplicates: options.duplicates,
        debug: options.debug,
        ...(schemaPath === undefined
          ? {}
          : { schema: { kind: "file", label: schemaPath, text: await readUserText(schemaPath) } }),
      },
    );
  } finally {
    await threads?.end();
  }
}

const MAX_VALUE_CHARS = 200;

function resultText(what: string, { checked, difference, notChecked }: Verification): string {
  const files = counted(checked, "file");
  if (difference === undefined)
    return notChecked.length === 0
      ? `${what}: all numbers are equal, computed again from the stored bytes (${files})`
      : `${what}: no difference in ${files}; ${notChecked.length} ${notChecked.length === 1 ? "thing is" : "things are"} not checked`;
  const { file, key, stored, recomputed, because, outdated } = difference;
  if (outdated !== undefined) return `${what}: ${outdated}`;
  const reason = because === undefined ? "" : `\n  ${because}`;
  if (key === "") return `${what}: ${file} is damaged${reason}`;
  return `${what}: the first difference is in ${file}\n  ${key}: stored ${valueText(stored)}, computed ${valueText(recomputed)}${reason}`;
}

function valueText(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}...` : text;
}
