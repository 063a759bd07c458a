/** The text around a number that its role may depend on is at most this long. */
export const REACH = 90;

/** The text before a place. */
export const textBefore = (text: string, at: number): string => text.slice(Math.max(0, at - REACH), at);
