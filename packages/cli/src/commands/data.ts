import { counted } from "@medhelm/core/text/counted";
import { join } from "node:path";
import { exitCodes } from "@medhelm/core/exit-codes";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { bundleDataCommand } from "../data/bundle-data-command.ts";
import { dataCatalogue } from "../data/data-catalogue.ts";
import { byHandLines, fileTable, licenceTable } from "../data/data-text.ts";
import { examineFiles } from "../data/examine-files.ts";
import { systemClock } from "@medhelm/adapters/system-clock";
import { allCards } from "@medhelm/benchmarks/registry";
import { type Forgotten, forgetResults } from "../data/forget-results.ts";
import { forgetData } from "../data/forget-data.ts";
import { requireDataDir } from "../data/require-data-dir.ts";
import { pullDataCommand } from "../data/pull-data-command.ts";
import { RESULT_PARTS, type ResultPart } from "../results/choose-results.ts";
import { GOOGLE_STORAGE } from "../results/google-bucket.ts";
import { pullCommand } from "../results/pull-command.ts";
import { keepPrivate } from "../places/keep-private.ts";
import { modelOptions } from "../run/options/model-options.ts";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";
import { pushCommand } from "../service-api/push-command.ts";
import { commonOptions, outputOption } from "../terminal/common-options.ts";
import { defineCommand, type ValuesOf } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { printMessage } from "../terminal/print-message.ts";

const options = {
  action: argument(
    "list, pull, verify, bundle, forget, license or push",
    z.enum(["list", "pull", "verify", "bundle", "forget", "license", "push"]),
  ),
  names: argument(
    "benchmarks, or public for all public ones. pull also takes: results gs://BUCKET/FOLDER. push: the folder to send",
    z.array(z.string()).default([]),
  ),
  outputPath: commonOptions.outputPath,
  dataDir: modelOptions.dataDir,
  mirror: option(
    "urls",
    "pull: web servers with the layout of --data-dir, which are asked before the files' own addresses",
    z.array(z.url()).default([]),
  ),
  yes: flag("pull: accept the licences that are shown. forget --results: delete"),
  results: flag(
    "forget: delete also all runs of the benchmarks, the files that were uploaded for them, and the stored answers. The stack must be stopped. Backups that have them are named",
  ),
  before: option(
    "day",
    "forget --results, without benchmarks: delete all runs, submissions' texts, uploaded files and stored answers from before this day (UTC)",
    z.iso.date("a day in UTC like 2026-11-23").optional(),
  ),
  to: option("file", "bundle: the archive to write", z.string().default("medhelm-data.tar.gz")),
  consent: option(
    "names",
    "bundle: benchmarks whose owner allowed you to pass their files on",
    z.array(z.string()).default([]),
  ),
  versions: flag(
    "forget --results: delete also the old versions that the bucket of a service with workers keeps of runs, answers, uploaded files and submissions, those of other benchmarks too",
  ),
  release: option("name", "pull results: only this release, and the runs of its suites", FolderName.optional()),
  storageUrl: option("url", "address of Google Storage's API", z.string().default(GOOGLE_STORAGE), {
    isHidden: true,
  }),
  bucket: option(
    "name",
    "push: the service's data bucket",
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "a bucket's name, without s3://")
      .optional(),
  ),
  public: flag("push: every job of the service may read the files"),
  organisation: option(
    "name",
    "push: only runs with this organisation's licensed data may read the files",
    FolderName.optional(),
  ),
  only: option(
    "names",
    `pull results: only these parts: ${RESULT_PARTS.join(", ")}. push: only these files and folders`,
    z.array(z.string()).optional(),
  ),
  dryRun: flag("pull and push: print the size or the list of files, and copy nothing"),
};
type DataOptions = ValuesOf<typeof options>;

export const command = defineCommand({
  name: "medhelm data",
  description:
    "list, verify: the files of benchmarks and their checksums. pull: copy public files to the place where runs look for them, or HELM's official results from Google Storage. bundle: put files that may be passed on into one archive. forget: delete pulled files, with --results all text of the benchmarks. license: print the licences. push: put data sets into a service on AWS, with your own rights at its data bucket. Push does not send files again that are already there. It knows the files of the built-in gated and private benchmarks by their paths, and refuses a place where runs without the licensor's data can read them. It cannot recognise other files, e.g. those of a custom benchmark or a renamed licensed file. Check the list that --dry-run prints before you push with --public.",
  options,
  run: (values) => ACTIONS[values.action](values),
});

const ACTIONS: Readonly<Record<DataOptions["action"], (values: DataOptions) => Promise<number>>> = {
  list,
  pull,
  verify,
  forget,
  license,
  bundle: async (values) => bundleDataCommand(values.names, { ...values, folders: readableFolders(values) }),
  push: async ({ names: [folder, ...others], ...values }) => {
    if (folder === undefined || others.length > 0)
      throw new UserError("medhelm data push needs one folder with the layout of --data-dir");
    return pushCommand(folder, values);
  },
};

async function list(values: DataOptions): Promise<number> {
  const catalogue = await dataCatalogue(values.names);
  process.stdout.write(fileTable(await examineFiles(catalogue, readableFolders(values))));
  const byHand = byHandLines(catalogue);
  if (byHand.length > 0) process.stdout.write(`\nby hand\n${byHand.map((line) => `  ${line}\n`).join("")}`);
  return exitCodes.success;
}

async function pull({ names, ...values }: DataOptions): Promise<number> {
  const [what, place, ...others] = names;
  const address = names.find((name) => name.startsWith("gs://"));
  if (what !== "results" && address !== undefined)
    throw new UserError(
      `medhelm data pull ${address}: to pull official results, add the word results: medhelm data pull results ${address}`,
    );
  keepPrivate(values.outputPath);
  if (what !== "results")
    return pullDataCommand(requireNames("pull", names), {
      ...values,
      mirrors: values.mirror,
      folder: targetOf(values),
    });
  if (place === undefined || others.length > 0)
    throw new UserError("medhelm data pull results: write medhelm data pull results gs://BUCKET/FOLDER");
  await pullCommand({ ...values, place, parts: values.only?.flatMap(partsIn) });
  return exitCodes.success;
}

async function verify(values: DataOptions): Promise<number> {
  const all = await examineFiles(await dataCatalogue(values.names), readableFolders(values));
  const there = all.filter(({ state }) => state !== "missing");
  process.stdout.write(fileTable(values.names.length > 0 ? all : there));
  const wrong = all.filter(({ state }) => state === "wrong");
  for (const { at, sha256, expected, benchmark } of wrong)
    printMessage(`${at} has sha256 ${sha256}, but ${expected} is expected; medhelm data pull ${benchmark} replaces it`);
  return wrong.length > 0 ? exitCodes.userError : exitCodes.success;
}

async function forget(values: DataOptions): Promise<number> {
  const { before } = values;
  if (before !== undefined) return forgetResultsCommand({ before: pastDay(before, values) }, values);
  const names = requireNames("forget", values.names);
  if (values.results) return forgetResultsCommand({ names }, values);
  requireDataDir(values.dataDir, process.env);
  const forgotten = await forgetFiles(names, values);
  for (const path of forgotten) process.stdout.write(`${path}\n`);
  printMessage(`${counted(forgotten.length, "file")} deleted; the stored runs keep their prompts, see --results`);
  return exitCodes.success;
}

/** @throws UserError for a day with benchmarks or without --results, and for a later day, because it would delete everything */
function pastDay(day: string, { names, results }: Pick<DataOptions, "names" | "results">): string {
  if (!results) throw new UserError(`--before ${day} needs --results: pulled data has no day`);
  if (names.length > 0) throw new UserError(`--before ${day} is for all benchmarks: leave out ${names.join(", ")}`);
  if (Date.parse(day) > systemClock.nowMs()) throw new UserError(`--before ${day} has not come yet: give a past day`);
  return day;
}

async function forgetResultsCommand(which: Forgotten, values: DataOptions): Promise<number> {
  const found = await forgetResults(values.outputPath, which, {
    isConfirmed: values.yes,
    withVersions: values.versions,
  });
  const { runs, inputs, answers, releases, cancelled, backups, left, versions, deletedVersions } = found;
  const what = `runs: ${runs.length}, uploaded files: ${inputs}, stored answers: ${answers}`;
  for (const run of runs) process.stdout.write(`${run}\n`);
  for (const name of releases)
    printMessage(
      `release ${name} shows numbers of these runs: medhelm withdraw --release ${name}${outputOption(values.outputPath)}`,
    );
  for (const id of cancelled)
    printMessage(
      `submission ${id} has not ended, and ${values.yes ? "is cancelled" : "--yes cancels it"}, because it would ask again`,
    );
  for (const folder of backups) printMessage(`the backup ${folder} has these texts, too: delete the folder`);
  for (const folder of left) printMessage(`a command left ${folder}, which may have these texts: delete the folder`);
  if (versions !== undefined && !values.versions) printMessage(`${versions}; --versions does it`);
  const names = "names" in which ? which.names : [];
  const whose = "names" in which ? `${names.join(", ")} has` : `from before ${which.before} there are`;
  if (!values.yes)
    throw new UserError(
      `${whose} ${what}; add --yes to delete them. Runs that need those answers later pay for them again`,
    );
  const known = new Set((await allCards()).map(({ name }) => name));
  const pulled = names.filter((name) => known.has(name));
  const files = pulled.length === 0 ? [] : await forgetFiles(pulled, values);
  const old = deletedVersions === undefined ? "" : `, old versions: ${deletedVersions}`;
  printMessage(`deleted ${what}, pulled files: ${files.length}${old}`);
  return exitCodes.success;
}

const forgetFiles = async (names: readonly string[], values: DataOptions): Promise<string[]> =>
  forgetData(await dataCatalogue(names), { cache: cacheOf(values), mirror: mirrorOf(values) });

async function license({ names }: DataOptions): Promise<number> {
  process.stdout.write(licenceTable((await dataCatalogue(names)).map(({ card }) => card)));
  return exitCodes.success;
}

function requireNames(action: string, names: readonly string[]): readonly string[] {
  if (names.length === 0)
    throw new UserError(
      `medhelm data ${action}: name benchmarks, or public for all public ones; medhelm data list shows them`,
    );
  return names;
}

type Places = Pick<DataOptions, "dataDir" | "outputPath">;
const mirrorOf = ({ dataDir }: Places): string | undefined => dataDir ?? process.env["MEDHELM_DATA"];
const cacheOf = ({ outputPath }: Places): string => join(outputPath, PRIVATE_FOLDER, "data");
const targetOf = (values: Places): string => mirrorOf(values) ?? cacheOf(values);

/** Where runs look for data, in their order. @throws UserError for a mirror that is no folder */
function readableFolders(values: Places): string[] {
  const mirror = requireDataDir(values.dataDir, process.env);
  return [...(mirror === undefined ? [] : [mirror]), cacheOf(values)];
}

/** Names may be separated by commas, too. */
function partsIn(text: string): ResultPart[] {
  return text.split(",").map((name) => {
    const part = RESULT_PARTS.find((one) => one === name);
    if (part === undefined)
      throw new UserError(`--only ${name}: a part of the results is one of ${RESULT_PARTS.join(", ")}`);
    return part;
  });
}
