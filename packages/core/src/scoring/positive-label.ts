const POSITIVE = new Set(["yes", "true", "1", "positive", "present", "met", "error"]);

/** The positive one of two labels: the one that says yes, or else the first. */
export const positiveLabel = (labels: readonly string[]): string | undefined =>
  labels.find((label) => POSITIVE.has(label.trim().toLowerCase())) ?? labels[0];
