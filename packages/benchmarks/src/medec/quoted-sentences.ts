import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { normalizeText } from "@medhelm/core/reading/text/normalize-characters";
import { replace, type ReplyText } from "@medhelm/core/reading/text/reply-text";

const QUOTE =
  /(?<!\d["')\]]{0,2}\s?[:.,(–—-]{0,2}\s?)(?:(?:the\s)?(?:sentence|line|statement)\s?[:=]?\s?)?"([^"\n]{8,600})"/giu;
/** The text of a sentence behind a label: "Wrong sentence: She is ..." */
const BEHIND_LABEL =
  /(?<=^[ \t]*[^:\n\d]{0,60}(?:sentence|error|line|statement)(?:\s(?:in|is))?\s?[:=]\s?)["']?([^"\n:]{8,600})["']?$/gimu;

/** A sentence with its correction: "Pneumonia is diagnosed. → Pulmonary embolism is diagnosed." */
const CORRECTED =
  /(?<=^[ \t]*(?:[^\n:]{1,24}:[ \t]*)?)["']?((?![^\n:]{1,24}:\s)[^"\n→]{8,600}?)["']?(?=\s?(?:→|=>|->)\s?\S)/gmu;

/** Puts the ID of a sentence of the text in place of its text, which a reply quotes to name it, and of "the last sentence". */
export function withQuotedIds(reply: ReplyText, text: string): ReplyText {
  const ids = new Map<string, number>();
  for (const [, id = "", sentence = ""] of text.matchAll(/^\s*(\d{1,3})\s+(\S[^\n]*)$/gmu))
    ids.set(plain(normalizeText(sentence)), Number(id));
  if (ids.size === 0) return reply;
  const idOf = ([, quoted = ""]: RegExpExecArray): string | undefined => {
    const id = ids.get(plain(quoted));
    return id === undefined ? undefined : `sentence ${id}`;
  };
  const last = Math.max(...ids.values());
  const named = replace(replace(replace(reply, QUOTE, idOf), BEHIND_LABEL, idOf), CORRECTED, idOf);
  return replace(named, LAST, ([, before]) => `sentence ${before === undefined ? last : last - 1}`);
}

/** "the last sentence", "the second-to-last sentence of the text" */
const LAST = lazyPattern(
  String.raw`(?<!\p{L})the\s(?:very\s)?((?:second|next)[\s-]to[\s-](?=last)|(?=penultimate))?(?:last|final|penultimate)\s(?:sentence|line|statement)(?!\p{L})(?!\s(?:of|in)\s(?!(?:the|this)\s(?:text|note|case|vignette|passage|summary)(?!\p{L})))`,
  "iu",
);

const plain = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/^["'\s]+|[\s"'.!?]+$/g, "");
