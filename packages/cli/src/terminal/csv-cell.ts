/** A cell of RFC 4180 with exactly this text. */
export const csvText = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A cell for a person's spreadsheet. A space precedes a sign that Excel would read as the start of a formula. */
export const csvCell = (text: string): string => csvText(/^[=+\-@\t\r]/.test(text) ? ` ${text}` : text);
