import { strip } from "@medhelm/core/metrics/python-text";

/** The statement of a reply or a reference: no error, an error in one sentence, or (for a reply) nothing that can be read. */
export type Claim =
  | { readonly kind: "correct" }
  | { readonly kind: "error"; readonly sentence: number }
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

const CORRECT = /^correct[.!]?$/i;
/** The requested word in capitals counts, with any text after it. */
const CORRECT_AND_MORE = /^CORRECT(?![\p{L}\p{N}])/u;
const LEADING_ID = /^(?:(?:sentence|id)\s*)*[:#]?\s*\[?(\d+)\]?(?![\d%/]|[.,]\d|\p{L})/iu;
const MENTION = /\bsentence\s+(?:id\s+|number\s+|no\.\s*)?[#:]?\s*\[?(\d+)(?!\d)/gi;

/**
 * Reads a model's reply by the rule of docs/scoring.md: CORRECT in any case if it is the whole reply, or in capitals at the
 * beginning; otherwise the number at the beginning; otherwise the only sentence that the reply mentions by number ("the error
 * is in sentence 10").
 */
export function readReply(reply: string): Claim {
  const text = strip(reply.replace(/[*`"]+/g, ""));
  if (CORRECT.test(text) || CORRECT_AND_MORE.test(text)) return { kind: "correct" };
  const leading = LEADING_ID.exec(text)?.[1];
  if (leading !== undefined) return { kind: "error", sentence: Number(leading) };
  const mentioned = new Set([...text.matchAll(MENTION)].map(([, id]) => Number(id)));
  const [only, other] = mentioned;
  return only !== undefined && other === undefined ? { kind: "error", sentence: only } : { kind: "unread" };
}

/**
 * Profile `corrected`, the authors' rule for a well-formed reply (MEDIQA-CORR 2024, evaluation script 1). The flag is right if
 * both say the same about the text. The sentence is right if both name the same one, or no sentence. For an unread reply both
 * are wrong.
 */
export function verdict(reply: string, reference: string): Verdict {
  const said = readReply(reply);
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
