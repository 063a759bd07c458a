/** Each pair in both directions. */
export const bothWays = (pairs: Readonly<Record<string, string>>): Record<string, string> => ({
  ...pairs,
  ...Object.fromEntries(Object.entries(pairs).map(([one, other]) => [other, one])),
});

/** One word with several endings, as "linke" and "linken". */
export const endings = (one: string, other: string, of: string): Record<string, string> =>
  Object.fromEntries(of.split(" ").map((ending) => [one + ending, other + ending]));
