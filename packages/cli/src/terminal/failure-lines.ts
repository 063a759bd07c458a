import { isUserFixable, errorText } from "./report-error.ts";

/**
 * One line for each thing to mend, with the runs that wait for it: CLEAR's thirteen conditions lack one folder. A bug's stack was
 * shown where it happened; here its first line stands.
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
