import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { CANNOT_ABROAD } from "./abstention-abroad.ts";

/** A reply of this form has no query: nothing, null, or a word for it, with marks around it. */
const NOTHING =
  /^[\s"'`()[\]{}<>*_.;:,!$#|-]*(?:\d{1,2}[.)]\s+)?(?:(?:sorry|unfortunately|apologies|i['’]m sorry)[\s,.:!]+)?(?:(?:--|\/\*|#|answer|sql|query|sql query|final answer|result|output|response)[\s:=*_"'`([-]*)*(?:null|none|nil|nothing|n\/?a|no (?:answer|query|sql|sql query|result|response|output)(?: (?:possible|available|applicable|exists|found|needed))?|empty(?: (?:string|reply|response|answer|query|output))?|not? (?:applicable|possible|available)|abstain(?:s|ed|ing)?|unknown|impossible|\(?empty\)?)?[\s"'`()[\]{}<>*_.;:,!/$-]*$/iu;

/** A word for nothing, so that a label alone is none. */
const NAMED =
  /(?<!\p{L})(?:null|none|nil|nothing|n\/?a|no|not?|empty|abstain(?:s|ed|ing)?|unknown|impossible)(?!\p{L})/iu;

/** An empty text in quotes. */
const EMPTY = /^\s*(?:""|''|``)\s*$/;

export const isNothing = (text: string): boolean => text.length < 200 && NOTHING.test(text);

const CANNOT = String.raw`(?:can ?not|can['’]?t|could not|couldn['’]t|is unable to|(?:am|are|was|were|be|being)? ?(?:unable|not able) to|won['’]t be able to|will not be able to|is(?: not|n['’]t) (?:possible|feasible) to|impossible to|no way to|not possible to|fail(?:s|ed)? to)`;
const DONE = String.raw`(?:answer|determin|retriev|writ|deriv|obtain|comput|calculat|express|translat|generat|produc|creat|construct|formulat|provid|help|assist|comply|do (?:this|that|so)|infer|find|identif|look(?:ed)? up|give|map|resolve|satisf|address|be (?:done|known|met|built|made|given)|fulfil|tel)\p{L}*`;
const DATA = String.raw`(?:schema|databases?|tables?|columns?|fields?|data(?:set)?|information|info|eicu|attributes?|records?)`;
const LACKS = String.raw`(?:(?:does|do|did)(?: not|n['’]t)|don['’]t|lacks?|is missing|are missing|has no|have no|contains? no|includes? no|holds? no|stores? no|provides? no|offers? no|without|not? (?:contain|include|have|provide|store|hold|record|support))`;
const SAYS_NO = String.raw`un-?answerable|not (?:be )?answerable|non-?answerable|isn['’]t answerable|no answer|not (?:be )?answered|no (?:valid |such |sql |possible |suitable |appropriate ){0,3}quer(?:y|ies) (?:can|is|are|exists?|could|would|will|to)|(?:question|this|that|it) (?:is|would be) (?:impossible|infeasible|not possible|not feasible)|not possible with|(?:outside|beyond|out of) (?:of )?(?:the )?(?:scope|schema|database)`;
const ABSTAINS = String.raw`i (?:do not|don['’]t) know|i (?:must|will|have to|need to) (?:abstain|decline|refrain)|i (?:abstain|refuse|decline)`;
const TOO_LITTLE = String.raw`(?:not|do(?:es)?(?: not|n['’]t) have|without) (?:\p{L}+ )?(?:enough|sufficient) (?:information|data)|insufficient (?:information|data|schema)`;
const GIVES_NOTHING = String.raw`no reply|(?:leave|leaving|return|returning|reply with|replying with|respond with|answer (?:is|would be|should be):?) (?:it |this )?(?:simply )?["'\x60*_(]*(?:nothing|null|blank|empty|none)`;
const STRONG = lazyPattern(
  [
    `${CANNOT}\\s+(?:be\\s+)?(?:\\p{L}+\\s+){0,3}?${DONE}`,
    String.raw`(?<!\p{L})(?:${SAYS_NO}|${ABSTAINS}|${TOO_LITTLE}|${GIVES_NOTHING})(?!\p{L})`,
    String.raw`(?<!\p{L})i (?:can ?not|can['’]t|won['’]t|am unable to|am not able to)\s*(?:[.!,;]|$)`,
    CANNOT_ABROAD,
  ].join("|"),
  "iu",
);
/** The database lacks what the question asks for. */
const WEAK = lazyPattern(
  [
    `${DATA}[^.;\\n]{0,80}?\\s${LACKS}(?!\\p{L})`,
    `(?<!\\p{L})(?:(?:none|neither) of the|neither)\\s+(?:\\p{L}+\\s+){0,3}?${DATA}\\s`,
    `(?<!\\p{L})nothing\\s+(?:in|within|among|from)\\s+(?:\\p{L}+\\s+){0,3}?${DATA}(?!\\p{L})`,
    `(?<!\\p{L})(?:do(?:es)?(?: not|n['’]t) have|lacks?)\\s+(?:\\p{L}+\\s+){0,3}?${DATA}(?!\\p{L})`,
    `(?<!\\p{L})no\\s+(?:\\p{L}+[\\s,/-]+){0,5}?${DATA}(?!\\p{L})`,
    `(?:not|n['’]t)\\s+(?:\\p{L}+\\s+){0,3}?(?:in|part of|present in|available in|stored in|recorded in|included in|contained in|supported by|found in|covered by|tracked in)\\s+(?:\\p{L}+\\s+){0,4}?${DATA}(?!\\p{L})`,
    `(?:not|n['’]t)\\s+(?:available|recorded|stored|tracked|documented|captured|provided|included|present)(?!\\p{L})`,
  ].join("|"),
  "iu",
);
/** The reply goes on to a query. */
const PLAN =
  /(?<!\p{L})(?:we (?:can|could|need|have to|must|should|will|would)|i(?:['’]ll| will| can| need| would| have to)|let(?:['’]s| me(?! know)| us(?! know))|you (?:can|could|need|should)|first,|instead|so we|joining|join|approach)(?!\p{L})/iu;
const DENIED =
  /(?<!\p{L})(?:not (?:impossible|unanswerable)|never say|if (?:it|this|the question) (?:is|cannot|can['’]t))(?!\p{L})/iu;

/** "Therefore: null" */
const ENDS_WITH_NOTHING =
  /(?<!\p{L})(?:therefore|thus|hence|so|consequently|answer|output|result|query|daher|also|antwort|donc|réponse|por tanto|respuesta|portanto|resposta|因此|所以)(?: is| es| est| ist)?\s?[:,=]?\s*["'\x60*]*(?:null|none|n\/a|nothing)["'\x60*.!;)}$]*\s*$/imu;

/** Whether a reply without a query says that it has none, or that the database cannot answer. */
export function abstains(text: string): boolean {
  const short = text.slice(0, 4000);
  if (ENDS_WITH_NOTHING.test(short)) return true;
  if (short.split("\n").some((line) => isNothing(line) && (NAMED.test(line) || EMPTY.test(line)))) return true;
  return saysCannot(short) || (WEAK.test(short) && !PLAN.test(short));
}

/** Whether the text ends with nothing in place of a query: "So: null", or a last line "null". */
export function endsWithNothing(text: string): boolean {
  const last = text.trimEnd().split("\n").at(-1) ?? "";
  return ENDS_WITH_NOTHING.test(text.slice(-400)) || (isNothing(last) && NAMED.test(last)) || LAST_WORD.test(last);
}
const LAST_WORD = /[.!]\s+["'\x60*(]*null["'\x60*.)]*$/iu;

export const saysCannot = (text: string): boolean => STRONG.test(text) && !DENIED.test(text);
/** Whether the reply says that the database lacks the answer. */
export const saysLacking = (text: string): boolean => saysCannot(text) || WEAK.test(text);
