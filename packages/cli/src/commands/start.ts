import { systemClock } from "@medhelm/adapters/system-clock";
import { counted } from "@medhelm/core/text/counted";
import { logSettings, stackLog } from "../stack/log/stack-log.ts";
import { keys, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { FolderName } from "@medhelm/core/submission";
import { z } from "zod";
import { apiClient } from "../service-api/api-client.ts";
import { tokenFile } from "../service-api/api-token.ts";
import { demoEntries } from "../stack/demo-entries.ts";
import { followSubmission } from "../service-api/follow-submission.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { orInterrupted } from "../terminal/or-interrupted.ts";
import { defineCommand } from "../terminal/define-command.ts";
import { option } from "../terminal/option.ts";
import { type Stack, startStack } from "../stack/start-stack.ts";
import { uploadInputs } from "../service-api/upload-inputs.ts";
import { diskFiles } from "../places/disk-files.ts";
import { packagedConf } from "../packaged.ts";
import { submissionLine } from "../service-api/submission-line.ts";
import { Release } from "../service-api/wait-for-release.ts";
import { closeSoon, untilStopped } from "../stack/until-stopped.ts";
import { stackOptions } from "../stack/settings/stack-options.ts";
import { UserError } from "@medhelm/core/user-error";
import { printMessage } from "../terminal/print-message.ts";
import { reportError } from "../terminal/report-error.ts";

const Submitted = z.looseObject({ id: z.string(), runs: z.array(z.looseObject({ run: z.string() })) });

export const command = defineCommand({
  name: "medhelm start",
  description: "Start the embedded stack, run the invented demo through it, and print the address of its leaderboard.",
  options: {
    ...stackOptions,
    release: option("name", "name of the demo's release", FolderName.default("demo")),
  },
  async run({ release, ...options }) {
    const settings = logSettings({ logFormat: "text" }, true);
    const stack = await startStack({ ...options, ...settings, env: process.env, log: stackLog(settings) });
    const stop = interruptSignal();
    try {
      await orInterrupted(runDemo(stack, release, stop.signal), stop.signal, systemClock);
    } catch (error) {
      if (!stop.signal.aborted) {
        await stack.close();
        throw error;
      }
      const code = reportError(stop.signal.reason);
      await closeSoon(stack, code);
      return code;
    }
    const stopped = untilStopped(stack); // before it prints the addresses, because a supervisor may stop it as soon as it sees them
    stop.dispose();
    process.stdout.write(
      [
        "",
        `leaderboard  ${stack.url}/${keys.site(release).slice(TOP_FOLDERS.site.length)}`,
        `in progress  ${stack.liveUrl}`,
        `API          ${stack.url}/v1   (described at ${stack.url}/reference)`,
        `documents    ${stack.url}/docs/`,
        `by hand      curl -H "Authorization: Bearer $(cat ${tokenFile(options.outputPath)})" ${stack.url}/v1/submissions`,
        `add to it    npx medhelm submit my.conf --suite my --api ${stack.url} --wait`,
        "stop         Ctrl-C; the next start reuses these results",
        "",
      ].join("\n"),
    );
    return stopped;
  },
});

/** Runs the demo over HTTP, as every client does. */
async function runDemo(stack: Stack, release: string, signal: AbortSignal): Promise<void> {
  const api = await apiClient(stack.url, { ...process.env, MEDHELM_TOKEN: stack.token });
  printMessage(
    "demo: the questions and notes are invented, built-in rules answer them, and word overlap judges the answers; no language model takes part",
  );
  const entries = demoEntries();
  // always the same key, so that a second start finds the first submission
  const submitted = await api.call(
    "POST",
    "/v1/submissions",
    Submitted,
    { entries, suite: "demo" },
    { "idempotency-key": "demo-3" },
  );
  const line = submissionLine(process.stderr, systemClock.monotonicMs);
  const states = await followSubmission(api, submitted.id, line, signal);
  line.clear();
  const failed = [...states].flatMap(([run, state]) => (state.state === "failed" ? [`${run}: ${state.reason}`] : []));
  if (failed.length > 0) throw new UserError(`the demo failed: ${failed.join("; ")}`);
  printMessage(`demo: ${counted(states.size, "run")} sealed`);
  const schema = await diskFiles(packagedConf).read("schema_demo.yaml");
  await uploadInputs(api, [schema]);
  const request = {
    name: release,
    suites: ["demo"],
    schema: `input:${schema.sha256}`,
    profile: "corrected",
    publish: true,
  };
  await api.call("POST", "/v1/releases", Release, request);
  for (;;) {
    const { status } = await api.call("GET", `/v1/releases/${release}`, Release);
    if (status.state === "published") return;
    if (status.state === "failed") throw new UserError(`release ${release}: ${status.reason}`);
    signal.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
