/** The instructions for a judge, in the benchmark's own sentences. */
export interface RubricText {
  /** The requested answer, its readers, and the qualities that the judge weighs. */
  readonly task: string;
  /** False if the judge sees no reference, as in one benchmark of HELM's. */
  readonly seesReference?: boolean;
  /** Maps a criterion to its question in one line. Keys and order are HELM's. */
  readonly criteria: Readonly<Record<string, string>>;
}

/** Builds the judge's template. Every benchmark has the same form, and it requests the JSON of HELM's judges. */
export function rubricTemplate({ task, seesReference = true, criteria }: RubricText): string {
  const parts = [
    ["task", "{QUESTION}"],
    ["answer", "{RESPONSE}"],
    ...(seesReference ? [["reference", "{GOLD_RESPONSE}"]] : []),
  ];
  return `${task.trim()}

${parts.map(([tag, place]) => `<${tag}>\n${place}\n</${tag}>`).join("\n\n")}

Give each criterion a whole number from 1 to 5, where 1 is very poor and 5 is excellent.
${Object.entries(criteria)
  .map(([name, meaning]) => `- ${name}: ${meaning}`)
  .join("\n")}

Reply with one JSON object of this form and nothing else:
<rubric_criteria>
{
${Object.keys(criteria)
  .map((name) => `  "${name}": { "score": 1, "explanation": "one sentence" }`)
  .join(",\n")}
}
</rubric_criteria>
`;
}
