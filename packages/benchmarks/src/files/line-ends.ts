/** Text as Python's `open` gives it: every line end is "\n". */
export const withPlainLineEnds = (text: string): string => text.replaceAll(/\r\n?/g, "\n");
