import { applyOffline } from "../run/apply-offline.ts";
import { logOptions } from "../stack/log/log-options.ts";
import { logSettings, stackLog } from "../stack/log/stack-log.ts";
import { traceOptions } from "../stack/trace/stack-tracer.ts";
import {
  poolsOfStack,
  poolWeightsOfStack,
  poolWorkersOfStack,
  serverOptions,
  storeOfStack,
} from "../stack/settings/server-options.ts";
import { startStack } from "../stack/start-stack.ts";
import { stackOptions, submissionOptions } from "../stack/settings/stack-options.ts";
import { untilStopped } from "../stack/until-stopped.ts";
import { defineCommand } from "../terminal/define-command.ts";

export const command = defineCommand({
  name: "medhelm up",
  description: "Start the embedded stack: API, queue, workers, aggregator, releases, sweep and site.",
  options: {
    ...stackOptions,
    ...serverOptions,
    ...logOptions,
    ...traceOptions,
    store: storeOfStack,
    pools: poolsOfStack,
    poolWeights: poolWeightsOfStack,
    poolWorkers: poolWorkersOfStack,
  },
  elsewhere: {
    ...submissionOptions,
    "--prompts": "a service asks in this software's own words; use medhelm run --prompts helm for HELM's",
  },
  async run(options) {
    const settings = logSettings(options, process.stderr.isTTY);
    await applyOffline(options);
    const stack = await startStack({ ...options, ...settings, env: process.env, log: stackLog(settings) });
    const stopped = untilStopped(stack); // before it prints the addresses, because a supervisor may stop it as soon as it sees them
    const { url } = stack;
    process.stdout.write(
      `API        ${url}/v1\nreference  ${url}/reference\ndocuments  ${url}/docs/\nsite       ${url}/\n`,
    );
    if (options.publicUrl === undefined)
      process.stdout.write(`progress   ${stack.liveUrl}\ntoken      ${stack.token}\n`);
    else
      process.stdout.write(
        `progress   the address is in ${stack.files.live}\ntoken      the administrator's is in ${stack.files.token}\n`,
      );
    process.stdout.write(`submit     npx medhelm submit my.conf --suite my --api ${url} --wait\n`);
    return stopped;
  },
});
