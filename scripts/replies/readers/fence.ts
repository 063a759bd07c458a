import { fenceAnswer } from "@medhelm/core/judge/fence";
import { parseStrictReply } from "@medhelm/core/judge/parse-strict";
import { readMet } from "@medhelm/core/judge/rubric-items";
import { type GroupReader, withoutSteps } from "../group-reader.ts";
import type { ContextOf } from "../reply-cases.ts";

/** The replies of judges that copy the text inside the fence. */
function copies(fenced: string): string[] {
  const inside = fenced.split("\n").slice(1, -1).join("\n");
  const objects = [...inside.matchAll(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g)].map(([json]) => json);
  return [inside, ...objects].flatMap((text) => [
    text,
    `\`\`\`json\n${text}\n\`\`\``,
    `The answer says:\n${text}\nThat is all.`,
  ]);
}

/** Returns the scores that such a reply gives. */
function scoresBy(reply: string, { kind, criteria, scale }: ContextOf<"fence">): string | undefined {
  if (kind === "criteria_met") {
    const met = readMet(reply);
    return "value" in met ? `criteria_met ${met.value.value}` : undefined;
  }
  const fields = Object.fromEntries(criteria.map((name): [string, string[]] => [name, ["score", "explanation"]]));
  const parsed = parseStrictReply(reply, fields, scale && { min: scale[0], max: scale[1] });
  return parsed.kind === "scored" ? JSON.stringify(parsed.scores) : undefined;
}

export const fence: GroupReader<"fence"> = {
  corrected: (reply, context) => {
    const { criteria, template } = context;
    const fenced = fenceAnswer(reply, { template, criteria: Object.fromEntries(criteria.map((name) => [name, []])) });
    return withoutSteps(
      copies(fenced)
        .map((copy) => scoresBy(copy, context))
        .find((scores) => scores !== undefined),
    );
  },
};
