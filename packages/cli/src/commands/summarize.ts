import { isThere } from "@medhelm/adapters/is-there";
import { counted } from "@medhelm/core/text/counted";
import { basename } from "node:path";
import type { ClinicianMeans } from "@medhelm/core/release/statistics/clinician-mean";
import { exitCodes } from "@medhelm/core/exit-codes";
import { FolderName } from "@medhelm/core/submission";
import { profileNames } from "@medhelm/core/release/profile-names";
import { rankText } from "@medhelm/core/release/exports/shown-statistics";
import { UserError } from "@medhelm/core/user-error";
import { buildRelease } from "@medhelm/service/release/build-release";
import type { ReleaseReport, SchemaChoice } from "@medhelm/service/release/ports";
import { z } from "zod";
import { clinicianMeans, clinicianText } from "../agree/clinician-means.ts";
import { changedFile } from "../repair/changed-file.ts";
import { diskFiles, readUserText } from "../places/disk-files.ts";
import { requireOutputFolder } from "../places/require-output-folder.ts";
import { knownModels } from "../models/known-models.ts";
import { collectOften } from "@medhelm/adapters/threads/collect-often";
import { systemClock } from "@medhelm/adapters/system-clock";
import { progressLine } from "../terminal/progress-line.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { defineCommand, type ValuesOf } from "../terminal/define-command.ts";
import { flag, option } from "../terminal/option.ts";
import { positiveInt } from "../terminal/option-values.ts";
import { makeOutputFolder } from "../places/make-output-folder.ts";
import { openRunStore } from "../run/threads/run-thread-data.ts";
import { runThreads } from "../run/threads/run-threads.ts";
import { pickDefined } from "../terminal/pick-defined.ts";
import { loadPlugins } from "../plugins/load-plugins.ts";
import { releasePorts } from "../stack/release-ports.ts";
import { textTable } from "../terminal/text-table.ts";
import { printMessage } from "../terminal/print-message.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { printText } from "../terminal/print-text.ts";

const summarizeOptions = {
  outputPath: commonOptions.outputPath,
  from: option(
    "place",
    "read the runs of this bucket (s3://BUCKET or s3://BUCKET/PREFIX) or folder, and write the result below --output-path",
    z.string().optional(),
  ),
  suite: option("name", "summarise this suite into its own folder", FolderName.optional()),
  release: option("name", "make a release of --suites", FolderName.optional()),
  suites: option(
    "names",
    "suites of the release; if several have the same run, the last suite's run counts",
    z.array(FolderName).optional(),
  ),
  schemaPath: option(
    "file",
    "HELM's schema YAML or JSON (default: the packaged schema_medhelm.yaml)",
    z.string().optional(),
  ),
  schema: option("file", "the same, under the name that MedHELM's guide uses", z.string().optional()),
  autoGenerateSchema: flag("make the schema from the runs"),
  schemaValidation: option(
    "how",
    "how to report a fault of the schema",
    z.enum(["error", "warn", "off"]).default("warn"),
  ),
  profile: commonOptions.profile,
  duplicates: option(
    "rule",
    "what counts if several suites have the same run: helm averages them, last takes the last suite's",
    z.enum(["helm", "last"]).default("last"),
  ),
  displayFiles: flag("also write the files that HELM's own helm-server reads"),
  skipCompletedRunDisplayJson: flag("keep those display files that already exist"),
  publish: flag("make the release immutable"),
  strict: flag("write nothing if there is a gap: a run that is left out, lacks its main metric or has two specs"),
  localPath: commonOptions.localPath,
  plugins: commonOptions.plugins,
  numThreads: option(
    "n",
    "threads that read the runs and compute the statistics (default: one per core)",
    positiveInt.optional(),
    {
      short: "n",
    },
  ),
  ratings: option(
    "files",
    "filled sheets of medhelm agree sheet: the release also has the mean that clinicians would give to each rated run",
    z.array(z.string()).optional(),
  ),
  ratingsKey: option("file", "the answer key of these sheets", z.string().optional()),
  debug: flag("write run names into the descriptions of the cells"),
  json: flag("print the report as JSON"),
};
type Options = ValuesOf<typeof summarizeOptions>;

/** HELM's helm-summarize. */
export const command = defineCommand({
  name: "medhelm summarize",
  description: "Make the leaderboard of a suite, or a release of several suites.",
  options: summarizeOptions,
  ignored: {
    "--allow-unknown-models": "unknown models are always allowed",
    "--summarizer-class-name": "there is one summarizer",
    "--log-config": "messages go to stderr",
  },
  async run(options) {
    collectOften();
    const what = target(options);
    const { outputPath, plugins, numThreads, from } = options;
    const schema = await schemaChoice(options);
    if (from === undefined) requireOutputFolder(outputPath);
    const place = { outputPath, plugins, ...(from === undefined ? {} : { from }) };
    const objects = await openRunStore(place); // refuses a wrong --from before the output folder is made
    const models = await knownModels(options.localPath);
    const extensions = await loadPlugins(options.plugins, process.cwd());
    makeOutputFolder(outputPath);
    const line = progressLine(process.stderr, systemClock.monotonicMs);
    const threads = runThreads(place, numThreads);
    const edited: string[] = [];
    const ports = {
      ...(await releasePorts(outputPath, objects, models, extensions, numThreads)),
      ...(numThreads === 1 ? {} : { readers: threads }),
      // of a bucket, each file would be fetched
      ...(from === undefined ? { changedFile: changedFile(outputPath, objects, (key) => edited.push(key)) } : {}),
      onRead: (done: number, total: number) =>
        line.count(`reading ${what.kind === "suite" ? what.suite : what.release}`, done, total),
    };
    const clinicians = await cliniciansOf(options, what.kind === "suite" ? [what.suite] : what.suites);
    const common = {
      ...pickDefined(options, ["profile", "duplicates", "debug", "displayFiles", "outputPath", "strict"]),
      profile: options.profile,
      validation: options.schemaValidation,
      skipCompletedDisplayFiles: options.skipCompletedRunDisplayJson,
      schema,
      ...(clinicians === undefined ? {} : { clinicians }),
    };
    try {
      const publish = what.kind === "release" ? { publish: options.publish } : {};
      const report = await buildRelease(ports, { ...common, ...what, ...publish });
      line.clear();
      printReport(report, options);
      for (const text of clinicianText(clinicians ?? new Map())) printMessage(text);
      for (const key of edited)
        printMessage(
          `${key} was changed after its run was sealed; the numbers are those of the sealed file, which medhelm repair copies again`,
        );
      return report.leftOut.some(({ file }) => file !== undefined) ? exitCodes.userError : exitCodes.success;
    } finally {
      line.clear();
      await threads.end();
    }
  },
});

type Target =
  | { readonly kind: "suite"; readonly suite: string }
  | { readonly kind: "release"; readonly release: string; readonly suites: readonly string[] };

/** HELM: --suite, or --release with --suites. Without both it is the suite "default". */
function target({ suite, release, suites }: Options): Target {
  if (suite !== undefined && (release !== undefined || suites !== undefined))
    throw new UserError("give either --suite, or --release with --suites, not both");
  if (release === undefined && suites === undefined) return { kind: "suite", suite: suite ?? "default" };
  if (release === undefined) throw new UserError("--suites needs --release NAME, the name of the release");
  if (suites === undefined) throw new UserError(`--release ${release} needs --suites NAMES, the suites of the release`);
  return { kind: "release", release, suites };
}

async function cliniciansOf(
  { ratings, ratingsKey, outputPath, profile }: Options,
  suites: readonly string[],
): Promise<ClinicianMeans | undefined> {
  if (ratings === undefined && ratingsKey === undefined) return undefined;
  if (ratings === undefined || ratingsKey === undefined)
    throw new UserError("--ratings and --ratings-key belong together; give the filled sheets and the key of the sheet");
  return clinicianMeans(diskFiles(process.cwd()), { ratings, key: ratingsKey, outputPath, profile, suites });
}

/** MedHELM's guide names schema_medhelm.yaml as if it were in the working directory. If it is not there, the packaged one is used. */
async function schemaChoice(options: Options): Promise<SchemaChoice> {
  const path = options.schemaPath ?? options.schema;
  if (path !== undefined && options.autoGenerateSchema)
    throw new UserError("give either --schema-path or --auto-generate-schema, not both");
  if (options.autoGenerateSchema) return { kind: "auto" };
  if (path === undefined) return { kind: "packaged" };
  if (isThere(path)) return { kind: "file", label: path, text: await readUserText(path) };
  if (basename(path) !== "schema_medhelm.yaml")
    throw new UserError(
      `--schema-path ${path}: there is no such file; correct the path, or omit the option for the packaged schema`,
    );
  printMessage(`there is no ${path} here; the packaged schema_medhelm.yaml is used, with custom benchmarks added`);
  return { kind: "packaged" };
}

function printReport(report: ReleaseReport, { outputPath, json, profile }: Options): void {
  for (const line of [...report.warnings, ...report.notices]) printMessage(line);
  if (report.previous !== undefined)
    printMessage(`the previous ${report.name} is kept in ${outputPath}/${report.previous}`);
  printMessage(
    `${report.kind} ${report.name}: ${counted(report.runs, "run")}, ${profileNames[profile]}, prompts: ${report.wordings.join(", ")}, in ${outputPath}/${report.prefix}`,
  );
  for (const line of report.ranking) printMessage(line);
  if (json) process.stdout.write(jsonLine(report));
  else printText(standingsText(report));
}

/** The table of models. Columns that no row has a value for are left out. */
function standingsText({ standings }: ReleaseReport): string {
  const header = ["model", "prompts", "ranks", "average", "mean win rate", "benchmarks"];
  const rows = standings.map(({ modelDeployment, wording, ranks, average, meanWinRate, benchmarks, columns }) => [
    modelDeployment,
    wording ?? "",
    ranks === undefined ? "" : rankText({ ranks }),
    average?.toFixed(3) ?? "",
    meanWinRate?.toFixed(3) ?? "",
    `${benchmarks} of ${columns}`,
  ]);
  const isKnown = (_: string, i: number): boolean => rows.some((row) => row[i] !== "");
  if (rows.length === 0) return "";
  return textTable(
    header.filter(isKnown),
    rows.map((row) => row.filter(isKnown)),
  );
}
