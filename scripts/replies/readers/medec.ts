import { readReply } from "@medhelm/benchmarks/medec/verdict";
import { strip } from "@medhelm/core/metrics/python-text";
import { type GroupReader, withoutSteps } from "../group-reader.ts";

export const medec: GroupReader<"medec"> = {
  helm: (reply) => {
    const text = strip(reply);
    if (text === "CORRECT") return { error: false };
    const id = /^\d+/.exec(text)?.[0];
    return { error: true, sentence: id === undefined ? null : Number(id) };
  },
  corrected: (reply) => {
    const claim = readReply(reply);
    if (claim.kind === "correct") return withoutSteps({ error: false });
    return withoutSteps(claim.kind === "error" ? { error: true, sentence: claim.sentence } : undefined);
  },
};
