import { parseHelmReply } from "@medhelm/core/judge/reading/parse-helm";
import { readVerdict } from "@medhelm/core/judge/reading/parse-strict";
import type { GroupReader } from "../group-reader.ts";

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
    const { steps, ...read } = readVerdict(reply, criteriaOf(criteria), { min, max });
    if (read.kind === "unread") return { value: undefined, steps };
    const { scores } = read.value;
    return { value: Object.fromEntries(Object.entries(scores).map(([name, { score }]) => [name, score])), steps };
  },
  isEqual: (value, expected) =>
    Object.keys(value).length === Object.keys(expected).length &&
    Object.entries(expected).every(([name, score]) => value[name] === score),
};
