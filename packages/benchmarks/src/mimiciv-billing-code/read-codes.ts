import { isWeaker, type Strength } from "@medhelm/core/reading/commitments/commitment";
import { cutAtTurn } from "@medhelm/core/reading/turns/cut-at-turn";
import { strongestOf } from "@medhelm/core/reading/commitments/decide";
import { prepare } from "@medhelm/core/reading/prepare";
import { read, type Reading, type Step, type StepName } from "@medhelm/core/reading/reading";
import { type ReplyText, spanOf } from "@medhelm/core/reading/text/reply-text";
import { withoutExamples } from "@medhelm/core/reading/turns/without-examples";
import { beforeNextInstance } from "../shared/next-instance.ts";
import { takenBack } from "./code-corrections.ts";
import { type CodePlace, codePlaces } from "./code-places.ts";
import { finalList } from "./final-list.ts";

/** Keys of fields that state all codes of the answer, as canonicalKey() writes them. */
const ANSWERS = new Set("answer finalanswer finalcodes finalicd10codes predictedicd10codes".split(" "));
/** Keys of fields with codes that are not the answer. */
const OTHERS =
  /^(?:exclu|reject|rul(?:e|ed|ing)out|not(?:coded|assigned|included|reported|supported|applicable|used)|(?:also)?considered|omitted|icd9|icd11|cpt|hcpcs|snomed|loinc|(?:ms|apr)?drg|reason|rationale|explanation|justification|evidence|comment|notes?$)/;

/**
 * Reads the distinct ICD-10 codes that a reply lists, without the dot and in order of their names. A reply without codes has an empty list
 * (docs/scoring.md, "Billing codes").
 */
export function readCodes(reply: string): Reading<readonly string[]> {
  const prepared = prepare(reply, { answers: ANSWERS, isOther: (key) => OTHERS.test(key) });
  if (prepared.kind === "unanswered") return read([...prepared.steps, prepared.last], [], []);
  const { claims, text, whole } = prepared;
  const fields = claims.filter(({ kind }) => kind === "field");
  const claimed = (fields.length > 0 ? fields : claims).flatMap((claim) => listedFirst(claim.text, reply).listed);
  const found = claimed.length > 0 ? { steps: [], listed: claimed } : listedFirst(text, reply);
  if (found.listed.length === 0 && whole !== undefined) return result([...whole.steps], listedIn(whole.text, reply));
  return result([...prepared.steps], found);
}

/** The prompt's headings with their capitals, which are no keys of JSON and which a model may repeat with a note of its own. */
const HEADINGS = {
  input:
    /^[^\p{L}\n]{0,6}(?:(?:[Cc]linical|[Dd]ischarge|[Aa]nother|[Nn]ext|[Nn]ew)\s(?:[Nn]ote|[Ss]ummary|[Pp]atient|[Cc]ase|[Ee]xample|[Ii]nput|[Tt]ext)|Note|Summary|Patient|Case|Example|Input|Text|NOTE|TEXT|CASE)(?:\s?#?\d{1,3})?\s?[:：]/gmu,
  output: /^[^\p{L}\n]{0,6}(?:(?:final|predicted|icd-?\s?10(?:-cm)?)\s){0,3}(?:answers?|codes?|output)\s?[:：]/gimu,
};

/** A text of JSON may go on with another turn within one of its fields. */
function ownTurn(text: ReplyText, reply: string): ReplyText {
  if (!/^\s*(?:```\w*\s*)?[{[]/.test(reply)) return text;
  const own = cutAtTurn(text).text;
  return listedIn(own, reply).listed.length > 0 ? own : text;
}

/** The codes of the reply's own instance; if it has none, those of the whole text. */
function listedFirst(whole: ReplyText, reply: string): Listed {
  const examples: Step[] = [];
  const found = listedOfOwn(withoutExamples(ownTurn(whole, reply), examples), reply);
  return { ...found, steps: [...examples, ...found.steps] };
}

function listedOfOwn(text: ReplyText, reply: string): Listed {
  const own = beforeNextInstance(text, HEADINGS);
  if (own === undefined) return listedIn(text, reply);
  const { listed, steps } = listedIn(own.text, reply);
  return listed.length > 0 ? { listed, steps: [own.step, ...steps] } : listedIn(text, reply);
}

interface Listed {
  readonly steps: readonly Step[];
  readonly listed: readonly { readonly code: string; readonly at: Step["at"][number] }[];
}

const MOST = 20;

function result(steps: readonly Step[], { steps: own, listed }: Listed): Reading<readonly string[]> {
  const at = listed.slice(0, MOST).map((one) => one.at);
  const codes = [...new Set(listed.map(({ code }) => code))].toSorted();
  return read([...steps, ...own, ...(at.length > 0 ? [{ step: "found an answer", at } as const] : [])], codes, at);
}

/** The codes that a text lists, with the steps for those that it leaves out. */
function listedIn(text: ReplyText, reply: string): Listed {
  const all = codePlaces(text, reply);
  const taken = takenBack(text.text, all);
  const kept = all.filter((place) => place.why === undefined && !taken.has(place));
  const final = finalList(text.text, kept);
  const strengthOf = ({ from, isExplanation }: CodePlace): Strength => {
    if (isExplanation) return "named";
    return final !== undefined && from >= final.from ? "final" : "stated";
  };
  const chosen = strongestOf(kept.map((place) => ({ ...place, strength: strengthOf(place) })));
  const steps = [
    ...[...Map.groupBy(all, ({ why }) => why)].flatMap(([why, places]) =>
      why === undefined ? [] : [stepOf(why, text, places)],
    ),
    ...(taken.size > 0 ? [stepOf("took back", text, [...taken])] : []),
    ...(chosen.some(({ strength }) => strength === "final") &&
    kept.some((place) => isWeaker(strengthOf(place), "final"))
      ? [stepOf("preferred the final answer", text, [final ?? { from: 0, to: 0 }])]
      : []),
  ];
  return { steps, listed: chosen.map(({ code, from, to }) => ({ code, at: spanOf(text, from, to) })) };
}

const stepOf = (
  step: StepName,
  text: ReplyText,
  places: readonly { readonly from: number; readonly to: number }[],
): Step => ({
  step,
  at: places.slice(0, MOST).map(({ from, to }) => spanOf(text, from, to)),
});
