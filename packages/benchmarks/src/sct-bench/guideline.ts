/** The text before every case. The ratings follow "Rating: ", because the metric looks for it. */
export const guideline = (reason: boolean): string => `# Script Concordance Test

You are given a case, a thought that a clinician has about it, and one new finding. Rate how the finding changes the likelihood or the use of the thought:

-2: much less
-1: somewhat less
0: no change
+1: somewhat more
+2: much more

## Response format

Write "Rating: " and one of -2, -1, 0, +1, +2${reason ? ", then the reason in one or two sentences" : ""}. A rating is required.`;

/** One invented case for each rating, from -2 to +2. */
const EXAMPLES = [
  [
    "A 30-year-old has had a sore throat and fever for two days.",
    "a streptococcal infection",
    "A rapid streptococcal test and the culture are negative",
    "-2",
  ],
  [
    "A 55-year-old feels a burning pain behind the breastbone after meals.",
    "reflux disease",
    "The pain also comes while climbing stairs",
    "-1",
  ],
  [
    "A 25-year-old sprained an ankle while running.",
    "ordering an X-ray of the ankle",
    "The patient wears glasses",
    "0",
  ],
  ["A 70-year-old has been short of breath for a week.", "heart failure", "Both ankles are swollen", "+1"],
  [
    "A 40-year-old returns from a long flight with a painful calf.",
    "a deep vein thrombosis",
    "Ultrasound shows a vein of the calf that cannot be compressed",
    "+2",
  ],
] as const;

export const examples = (): string =>
  `\n## Examples with Response Labels\n${EXAMPLES.map(
    ([scenario, thought, finding, rating]) =>
      `### Scenario\n\n${scenario}\n\n### Hypothesis\n\nIf you were thinking of: ${thought}\n\n### Additional Information\n\nAnd then you find: ${finding}\n\n### Response\n\nRating: ${rating}`,
  ).join("\n")}`;

/** Follows ABOVE_CASE. */
export const testCase = (scenario: string, hypothesis: string, finding: string): string =>
  `${scenario}\n\n## Hypothesis\n\n${hypothesis}\n\n## Additional Information\n\n${finding}\n\n## Response`;
