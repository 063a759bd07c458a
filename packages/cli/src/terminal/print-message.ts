import { visibleText } from "@medhelm/core/release/pages/visible-text";

/** Prints a message on stderr, because stdout is for results. */
export function printMessage(text: string): void {
  process.stderr.write(`medhelm: ${visibleText(text)}\n`);
}
