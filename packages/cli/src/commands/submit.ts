import { randomUUID } from "node:crypto";
import { exitCodes } from "@medhelm/core/exit-codes";
import { chooseJudges } from "@medhelm/core/judge/judges-file";
import { Quote } from "@medhelm/core/money/quote";
import { MaxFailuresString } from "@medhelm/core/run/max-failures";
import type { RunState } from "@medhelm/core/submission";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { apiClient } from "../service-api/api-client.ts";
import { followSubmission } from "../service-api/follow-submission.ts";
import { printMessage } from "../terminal/print-message.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { packagedJuries } from "../run/packaged-juries.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { argument, flag, option } from "../terminal/option.ts";
import { entryOptions } from "../run/entry-options.ts";
import { requestOptions } from "../run/request-options.ts";
import { runOptions } from "../run/run-options.ts";
import { pickDefined } from "../terminal/pick-defined.ts";
import { readEntries } from "../run/read-entries.ts";
import { submissionLine } from "../service-api/submission-line.ts";
import { withServiceModels } from "../service-api/service-models.ts";
import { resolveInputs, uploadInputs } from "../service-api/upload-inputs.ts";

const Submitted = z.looseObject({
  id: z.string(),
  runs: z.array(z.looseObject({ run: z.string() })),
  quote: z.looseObject(Quote.pick({ usd: true, withoutPrice: true }).shape).optional(),
});

export const command = defineCommand({
  name: "medhelm submit",
  description: "Submit run entries to an API. The files that the entries name are uploaded, and nothing else.",
  options: {
    confFiles: argument(".conf files with run entries", z.array(z.string()).default([])),
    api: option("url", "address of the API, e.g. http://127.0.0.1:8787", z.string()),
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
    wait: flag("wait for the end of all runs; exit with 2 if a run failed"),
    json: flag("print the submission as JSON"),
  },
  elsewhere: {
    "--prompts-dir": "the service has its own folder of prompts; give it to medhelm up",
    "--spec-from": "a service reads no folder of yours; use --prompts helm, or medhelm run --spec-from DIR",
    "--endpoint": "a service asks only the models that its conf names; give it to medhelm up, or use medhelm run",
    ...Object.fromEntries(
      ["--timeout", "--max-retries", "--extra-header", "--extra-body"].map((name) => [
        name,
        "the service decides how it asks its servers; use medhelm run",
      ]),
    ),
  },
  async run(options) {
    const entries = await readEntries(options.confFiles, options.runEntries);
    if (entries.length === 0) throw new UserError("nothing to submit: give a .conf file or --run-entries ENTRY");
    const { entries: rewritten, inputs, files } = await resolveInputs(entries, process.cwd());
    const api = await apiClient(options.api, process.env);
    const { entries: asked, notice } = await withServiceModels(api, options.model, rewritten);
    await uploadInputs(api, files);
    const judges =
      options.judges === undefined ? undefined : chooseJudges(options.judges, await packagedJuries(), () => undefined);
    const body = {
      entries: asked.map(({ description, priority, groups }) => ({ description, priority, groups })),
      suite: options.suite,
      ...(files.length === 0 ? {} : { inputs }),
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
    if (notice !== undefined) printMessage(notice);
    const submitted = await api.call("POST", "/v1/submissions", Submitted, body, { "idempotency-key": randomUUID() });
    process.stderr.write(
      `medhelm: submission ${submitted.id}: ${submitted.runs.length} runs in suite ${options.suite}${quoteText(submitted)}\n`,
    );
    if (!options.wait) {
      process.stdout.write(options.json ? `${JSON.stringify(submitted)}\n` : `${submitted.id}\n`);
      return 0;
    }
    const stop = interruptSignal();
    const line = submissionLine(process.stderr);
    const states = await followSubmission(api, submitted.id, line.show, stop.signal);
    line.clear();
    stop.dispose();
    if (options.json) process.stdout.write(`${JSON.stringify({ ...submitted, states: Object.fromEntries(states) })}\n`);
    return reportStates(states);
  },
});

/** The likely cost, or an empty text if the runs cost nothing. */
function quoteText({ quote }: z.infer<typeof Submitted>): string {
  if (quote === undefined || quote.usd.high === 0) return "";
  const { low, high } = quote.usd;
  const unpriced = quote.withoutPrice.length === 0 ? "" : `, without a price for ${quote.withoutPrice.join(", ")}`;
  return `, likely from $${low} ${high === undefined ? "on" : `to $${high}`}${unpriced}`;
}

function reportStates(states: ReadonlyMap<string, RunState>): number {
  for (const [run, state] of states)
    process.stderr.write(`medhelm: ${run}: ${state.state === "failed" ? `failed: ${state.reason}` : state.state}\n`);
  return [...states.values()].every(({ state }) => state === "sealed") ? exitCodes.success : exitCodes.userError;
}
