/** Run entries of the demo: every baseline for candidates on both demo benchmarks. */
export function demoEntries(): { readonly description: string }[] {
  const models = ["first-option", "longest-option", "lexical-retrieval", "lead-sentences"];
  return ["demo_questions", "demo_notes"].flatMap((benchmark) =>
    models.map((model) => ({ description: `${benchmark}:model=baseline/${model}` })),
  );
}
