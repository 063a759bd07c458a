import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import type { Claim } from "./claim.ts";
import { formOf } from "./forms.ts";
import type { Labelled } from "./labelled.ts";
import { namedIn } from "./named-sentences.ts";
import { isRightAfter, isRightAtEnd, isWrongAfter } from "./right-or-wrong.ts";
import { type Said, saidOf } from "./said.ts";

interface Found {
  readonly claims: readonly Claim[];
  /** Sentences that are named as evidence, or as right. */
  readonly evidence: readonly Claim[];
}

/** Finds what the sentences of a reply say of the text. */
export function claimsOf(text: string, all: readonly Labelled[]): Found {
  const claims: Claim[] = [];
  const evidence: Claim[] = [];
  const inList = listed(all);
  const isRight = rightLines(all.filter(({ line }) => inList.has(line)));
  for (const sentence of all) {
    const place = { from: sentence.from, to: sentence.to };
    const isListed = inList.has(sentence.line);
    if (RANGE_RIGHT.test(sentence.text)) {
      claims.push({ values: ["none"], strength: "stated", isWeak: true, ...place });
      continue;
    }
    if (isListed && isSilent(sentence, isRight, text)) continue;
    const form = formOf(sentence, text);
    if (form === "other") continue;
    if (form !== undefined) {
      // the answer behind such a list says it more firmly
      claims.push({ ...form, ...place, ...(isListed ? { strength: "stated" as const } : {}) });
      continue;
    }
    const named = namedIn(sentence);
    evidence.push(...named.evidence);
    claims.push(...named.claims);
    const isNamed = named.claims.some(({ strength }) => strength !== "named");
    const said = isNamed ? undefined : saidOfSentence(sentence, named);
    if (said !== undefined) claims.push({ ...said, ...place });
  }
  return { claims, evidence };
}

/** "At first I flagged sentence 3, but the text is correct.": the words behind "but" name no sentence, and are of the whole text. */
function saidOfSentence({ text, from }: Labelled, { claims, evidence }: Found): Said | undefined {
  const named = [...claims, ...evidence];
  const last = Math.max(0, ...named.map(({ to }) => to - from));
  const turn = claims.length > 0 || named.length === 0 ? null : TURN.exec(text.slice(last));
  const behind = turn === null ? "" : text.slice(last + turn.index + turn[0].length).replace(OF_SENTENCE, "");
  return OF_TEXT.test(behind) ? saidOf(behind, []) : saidOf(text, named);
}
/** "..., but it is fine, so the text is correct": the first clause is of the sentence that was named. */
const OF_SENTENCE =
  /^(?:it|that|this|they|he|she|its)(?:'s)?(?!\p{L})[^,;]*(?:[,;]\s(?:(?:so|and|hence|thus|therefore),?\s)?|$)/iu;
/** It names the whole text, or errors. */
const OF_TEXT =
  /(?<!\p{L})(?:text|note|passage|case|document|vignette|narrative|summary|record|report|description|everything|all|errors?|mistakes?|inaccurac(?:y|ies)|inconsistenc(?:y|ies)|problems?|issues?|nothing|anything|wrong|CORRECT)(?!\p{L})/u;
const TURN = /(?:[,;–—]\s?|\s)(?:but|however|yet|though|although)(?:,|\s)\s?/iu;

/** "0–3: fine", "Sentences 5 to 8 are correct": all other claims override it. */
const RANGE_RIGHT = lazyPattern(
  String.raw`^[^\p{L}\p{N}]*(?:sentences?\s)?\d{1,3}\s?(?:-|–|to|through|bis|à)\s?\d{1,3}\s?[:|–—-]?\s?(?:(?:is|are|all)\s)*(?:fine|correct|right|ok|okay|accurate|consistent|no (?:medical )?errors?|✓|✔|✅)[\s.!|*]*$`,
  "iu",
);

/** Lines that number the sentences of the text, one after the other: "0 - correct", "1 - correct". */
function listed(all: readonly Labelled[]): ReadonlySet<number> {
  const starts = all.flatMap(({ text, line, isFirst }) => {
    const id = isFirst ? LISTED.exec(text)?.[1] : undefined;
    return id === undefined ? [] : [{ id: Number(id), line }];
  });
  const lines = new Set<number>();
  let run = 0;
  for (const [i, { id }] of starts.entries()) {
    if (i > 0 && id !== (starts[i - 1]?.id ?? id) + 1) run = i;
    if (i - run >= 1) for (const { line } of starts.slice(i - 1, i + 1)) lines.add(line);
  }
  return lines;
}
const behindNumber = (line: string): string => line.slice(LISTED.exec(line)?.[0].trimEnd().length ?? 0);

/** Whether a line of a list says no more than that its sentence is right, or is cut off. */
function isSilent({ text, line, to }: Labelled, isRight: ReadonlySet<number>, whole: string): boolean {
  const said = behindNumber(text);
  if (isRight.size === 0) return !isWrongAfter(said);
  const isCutOff =
    !/[\p{L}✗✘❌]/u.test(said) ||
    NO_STATEMENT.test(said) ||
    (whole.slice(to).trim() === "" && /[\p{L}\p{N},]$/u.test(text));
  return isRight.has(line) || (isCutOff && !FAULT.test(said));
}
/** " – the CT" */
const NO_STATEMENT = /^[\s.:|)–—-]*(?:the|an?|his|her|its|their|this)(?:\s[\p{L}-]+){0,2}$/iu;
/** "| error: ", "- wrong" */
const FAULT = /^\s?[|:–—-]\s?(?:error|mistake|incorrect|wrong)(?!\p{L})/iu;

/** The lines whose sentences a list calls right. The other sentences of the list are the answer. */
const rightLines = (items: readonly Labelled[]): ReadonlySet<number> =>
  new Set(items.flatMap(({ text, line }) => (isRightAfter(behindNumber(text)) || isRightAtEnd(text) ? [line] : [])));
const LISTED = /^(?:sentence\s|s|id\s?|line\s)?[#[(]?(\d{1,3})(?!\d)[\])]?(?:[\s.,:)–—|→-]|$)/iu;
