import { type Step, stepAt } from "@medhelm/core/reading/reading";
import { type ReplyText, slice } from "@medhelm/core/reading/text/reply-text";

/** The headings by which a model goes on with an instance of its own. Both are global and match the start of a line. */
export interface Headings {
  readonly input: RegExp;
  readonly output: RegExp;
}

/** Returns the text before the heading of another instance, with its step; undefined if no answer follows such a heading. */
export function beforeNextInstance(
  text: ReplyText,
  { input, output }: Headings,
): { readonly text: ReplyText; readonly step: Step } | undefined {
  const last = [...text.text.matchAll(output)].at(-1)?.index ?? -1;
  const lead = text.text.length - text.text.trimStart().length;
  for (const { index } of text.text.matchAll(input))
    if (index > lead && index < last)
      return { text: slice(text, 0, index), step: stepAt("cut at a turn", text, index) };
  return undefined;
}
