import { readJudgment } from "@medhelm/benchmarks/medhallu/read-judgment";
import { helmRating } from "@medhelm/benchmarks/sct-bench/rating";
import { readRating } from "@medhelm/benchmarks/sct-bench/read-rating";
import { strip } from "@medhelm/core/metrics/python-text";
import { readOption } from "@medhelm/core/reading/letters/read-option";
import { found, type GroupReader } from "../group-reader.ts";

export const labels: GroupReader<"labels"> = {
  helm: (reply, { kind, options = {} }) => {
    const text = strip(reply);
    if (kind === "rating") return helmRating(reply);
    if (kind === "hallucination") return text === "0" || text === "1" ? text : undefined;
    return Object.hasOwn(options, text) ? options[text] : undefined;
  },
  corrected: (reply, { kind, options = {} }) => {
    if (kind === "rating") return found(readRating(reply));
    if (kind === "hallucination") return found(readJudgment(reply));
    const { value: letter, steps } = found(readOption(reply, { options }));
    return { value: letter === undefined ? undefined : options[letter], steps };
  },
};
