/** What a judge is told, in the benchmark's own sentences. */
export interface RubricText {
  /** What was asked for, who it is for, what the judge is to weigh. */
  readonly task: string;
  /** false: the judge sees no reference, as HELM has it for one benchmark. */
  readonly seesReference?: boolean;
  /** criterion -> what it asks, in one line. Keys and order as HELM has them. */
  readonly criteria: Readonly<Record<string, string>>;
}

/** The judge's template: one form for every benchmark, asking for the JSON that HELM's judges are asked for. */
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
