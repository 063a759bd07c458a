import { modelOptions } from "../run/model-options.ts";
import { commonOptions } from "../terminal/common-options.ts";
import { option } from "../terminal/option.ts";
import { portNumber, positiveInt } from "../terminal/option-values.ts";

/** The options of medhelm up and medhelm start. */
export const stackOptions = {
  outputPath: commonOptions.outputPath,
  port: option("n", "port on 127.0.0.1; the stack takes the next free one", portNumber.default(8787), { short: "p" }),
  numThreads: option("n", "number of concurrent requests to one model", positiveInt.default(16), { short: "n" }),
  ...modelOptions,
};
