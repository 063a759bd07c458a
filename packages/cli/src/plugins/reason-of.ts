import { issueText } from "@medhelm/core/text/issue-text";
import { z } from "zod";

/** One line about an error. For an error of zod it names the key. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof z.ZodError) {
    const [issue] = cause.issues;
    return `${issue?.path.join(".") ?? ""}: ${issueText(issue)}`;
  }
  return (cause instanceof Error ? cause.message : String(cause)).split("\n", 1)[0] ?? "";
}
