import { cliHere } from "./cli-here.ts";
import { entry, smallBenchmarkFolder } from "./small-benchmark.ts";

export const RUN = "SMALL:model=acme_model-1";

/** A folder with the small benchmark of three questions. */
export function prepared() {
  const cwd = smallBenchmarkFolder();
  const run = (endpoint: string, ...args: readonly string[]) =>
    cliHere(
      "medhelm",
      ["run", "--run-entries", entry("small", "acme/model-1"), "--suite", "s", "--endpoint", endpoint, ...args],
      { cwd, env: { HELM_RETRIES: "1" } },
    );
  return { cwd, run };
}
