import { existsSync } from "node:fs";
import { basename } from "node:path";
import { Profile } from "@medhelm/core/run/profile";
import { FolderName } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { buildRelease, summarizeSuite } from "@medhelm/service/release/build-release";
import type { ReleaseReport, SchemaChoice } from "@medhelm/service/release/ports";
import { Command, Option } from "commander";
import { z } from "zod";
import { readUserText } from "../run/disk-files.ts";
import { loadModels } from "../run/models.ts";
import { acceptIgnored, type Ignored, parseOptions, positiveInt } from "../terminal/options.ts";
import { openStore } from "../run/output-store.ts";
import { pick } from "../terminal/pick.ts";
import { loadPlugins } from "../plugins/load-plugins.ts";
import { releasePorts } from "../stack/release-ports.ts";
import { say } from "../terminal/say.ts";

const program = new Command("medhelm summarize")
  .description("Make the leaderboard of a suite, or a release of several suites.")
  .option("-o, --output-path <dir>", "where runs and releases lie", "benchmark_output")
  .option("--suite <name>", "summarise this suite into its own folder")
  .option("--release <name>", "make a release of --suites")
  .option("--suites <names...>", "suites of the release; of a run that several have, the last one's counts")
  .option("--schema-path <file>", "HELM's schema YAML or JSON (default: the packaged schema_medhelm.yaml)")
  .option("--schema <file>", "the same, as MedHELM's guide writes it")
  .option("--auto-generate-schema", "make the schema out of the runs")
  .addOption(
    new Option("--schema-validation <how>", "what a problem of the schema does")
      .choices(["error", "warn", "off"])
      .default("warn"),
  )
  .addOption(new Option("--profile <name>", "whose numbers").choices(["helm", "corrected"]).default("helm"))
  .addOption(
    new Option("--duplicates <rule>", "a run that several suites have: helm averages them")
      .choices(["helm", "last"])
      .default("last"),
  )
  .option("--display-files", "also write the files that HELM's own helm-server reads")
  .option("--skip-completed-run-display-json", "leave those that are there")
  .option("--publish", "make the release immutable")
  .option("--local-path <dir>", "folder of model_metadata.yaml", "prod_env")
  .option("--plugins <places...>", "folders, files or packages whose benchmarks are among the runs")
  .option("-n, --num-threads <n>", "has no effect: a summary takes a second", positiveInt)
  .option("--debug", "run names in the cells' descriptions")
  .option("--json", "print the report as JSON");

const ignored: Ignored = {
  "--allow-unknown-models": "unknown models are always allowed",
  "--summarizer-class-name": "there is one summarizer",
  "--log-config": "messages go to stderr",
};

const Options = z.object({
  outputPath: z.string(),
  suite: FolderName.optional(),
  release: FolderName.optional(),
  suites: z.array(FolderName).optional(),
  schemaPath: z.string().optional(),
  schema: z.string().optional(),
  autoGenerateSchema: z.boolean().default(false),
  schemaValidation: z.enum(["error", "warn", "off"]),
  profile: Profile,
  duplicates: z.enum(["helm", "last"]),
  displayFiles: z.boolean().default(false),
  skipCompletedRunDisplayJson: z.boolean().default(false),
  publish: z.boolean().default(false),
  localPath: z.string(),
  plugins: z.array(z.string()).default([]),
  debug: z.boolean().default(false),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

export async function command(args: readonly string[]): Promise<number> {
  const options = parseOptions(acceptIgnored(program, ignored), args, Options, ignored);
  const what = target(options);
  const schema = await schemaChoice(options);
  if (!existsSync(options.outputPath))
    throw new UserError(`--output-path ${options.outputPath}: there is no such folder`);
  const models = await loadModels({
    localPath: options.localPath,
    env: process.env,
    candidates: {},
    judges: {},
    notice: say,
  });
  const extensions = await loadPlugins(options.plugins, process.cwd());
  const ports = await releasePorts(options.outputPath, openStore(options.outputPath), models, extensions);
  const common = {
    ...pick(options, ["profile", "duplicates", "debug", "displayFiles", "outputPath"]),
    profile: options.profile,
    validation: options.schemaValidation,
    skipCompletedDisplayFiles: options.skipCompletedRunDisplayJson,
    schema,
  };
  const report =
    what.kind === "suite"
      ? await summarizeSuite(ports, { ...common, kind: "suite", suite: what.suite })
      : await buildRelease(ports, {
          ...common,
          kind: "release",
          release: what.release,
          suites: what.suites,
          publish: options.publish,
        });
  tell(report, options);
  return 0;
}

type Target =
  | { readonly kind: "suite"; readonly suite: string }
  | { readonly kind: "release"; readonly release: string; readonly suites: readonly string[] };

/** HELM: --suite, or --release with --suites; neither means the suite "default". */
function target({ suite, release, suites }: Options): Target {
  if (suite !== undefined && (release !== undefined || suites !== undefined))
    throw new UserError("give either --suite, or --release with --suites, not both");
  if (release === undefined && suites === undefined) return { kind: "suite", suite: suite ?? "default" };
  if (release === undefined) throw new UserError("--suites needs --release NAME, the release that is made of them");
  if (suites === undefined) throw new UserError(`--release ${release} needs --suites, the suites that it is made of`);
  return { kind: "release", release, suites };
}

/** MedHELM's guide names schema_medhelm.yaml as if it lay in the working directory: absent, the packaged one is meant. */
async function schemaChoice(options: Options): Promise<SchemaChoice> {
  const path = options.schemaPath ?? options.schema;
  if (path !== undefined && options.autoGenerateSchema)
    throw new UserError("give either --schema-path or --auto-generate-schema, not both");
  if (options.autoGenerateSchema) return { kind: "auto" };
  if (path === undefined) return { kind: "packaged" };
  if (existsSync(path)) return { kind: "file", label: path, text: await readUserText(path) };
  if (basename(path) !== "schema_medhelm.yaml") throw new UserError(`--schema-path ${path}: there is no such file`);
  say(`${path} is not here; the packaged schema_medhelm.yaml is used, with custom benchmarks added`);
  return { kind: "packaged" };
}

function tell(report: ReleaseReport, { outputPath, json, profile }: Options): void {
  for (const line of [...report.warnings, ...report.notices]) say(line);
  if (report.previous !== undefined)
    say(`the ${report.name} that was there is kept in ${outputPath}/${report.previous}`);
  say(
    `${report.kind} ${report.name}: ${report.runs} ${report.runs === 1 ? "run" : "runs"}, profile ${profile}, in ${outputPath}/${report.prefix}`,
  );
  if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
}
