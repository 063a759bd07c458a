import { MissingData, pullElsewhere } from "@medhelm/core/run/missing-data";
import { isUserFixable, errorText } from "./report-error.ts";

interface Failure {
  readonly run: string;
  readonly error: unknown;
}

/**
 * One line per cause, with the runs that failed for it. All thirteen conditions of CLEAR may lack the same folder, and one command gets all missing
 * files. For a bug it has the first line of the stack, because the whole stack was printed when the run failed.
 */
export function failureLines(failures: readonly Failure[]): string[] {
  return [...Map.groupBy(failures, causeOf)].map(([cause, group]) => {
    const runs = group.map(({ run }) => run);
    return missingText(group) ?? `${named(runs)}: ${cause}`;
  });
}

function causeOf({ error }: Failure): string {
  if (error instanceof MissingData) return error.why;
  const [text = ""] = errorText(error).split("\n");
  return isUserFixable(error) ? text : `bug: ${text}`;
}

/** The line of runs whose files are missing. A single benchmark keeps its own sentence, which names the file. */
function missingText(group: readonly Failure[]): string | undefined {
  const errors = group.flatMap(({ error }) => (error instanceof MissingData ? [error] : []));
  const [first] = errors;
  if (first === undefined) return undefined;
  const runs = group.map(({ run }) => run);
  const benchmarks = [...new Set(errors.map(({ benchmark }) => benchmark))];
  if (benchmarks.length === 1) return `${named(runs)}: ${first.message}`;
  return `${runs.join(", ")}: their data are missing, and ${first.why}: ${pullElsewhere(benchmarks)}`;
}

const named = ([first = "", ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} and ${others.length} like it`;
