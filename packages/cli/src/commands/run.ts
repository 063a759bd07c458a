import { setImmediate } from "node:timers/promises";
import { UserError } from "@medhelm/core/user-error";
import { runOptions } from "../run/options/run-options.ts";
import { defineCommand } from "../terminal/define-command.ts";

/** HELM's helm-run. */
export const command = defineCommand({
  name: "medhelm run",
  description: "Run benchmarks against models. A run that was interrupted continues where it stopped.",
  options: runOptions,
  ignored: {
    "--skip-instances": "instances are always needed",
    "--cache-instances": "data files are cached, and instances are made from them in milliseconds",
    "--cache-instances-only": "data files are cached, and instances are made from them in milliseconds",
    "--mongo-uri": "answers are kept under the output path",
    "--server-url": "use medhelm submit to work through a server",
    "--api-key-path": "use medhelm submit to work through a server",
    "--enable-huggingface-models": "serve the model with vLLM or Ollama and give --endpoint",
    "--enable-local-huggingface-models": "serve the model with vLLM or Ollama and give --endpoint",
    "--runner-class-name": "there is one runner",
    "--log-config": "progress goes to stderr",
  },
  async run(options) {
    if (options.confPaths.length + options.runEntries.length + options.runSpecs.length === 0)
      throw new UserError("nothing to run: give --conf-paths FILE or --run-entries ENTRY");
    if (options.fresh && options.skipCompletedRuns)
      throw new UserError(
        "--fresh asks complete runs again, and --skip-completed-runs skips them; leave out one of them",
      );
    const { runAll } = await import("../run/run-all.ts");
    await setImmediate(); // the plans are made in another turn of the event loop than the loading of the code
    const { serve, weights } = options;
    if (serve === undefined) {
      if (weights !== undefined) throw new UserError(`--weights ${weights} has no effect without --serve; add --serve`);
      return runAll(options);
    }
    const { withServer } = await import("../serve/with-server.ts");
    return withServer({ ...options, serve }, process.env, (served) => runAll({ ...options, served }));
  },
});
