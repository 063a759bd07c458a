import { visibleText } from "@medhelm/core/release/pages/visible-text";

/** Prints a result for people on stdout. A terminal obeys no control character in it, because files and servers name things. */
export function printText(text: string): void {
  process.stdout.write(visibleText(text));
}
