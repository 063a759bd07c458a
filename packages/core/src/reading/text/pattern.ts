/** Returns the pattern of alternatives. Each part may itself have alternatives between bars. */
export const oneOf = (...parts: readonly string[]): string => `(?:${parts.join("|")})`;

/** Returns the pattern of alternatives that are whole words. */
export const words = (...parts: readonly string[]): string => `${NO_LETTER_BEFORE}${oneOf(...parts)}${NO_LETTER_AFTER}`;

const NO_LETTER_BEFORE = String.raw`(?<!\p{L})`;
const NO_LETTER_AFTER = String.raw`(?!\p{L})`;
