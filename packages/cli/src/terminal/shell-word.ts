/** A shell reads ? and & in an address as its own signs. */
export const shellWord = (text: string): string => (/^[\w:/.%~+=@,-]+$/.test(text) ? text : `"${text}"`);
