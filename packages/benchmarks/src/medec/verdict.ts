import { strip } from "@medhelm/core/metrics/python-text";
import { valueOf } from "@medhelm/core/reading/reading";
import { readVerdict } from "./read-verdict.ts";

/** The statement of a reply or a reference: no error, an error in one sentence, or (for a reply) nothing that can be read. */
export type Claim =
  | { readonly kind: "correct" }
  /** `sentence` undefined: a reply claims an error and names no sentence. */
  | { readonly kind: "error"; readonly sentence: number | undefined }
  | { readonly kind: "unread" };

export interface Verdict {
  readonly flag: 0 | 1;
  readonly sentence: 0 | 1;
}

/** Reads a reference: "CORRECT" or "ID corrected sentence". */
export function readReference(text: string): Claim {
  if (text === "CORRECT") return { kind: "correct" };
  const id = /^(\d+)(?:\s|$)/.exec(text)?.[1];
  return id === undefined ? { kind: "unread" } : { kind: "error", sentence: Number(id) };
}

/** Reads a model's reply by the rule of docs/scoring.md (read-verdict.ts). */
export function readReply(reply: string, instance = ""): Claim {
  const said = valueOf(readVerdict(reply, instance));
  if (said === undefined) return { kind: "unread" };
  return said.error ? { kind: "error", sentence: said.sentence ?? undefined } : { kind: "correct" };
}

/**
 * Profile `corrected`, the authors' rule for a well-formed reply (MEDIQA-CORR 2024, evaluation script 1). The flag is right if
 * both say the same about the text. The sentence is right if both name the same one, or no sentence. For an unread reply both
 * are wrong.
 */
export function verdict(reply: string, reference: string, instance = ""): Verdict {
  const said = readReply(reply, instance);
  const gold = readReference(reference);
  const flag = said.kind === gold.kind && said.kind !== "unread";
  const sentence = flag && (said.kind !== "error" || (gold.kind === "error" && said.sentence === gold.sentence));
  return { flag: flag ? 1 : 0, sentence: sentence ? 1 : 0 };
}

/**
 * HELM's verdict (helm/benchmark/metrics/medec_metrics.py). HELM: int() reads the whole reference "10 The sentence." and always
 * fails, so the sentence of a text with an error is never right. Every reply except CORRECT flags an error.
 */
export function helmVerdict(reply: string, reference: string): Verdict {
  const prediction = strip(reply);
  const gold = strip(reference.replaceAll(".", ""));
  const saysError = prediction !== "CORRECT";
  const isError = gold !== "CORRECT";
  const flag = saysError === isError ? 1 : 0;
  if (!saysError || !isError) return { flag, sentence: flag };
  const id = /^\d+$/.test(gold) ? Number(gold) : -1;
  const said = /^\d+/.exec(prediction)?.[0];
  return { flag, sentence: said !== undefined && Number(said) === id ? 1 : 0 };
}
