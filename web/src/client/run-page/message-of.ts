/** The sentence that the reader sees when a file could not be loaded. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : "The instances could not be loaded.";
