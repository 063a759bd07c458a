import { randomUUID } from "node:crypto";
import { exitCodes } from "@medhelm/core/exit-codes";
import { chooseJudges } from "@medhelm/core/judge/judges-file";
import { Quote } from "@medhelm/core/money/quote";
import { FolderName, type RunState } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { Command } from "commander";
import { z } from "zod";
import { apiClient } from "../service-api/api-client.ts";
import { followSubmission } from "../service-api/follow-submission.ts";
import { interruption } from "../terminal/interruption.ts";
import { packagedJuries } from "../run/judges.ts";
import { parseOptions, positiveInt, positiveNumber } from "../terminal/options.ts";
import { pick } from "../terminal/pick.ts";
import { readEntries } from "../run/read-entries.ts";
import { submissionLine } from "../service-api/submission-line.ts";
import { resolveInputs, uploadInputs } from "../service-api/upload-inputs.ts";

const program = new Command("medhelm submit")
  .description("Submit run entries to an API; the files that they name are uploaded, and nothing else.")
  .argument("[conf-files...]", ".conf files with run entries")
  .option("-r, --run-entries <entries...>", 'e.g. "pubmed_qa:model=openai/gpt-4o"')
  .requiredOption("--api <url>", "e.g. http://127.0.0.1:8787")
  .option("--suite <name>", "name of the set of runs", "default")
  .option("-m, --max-eval-instances <n>", "at most this many instances a run", positiveInt)
  .option("-t, --num-train-trials <n>", "trials with other examples in the prompt", positiveInt)
  .option("--models-to-run <models...>", "only these models")
  .option("--groups-to-run <groups...>", "only runs of these groups")
  .option("--priority <n>", "leave out entries of a higher number", positiveInt)
  .option("--judges <names...>", "judges in place of each benchmark's own: deployments, or a jury of conf/judges.yaml")
  .option("--budget-usd <dollars>", "stop before this much is spent", positiveNumber)
  .option("--wait", "follow it to the end; exit 2 when a run failed")
  .option("--json", "print the submission as JSON");

const Options = z.object({
  operands: z.array(z.string()),
  runEntries: z.array(z.string()).default([]),
  api: z.string(),
  suite: FolderName,
  maxEvalInstances: z.int().optional(),
  numTrainTrials: z.int().optional(),
  modelsToRun: z.array(z.string()).optional(),
  groupsToRun: z.array(z.string()).optional(),
  priority: z.int().optional(),
  judges: z.array(z.string()).optional(),
  budgetUsd: z.number().optional(),
  wait: z.boolean().default(false),
  json: z.boolean().default(false),
});

const Submitted = z.looseObject({
  id: z.string(),
  runs: z.array(z.looseObject({ run: z.string() })),
  quote: z.looseObject(Quote.pick({ usd: true, withoutPrice: true }).shape).optional(),
});

export async function command(args: readonly string[]): Promise<number> {
  const options = parseOptions(program, args, Options);
  const entries = await readEntries(options.operands, options.runEntries);
  if (entries.length === 0) throw new UserError("nothing to submit: give a .conf file or --run-entries ENTRY");
  const { entries: rewritten, inputs, files } = await resolveInputs(entries, process.cwd());
  const api = await apiClient(options.api, process.env);
  await uploadInputs(api, files);
  const judges =
    options.judges === undefined ? undefined : chooseJudges(options.judges, await packagedJuries(), () => undefined);
  const body = {
    entries: rewritten.map(({ description, priority, groups }) => ({ description, priority, groups })),
    suite: options.suite,
    ...(files.length === 0 ? {} : { inputs }),
    // the API knows deployments alone
    ...(judges === undefined ? {} : { judges: judges.map(({ modelDeployment }) => modelDeployment) }),
    ...pick(options, ["maxEvalInstances", "numTrainTrials", "modelsToRun", "groupsToRun", "priority", "budgetUsd"]),
  };
  const submitted = await api.call("POST", "/v1/submissions", Submitted, body, { "idempotency-key": randomUUID() });
  process.stderr.write(
    `medhelm: submission ${submitted.id}: ${submitted.runs.length} runs in suite ${options.suite}${quoted(submitted)}\n`,
  );
  if (!options.wait) {
    process.stdout.write(options.json ? `${JSON.stringify(submitted)}\n` : `${submitted.id}\n`);
    return 0;
  }
  const stop = interruption();
  const line = submissionLine(process.stderr);
  const states = await followSubmission(api, submitted.id, line.show, stop.signal);
  line.clear();
  stop.dispose();
  if (options.json) process.stdout.write(`${JSON.stringify({ ...submitted, states: Object.fromEntries(states) })}\n`);
  return conclude(states);
}

/** Nothing where nothing costs anything. */
function quoted({ quote }: z.infer<typeof Submitted>): string {
  if (quote === undefined || quote.usd.high === 0) return "";
  const { low, high } = quote.usd;
  const unpriced = quote.withoutPrice.length === 0 ? "" : `, without a price for ${quote.withoutPrice.join(", ")}`;
  return `, likely from $${low} ${high === undefined ? "on" : `to $${high}`}${unpriced}`;
}

function conclude(states: ReadonlyMap<string, RunState>): number {
  for (const [run, state] of states)
    process.stderr.write(`medhelm: ${run}: ${state.state === "failed" ? `failed: ${state.reason}` : state.state}\n`);
  return [...states.values()].every(({ state }) => state === "sealed") ? exitCodes.success : exitCodes.userError;
}
