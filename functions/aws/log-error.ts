/** To the function's log, which AWS keeps line by line: one line of JSON, so that a stack is found whole. */
export function logError(what: string, error: unknown, details: Readonly<Record<string, unknown>> = {}): void {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${JSON.stringify({ level: "ERROR", what, ...details, error: stack })}\n`);
}
