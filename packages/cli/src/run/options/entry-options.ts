import { FolderName } from "@medhelm/core/submission";
import { z } from "zod";
import { option } from "../../terminal/option.ts";
import { dollars, positiveInt } from "../../terminal/option-values.ts";

/** Options that say what to run. medhelm run and medhelm submit share them. */
export const entryOptions = {
  runEntries: option("entries", 'run entries, e.g. "pubmed_qa:model=openai/gpt-4o"', z.array(z.string()).default([]), {
    short: "r",
  }),
  modelsToRun: option("models", "run only these models", z.array(z.string()).optional()),
  groupsToRun: option("groups", "run only the benchmarks of these groups", z.array(z.string()).optional()),
  priority: option("n", "leave out entries with a higher priority number", positiveInt.optional()),
  maxEvalInstances: option(
    "n",
    "use at most this many instances per run (default: the whole split)",
    positiveInt.optional(),
    { short: "m" },
  ),
  numTrainTrials: option("n", "number of trials, each with other examples in the prompt", positiveInt.optional(), {
    short: "t",
  }),
  suite: option("name", "name of the suite that the runs belong to", FolderName.default("default")),
  judges: option(
    "names",
    "judges that replace those of every benchmark: deployments, or a jury of conf/judges.yaml",
    z.array(z.string()).optional(),
  ),
  budgetUsd: option(
    "dollars",
    "stop before the models cost more than this, over all starts of the suite",
    dollars.optional(),
  ),
};
