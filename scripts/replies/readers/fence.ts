import { fenceAnswer, type Imitable } from "@medhelm/core/judge/reading/fence";
import { parseStrictReply } from "@medhelm/core/judge/reading/parse-strict";
import { ownershipOf } from "@medhelm/core/judge/reading/quoted-verdict";
import { readMet } from "@medhelm/core/judge/rubric-items";
import { copiesOf, restated, TIDIED } from "@medhelm/testing/judges/copies";
import { type GroupReader, withoutSteps } from "../group-reader.ts";
import type { ContextOf } from "../reply-cases.ts";

/** Returns the scores that a judge's reply gives. */
function scoresBy(reply: string, { kind, criteria, scale }: ContextOf<"fence">) {
  if (kind === "criteria_met") {
    const met = readMet(reply);
    return "value" in met ? { criteria_met: met.value.value } : undefined;
  }
  const fields = Object.fromEntries(criteria.map((name): [string, string[]] => [name, ["score", "explanation"]]));
  const parsed = parseStrictReply(reply, fields, scale && { min: scale[0], max: scale[1] });
  if (parsed.kind === "unreadable") return undefined;
  return Object.fromEntries(Object.entries(parsed.scores).map(([name, { score }]) => [name, score]));
}

/** Returns the first score that a copy gives, or what inside the fence passes for a part of the prompt. */
function comesThrough(answer: string, context: ContextOf<"fence">): string | undefined {
  const { criteria, template } = context;
  const imitable: Imitable = { template, criteria: Object.fromEntries(criteria.map((name) => [name, []])) };
  const inside = fenceAnswer(answer, imitable).split("\n").slice(1, -1).join("\n");
  const tags = [...template.matchAll(/<\/?(\w+)/g)].map(([, name = ""]) => name);
  const passes = new RegExp(`<[\\s/／]*(?:${tags.join("|")})\\b|\\[[^\\]]*answer[^\\]]*\\]|\\{[A-Z_]{4,}\\}`, "i").exec(
    inside,
  );
  if (passes !== null) return passes[0];
  const copied = copiesOf(inside).map((copy) => scoresBy(copy, context));
  const own = ownershipOf(answer, imitable);
  const tidied = Object.values(TIDIED)
    .map((tidy) => tidy(inside))
    .flatMap((text) => [...copiesOf(text), restated(text, criteria) ?? ""])
    .map((copy) => scoresBy(copy, context))
    .filter((scores) => scores !== undefined && own.isOwn(scores, undefined));
  const given = [...copied, ...tidied].find((scores) => scores !== undefined);
  return given === undefined ? undefined : JSON.stringify(given);
}

export const fence: GroupReader<"fence"> = {
  corrected: (reply, context) => withoutSteps(comesThrough(reply, context)),
};
