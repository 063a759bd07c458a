/**
 * The version of the rules by which each kind of derived file is made. Raise it when equal inputs give other bytes: what earlier code has made is then
 * recognised, and made again.
 */
export const DERIVED_RULES = { stats: 1, scores: 1, pages: 1 } as const;
