import { isThere } from "@medhelm/adapters/is-there";
import { statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { UserError } from "@medhelm/core/user-error";

export interface RunPlace {
  readonly outputPath: string;
  readonly suite: string;
  readonly run: string;
}

interface Named {
  readonly suite?: string | undefined;
  readonly outputPath: string;
}

/**
 * The place of a run that a user names: by its name in a suite, or by the path of its folder or a file there.
 * @throws UserError for a path that is no run's, or a suite that the path contradicts
 */
export function runPlace(run: string, { suite, outputPath }: Named): RunPlace {
  if (!run.includes("/") && !run.includes(sep) && run !== ".") return { outputPath, suite: suite ?? "default", run };
  const path = resolve(run);
  const folder = isThere(path) && statSync(path).isFile() ? dirname(path) : path;
  const suiteFolder = dirname(folder);
  const runs = dirname(suiteFolder);
  if (basename(suiteFolder) === "runs" && basename(runs) !== "runs")
    throw new UserError(`${run}: this is the folder of a suite; name one of its runs, as in ${join(run, "RUN")}`);
  if (basename(runs) !== "runs")
    throw new UserError(
      `${run}: this is no path of a run; name its folder, as in ${outputPath}/runs/SUITE/RUN, or its name in the suite`,
    );
  const named = basename(suiteFolder);
  if (suite !== undefined && suite !== named)
    throw new UserError(`${run}: this run is in suite "${named}", and --suite gives "${suite}"; leave out --suite`);
  return { outputPath: dirname(runs), suite: named, run: basename(folder) };
}
