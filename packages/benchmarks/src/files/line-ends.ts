/** Makes every line end "\n", as Python's `open` does. */
export const withPlainLineEnds = (text: string): string => text.replaceAll(/\r\n?/g, "\n");
