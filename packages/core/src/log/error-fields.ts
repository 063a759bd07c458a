import type { LogFields } from "../ports.ts";

/**
 * An error for a log. JSON.parse quotes the text that it cannot read, which may be a prompt or an answer, so a SyntaxError has only its
 * place in the program.
 */
export function errorFields(error: unknown): Pick<LogFields, "error"> {
  if (!(error instanceof Error)) return { error: typeof error };
  const stack = error.stack ?? error.message;
  if (!(error instanceof SyntaxError)) return { error: stack };
  return { error: [error.name, ...stack.split("\n").filter((line) => line.startsWith("    at "))].join("\n") };
}
