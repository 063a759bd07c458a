import type { Sentence } from "@medhelm/core/reading/text/sentences";

/** A sentence of a reply without the label of the answer before it. */
export interface Labelled extends Sentence {
  /** The label that was before it: "Answer:" or "Final answer:". */
  readonly label?: "form" | "final";
}

const LABEL =
  /^(?:(?:(?:the|my|your|a)\s)?(final\s)?(?:answer|verdict|response|output|result|reply|as it stands|as written)\s?[:：]\s*|[>•-]\s+|\|\s+)/iu;

/** Removes labels of the answer and marks of a list or a quote. "Answer: The error is in sentence 4." then reads as the sentence alone. */
export function withoutLabel(sentence: Labelled): Labelled {
  const [all, final] = LABEL.exec(sentence.text) ?? [];
  if (all === undefined || all.length === sentence.text.length) return sentence;
  const label = final === undefined && sentence.label !== "final" ? "form" : "final";
  return withoutLabel({ ...sentence, text: sentence.text.slice(all.length), from: sentence.from + all.length, label });
}
