/** The fault of a command that says more than sentences after damage to a file. */
export const crashed = (said: string): string[] =>
  /(?:^|\\n) {4}at /m.test(said) || said.includes("this is a bug") ? [`it crashed: ${said}`] : [];

/** The paths that messages say to remove. In a line of a log, a quotation mark is before the path. */
export const toRemove = (said: string): string[] =>
  [...said.matchAll(/([^\s"]+): a folder is in the place of this file; remove it/g)].map(([, path = ""]) => path);
