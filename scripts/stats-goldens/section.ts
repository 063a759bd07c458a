import { issueText } from "@medhelm/core/text/issue-text";
import type { z } from "zod";

/** Computes the value of a case under the names of the goldens, or says why the input is unreadable or why this machine cannot compute it. */
export type Section = (input: unknown) => SectionResult;
export type SectionResult =
  | { readonly value: unknown }
  | { readonly unreadable: string }
  | { readonly skipped: string };

/**
 * A section whose cases have inputs of one form. An input outside the domain of a formula (RangeError) has no value.
 * @param compute returns the expected value in the names of the goldens; undefined equals null
 */
export const section =
  <Input>(form: z.ZodType<Input>, compute: (input: Input) => unknown): Section =>
  (data) => {
    const input = form.safeParse(data);
    if (input.success) return { value: valueOf(() => compute(input.data)) };
    const [issue] = input.error.issues;
    return { unreadable: `${["input", ...(issue?.path ?? [])].join(".")}: ${issueText(issue)}` };
  };

function valueOf(compute: () => unknown): unknown {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
