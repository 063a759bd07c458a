import { helmRating, statedRating } from "@medhelm/benchmarks/sct-bench/rating";
import { readJudgment } from "@medhelm/benchmarks/medhallu/read-judgment";
import { strip } from "@medhelm/core/metrics/python-text";
import { readOption } from "@medhelm/core/reading/read-option";
import { valueOf } from "@medhelm/core/reading/reading";
import { type GroupReader, withoutSteps } from "../group-reader.ts";

export const labels: GroupReader<"labels"> = {
  helm: (reply, { kind, options = {} }) => {
    const text = strip(reply);
    if (kind === "rating") return helmRating(reply);
    if (kind === "hallucination") return text === "0" || text === "1" ? text : undefined;
    return Object.hasOwn(options, text) ? options[text] : undefined;
  },
  corrected: (reply, { kind, options = {} }) => {
    if (kind === "rating") return withoutSteps(statedRating(reply));
    if (kind === "hallucination") return withoutSteps(readJudgment(strip(reply)));
    const letter = valueOf(readOption(reply, { options }));
    return withoutSteps(letter === undefined ? undefined : options[letter]);
  },
};
