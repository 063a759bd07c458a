import { counted } from "@medhelm/core/text/counted";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { exitCodes } from "@medhelm/core/exit-codes";
import { chooseJudges } from "@medhelm/core/judge/judges-file";
import { Quote } from "@medhelm/core/money/quote";
import { MaxFailuresString, MaxFailuresText } from "@medhelm/core/run/max-failures";
import type { DiffedRun } from "@medhelm/core/release/runs/run-diff";
import type { RunState } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { writingTo } from "@medhelm/core/writing-to";
import { z } from "zod";
import { gateOptions } from "../gate/gate-options.ts";
import { gateExitCode, gateText } from "../gate/gate-text.ts";
import { type Gate, openGate } from "../gate/open-gate.ts";
import { sealedRun } from "../gate/sealed-run-of-service.ts";
import { serviceBaseline } from "../gate/service-baseline.ts";
import { junitXml } from "../run/reports/junit.ts";
import { requireOutputFile } from "../places/require-output-file.ts";
import type { RunReport } from "../run/reports/run-report.ts";
import { apiOption } from "../service-api/api-option.ts";
import { type ApiClient, apiClient } from "../service-api/api-client.ts";
import { agreesToCost } from "../service-api/agrees-to-cost.ts";
import { printMessage } from "../terminal/print-message.ts";
import { packagedJuries } from "../models/packaged-juries.ts";
import { defineCommand, type ValuesOf } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { entryOptions } from "../run/options/entry-options.ts";
import { requestOptions } from "../run/options/request-options.ts";
import { runOptions } from "../run/options/run-options.ts";
import { pickDefined } from "../terminal/pick-defined.ts";
import { readEntries } from "../run/read-entries.ts";
import {
  quoteText,
  reportEnds,
  runsOfSubmission,
  scoresJson,
  type SubmittedRun,
  submissionTable,
  waitForSubmission,
} from "../service-api/submission-report.ts";
import { runOfService, type ServiceRun } from "../service-api/run-of-service.ts";
import { withServiceModels } from "../service-api/service-models.ts";
import { resolveInputs, uploadInputs } from "../service-api/upload-inputs.ts";
import { jsonLine } from "../terminal/json-line.ts";

const Submitted = z.looseObject({
  id: z.string(),
  runs: z.array(z.looseObject({ run: z.string() })),
  quote: z.looseObject(Quote.pick({ usd: true, withoutPrice: true }).shape).optional(),
});

const submitOptions = {
  confFiles: argument(".conf files with run entries", z.array(z.string()).default([])),
  api: apiOption,
  ...entryOptions,
  model: option("names", "models of the service, for entries that name none", z.array(z.string()).default([])),
  maxFailures: option(
    "share",
    "a run fails if more of its requests get no answer, or more verdicts are missing: a share such as 5% (the default), or a number",
    MaxFailuresString.optional(),
  ),
  maxTokens: requestOptions.maxTokens,
  temperature: requestOptions.temperature,
  systemMessage: requestOptions.systemMessage,
  reasoningEffort: requestOptions.reasoningEffort,
  prompts: runOptions.prompts,
  fresh: runOptions.fresh,
  yes: flag("send without a question about the cost"),
  wait: flag("wait for the end of all runs and print their scores; exit as medhelm run does"),
  ...gateOptions,
  junit: option("file", "with --wait: write a JUnit report of the runs for a CI server", z.string().optional()),
  json: flag("print the submission as JSON"),
};
type Options = ValuesOf<typeof submitOptions>;

export const command = defineCommand({
  name: "medhelm submit",
  description: "Submit run entries to an API. The files that the entries name are uploaded, and nothing else.",
  options: submitOptions,
  elsewhere: {
    "--prompts-dir": "the service has its own folder of prompts; give it to medhelm up",
    "--spec-from": "a service reads no folder of its users; use --prompts helm, or medhelm run --spec-from DIR",
    "--endpoint": "a service asks only the models that its conf names; give it to medhelm up, or use medhelm run",
    ...Object.fromEntries(
      ["--timeout", "--max-retries", "--extra-header", "--extra-body"].map((name) => [
        name,
        "its operator sets it for each server, as request: of its entry in model_deployments.yaml (docs/connect-your-model.md)",
      ]),
    ),
  },
  async run(options) {
    const entries = await readEntries(options.confFiles, options.runEntries);
    if (entries.length === 0) throw new UserError("nothing to submit: give a .conf file or --run-entries ENTRY");
    const { entries: rewritten, inputs, files } = await resolveInputs(entries, process.cwd());
    const api = await apiClient(options.api, process.env);
    const { entries: asked, notice } = await withServiceModels(api, options.model, rewritten);
    const gate = await openGate(options, (name, model) => serviceBaseline(api, name, model, options.suite));
    if (gate !== undefined && !options.wait)
      throw new UserError("--baseline and --fail-under test the scores at the end of the runs; add --wait");
    await uploadInputs(api, files);
    const body = {
      ...(await requestOf(options)),
      entries: asked.map(({ description, priority, groups }) => ({ description, priority, groups })),
      ...(files.length === 0 ? {} : { inputs }),
    };
    if (notice !== undefined) printMessage(notice);
    if (options.junit !== undefined) requireOutputFile(options.junit, "--junit");
    if (!options.yes && !(await agreesToCost(api, body))) {
      printMessage("nothing was sent");
      return exitCodes.userError;
    }
    const submitted = await api.call("POST", "/v1/submissions", Submitted, body, { "idempotency-key": randomUUID() });
    printMessage(
      `submission ${submitted.id}: ${counted(submitted.runs.length, "run")} in suite ${options.suite}${quoteText(submitted.quote)}`,
    );
    if (!options.wait) {
      process.stdout.write(options.json ? jsonLine(submitted) : `${submitted.id}\n`);
      return 0;
    }
    return endOf(api, submitted, options, gate);
  },
});

/** The fields of a submission that follow from the options alone. */
async function requestOf(options: Options) {
  const judges =
    options.judges === undefined ? undefined : chooseJudges(options.judges, await packagedJuries(), () => undefined);
  return {
    suite: options.suite,
    // the API takes deployments only
    ...(judges === undefined ? {} : { judges: judges.map(({ modelDeployment }) => modelDeployment) }),
    ...pickDefined(options, [
      "maxEvalInstances",
      "numTrainTrials",
      "modelsToRun",
      "groupsToRun",
      "priority",
      "budgetUsd",
      "maxFailures",
      "maxTokens",
      "temperature",
      "systemMessage",
      "reasoningEffort",
    ]),
    ...(options.prompts === "helm" ? { prompts: options.prompts } : {}),
    ...(options.fresh ? { fresh: true } : {}),
  };
}

/** Waits for the end of the runs, prints their scores and tests them. @returns the exit code */
async function endOf(
  api: ApiClient,
  submitted: z.infer<typeof Submitted>,
  { suite, json, junit, maxFailures }: Options,
  gate: Gate | undefined,
): Promise<number> {
  const states = await waitForSubmission(api, submitted.id);
  if (states === undefined) return exitCodes.interrupted;
  const opened = new Map<string, Promise<ServiceRun>>();
  const open = (run: string): Promise<ServiceRun> => {
    const found = opened.get(run) ?? runOfService(api, suite, run, { keepsFiles: gate !== undefined });
    opened.set(run, found);
    return found;
  };
  const runs = await runsOfSubmission(states, open);
  process.stdout.write(
    json
      ? jsonLine({ ...submitted, states: Object.fromEntries(states), scores: scoresJson(runs) })
      : submissionTable(runs),
  );
  const accepted = maxFailures === undefined ? undefined : MaxFailuresText.parse(maxFailures);
  const end = reportEnds(states, runs, accepted);
  const sealed = gate === undefined || end !== exitCodes.success ? [] : [...states.keys()];
  const gates =
    (await gate?.test(await Promise.all(sealed.map(async (run) => testedRun(await open(run), `${suite}/${run}`))))) ??
    [];
  if (junit !== undefined)
    await writingTo(junit, () =>
      writeFile(junit, junitXml(suite, reportsOf(runs, states), { maxFailures: accepted, protocol: "fenced" }, gates)),
    );
  if (gates.length > 0) process.stdout.write(json ? jsonLine({ gates }) : `\n${gateText(gates)}`);
  return end || gateExitCode(gates);
}

async function testedRun(run: ServiceRun, name: string): Promise<DiffedRun> {
  const found = await sealedRun(run);
  if (found === undefined) throw new UserError(`${name}: the service does not show its scores to this key`);
  return found;
}

/** The runs as a JUnit report has them. */
function reportsOf(runs: readonly SubmittedRun[], states: ReadonlyMap<string, RunState>): RunReport[] {
  return runs.map((one): RunReport => {
    if (one.kind === "scored") return one;
    const state = states.get(one.run);
    const error = new UserError(state?.state === "failed" ? state.reason : one.state);
    return { kind: "failed", run: one.run, path: one.run, error, seconds: 0 };
  });
}
