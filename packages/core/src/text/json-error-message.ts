/**
 * Returns the message of a JSON parser on one line, without the part of the file that it quotes.
 * The file may contain patient data, and messages are written to logs.
 */
export function jsonErrorMessage(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.replace(/, (?:"|\.\.\.)[^]*$/, "").replaceAll(/\s+/g, " ");
}
