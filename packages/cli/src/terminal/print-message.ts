/** A message to the user, on stderr: stdout is for results. */
export function printMessage(text: string): void {
  process.stderr.write(`medhelm: ${text}\n`);
}
