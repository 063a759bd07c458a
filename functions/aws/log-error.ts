/**
 * Writes an error to the function's log as one line of JSON. AWS keeps the log line by line, so the stack stays in one
 * piece.
 */
export function logError(what: string, error: unknown, details: Readonly<Record<string, unknown>> = {}): void {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${JSON.stringify({ level: "ERROR", what, ...details, error: stack })}\n`);
}
