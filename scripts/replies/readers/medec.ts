import { readVerdict } from "@medhelm/benchmarks/medec/read-verdict";
import { strip } from "@medhelm/core/metrics/python-text";
import { found, type GroupReader } from "../group-reader.ts";

export const medec: GroupReader<"medec"> = {
  helm: (reply) => {
    const text = strip(reply);
    if (text === "CORRECT") return { error: false };
    const id = /^\d+/.exec(text)?.[0];
    return { error: true, sentence: id === undefined ? null : Number(id) };
  },
  corrected: (reply, { text = "" }) => found(readVerdict(reply, text)),
};
