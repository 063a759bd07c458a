import { MaxFailuresString } from "@medhelm/core/run/max-failures";
import { z } from "zod";
import { minuteOptions } from "../../run/options/minute-options.ts";
import { modelOptions } from "../../run/options/model-options.ts";
import { commonOptions } from "../../terminal/common-options.ts";
import { flag, option } from "../../terminal/option.ts";
import { portNumber, positiveInt } from "../../terminal/option-values.ts";

/** Options of runs, which a submission gives. */
export const submissionOptions = Object.fromEntries(
  ["--fresh", "--max-tokens", "--temperature", "--system-message", "--reasoning-effort", "--model", "--suite"].map(
    (name) => [name, `each submission has its own; give it to medhelm submit ${name}`],
  ),
);

/** The options of medhelm up and medhelm start. */
export const stackOptions = {
  outputPath: commonOptions.outputPath,
  port: option("n", "port on 127.0.0.1 (default: 8787, or the next free one)", portNumber.optional(), { short: "p" }),
  numThreads: option(
    "n",
    "maximum number of requests in flight from one job, or worker of a pool, to one deployment, for answers and verdicts (default: a number from 4 to 64 that the job finds)",
    positiveInt.optional(),
    { short: "n" },
  ),
  ...minuteOptions,
  ...modelOptions,
  promptsDir: option(
    "dir",
    "folder of HELM's prompts, for submissions with --prompts helm (or set MEDHELM_PROMPTS)",
    z.string().optional(),
  ),
  maxFailures: option(
    "share",
    "a run fails if more of its requests get no answer, or more verdicts are missing: a share such as 5% (the default), or a number; a submission may give its own",
    MaxFailuresString.optional(),
  ),
  helmFiles: flag("write large files of HELM plain into the runs' folders, for HELM's tools"),
};
