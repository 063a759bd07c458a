/** The parser's sentence in one line, without the piece of the file that it quotes: that may be a patient's, and sentences reach logs. */
export function whyNoJson(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.replace(/, (?:"|\.\.\.)[^]*$/, "").replaceAll(/\s+/g, " ");
}
