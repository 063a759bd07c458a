import { parseHelmReply } from "@medhelm/core/judge/parse-helm";
import { parseStrictReply } from "@medhelm/core/judge/parse-strict";
import { type GroupReader, withoutSteps } from "../group-reader.ts";
import type { ValueOf } from "../reply-cases.ts";

const criteriaOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name): [string, string[]] => [name, ["score", "explanation"]]));

export const judge: GroupReader<"judge"> = {
  helm: (reply, { criteria }) => {
    const value = parseHelmReply(reply, criteriaOf(criteria));
    if (value === undefined) return undefined;
    const scores = criteria.map((name): [string, unknown] => [name, Object(value[name]).score]);
    return Object.fromEntries(scores.flatMap(([name, score]) => (typeof score === "number" ? [[name, score]] : [])));
  },
  corrected: (reply, { criteria, scale: [min, max] }) => {
    const parsed = parseStrictReply(reply, criteriaOf(criteria), { min, max });
    if (parsed.kind !== "scored") return withoutSteps<ValueOf<"judge">>(undefined);
    return withoutSteps(Object.fromEntries(Object.entries(parsed.scores).map(([name, { score }]) => [name, score])));
  },
  isEqual: (value, expected) =>
    Object.keys(value).length === Object.keys(expected).length &&
    Object.entries(expected).every(([name, score]) => value[name] === score),
};
