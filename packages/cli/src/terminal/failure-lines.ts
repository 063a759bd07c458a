import { isUserFixable, errorText } from "./report-error.ts";

/**
 * One line per cause, with the runs that failed for it: all thirteen conditions of CLEAR may lack the same folder. For a bug it has
 * the first line of the stack, because the whole stack was printed when the run failed.
 */
export function failureLines(failures: readonly { readonly run: string; readonly error: unknown }[]): string[] {
  const runsOf = new Map<string, string[]>();
  for (const { run, error } of failures) {
    const [text = ""] = errorText(error).split("\n");
    const reason = isUserFixable(error) ? text : `bug: ${text}`;
    runsOf.set(reason, [...(runsOf.get(reason) ?? []), run]);
  }
  return [...runsOf].map(([reason, runs]) => `${named(runs)}: ${reason}`);
}

const named = ([first = "", ...others]: readonly string[]): string =>
  others.length === 0 ? first : `${first} and ${others.length} like it`;
