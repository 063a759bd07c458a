import { exitCodes } from "@medhelm/core/exit-codes";
import { UserError } from "@medhelm/core/user-error";
import { runOptions } from "../run/options/run-options.ts";
import { defineCommand } from "../terminal/define-command.ts";

export const command = defineCommand({
  name: "medhelm plan",
  description:
    "Estimate requests, tokens, dollars, time and GPUs of runs, and name what would stop them. It takes the options of medhelm run, needs no key, sends nothing and writes nothing. It exits with 2 if a run could not start.",
  options: runOptions,
  async run(options) {
    if (options.confPaths.length + options.runEntries.length + options.runSpecs.length === 0)
      throw new UserError("nothing to plan: give --conf-paths FILE or --run-entries ENTRY");
    const [{ prepareRuns }, { printPlan }] = await Promise.all([
      import("../run/prepare-runs.ts"),
      import("../plan/print-plan.ts"),
    ]);
    // dryRun: a retired judge is a problem of the plan, not its end
    const { models, plans } = await prepareRuns({ ...options, dryRun: true }, { asksServers: false });
    const canStart = await printPlan(plans, options, models);
    return canStart ? exitCodes.success : exitCodes.userError;
  },
});
