import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { oneOf, words } from "@medhelm/core/reading/text/pattern";
import type { Claim } from "./claim.ts";
import { isWrongAfter } from "./right-or-wrong.ts";

const { raw } = String;

const KINDS = raw`(?:(?:${oneOf(
  "medical|clinical|factual|obvious|apparent|significant|clear|evident|discernible|such|single|real|actual|specific|major",
  "visible|detectable|identifiable|diagnostic|substantive|internal|logical|or|and",
)})\s)*`;
const FAULTS =
  "(?:errors?|mistakes?|inaccurac(?:y|ies)|inconsistenc(?:y|ies)|faults?|flaws?|discrepanc(?:y|ies)|contradictions?|problems?|issues?)";
const WRONG = "(?:wrong|incorrect|erroneous|inaccurate|amiss|mistaken|inconsistent|out of place)";
const NOT = raw`(?:\p{L}+n't|not|never|cannot)`;
const NO_ERROR = lazyPattern(
  oneOf(
    raw`(?<!\p{L})(?:no|zero|0|without(?:\sany)?|free\s(?:of|from)(?:\sany)?|${NOT}\s(?:\p{L}+\s){0,4}?(?:an?|any))\s${KINDS}${FAULTS}(?!\p{L})`,
    raw`(?<!\p{L})no\s(?:single\s)?(?:sentence|statement|line)\s(?:is|was|seems|looks)\s(?:\w+ly\s)?${WRONG}(?!\p{L})`,
    raw`(?<!\p{L})no\s(?:single\s)?(?:sentence|statement|line)\s(?:contains?|has)\s(?:an?|any)\s${KINDS}${FAULTS}(?!\p{L})`,
    words("error[- ]free", raw`nothing\s${KINDS}${FAULTS}`),
    raw`(?<!\p{L})(?:nothing|none)\s(?:in (?:the|this) \p{L}+\s)?(?:(?:is|appears|seems|of (?:it|them|the sentences) (?:is|are))\s)?(?:\w+ly\s|to be\s)*${WRONG}`,
    raw`(?<!\p{L})none\sof (?:the|these|those|them)(?:\s[\p{L}\d]+){0,2}\s(?:is|are|appears?|seems?|contains?|has|have)(?!\s(?:\w+ly\s)?(?:correct|right))`,
    raw`(?<!\p{L})neither\s(?:of them\s)?(?:is|contains|has)(?!\s(?:\w+ly\s)?(?:correct|right))`,
    raw`(?<!\p{L})(?:isn't|not)\s(?:\w+ly\s|anything\s)*(?:wrong|incorrect|erroneous|mistaken)(?!\p{L})`,
  ),
  "iu",
);
/** "No correction is needed", "nothing to change", "I would leave it as it is" */
const NO_CHANGE = lazyPattern(
  oneOf(
    raw`(?<!\p{L})no\s(?:\w+\s)?(?:corrections?|changes?|edits?|revisions?|need (?:for|to))(?!\p{L})`,
    raw`(?<!\p{L})nothing\s(?:that\s)?(?:(?:here\s)?(?:needs?|has|requires?)\s(?:to be\s)?(?:correct|chang|fix|revis|edit)\p{L}*|to\s(?:correct|change|fix|flag|report))`,
    raw`(?<!\p{L})(?:does not|doesn't|do not|don't)\s(?:need|require)\s(?:any\s|a\s|to be\s)?(?:correct|chang|fix|edit|revis)\p{L}*`,
    raw`(?<!\p{L})leave (?:it|the (?:text|note)) (?:as it (?:is|stand\p{L})|unchanged|as is)`,
  ),
  "iu",
);
/** "I was unable to identify any mistake" */
const FOUND_NONE = lazyPattern(
  raw`(?<!\p{L})(?:unable to|not able to|fail(?:ed)? to|cannot|can't|could not|couldn't|did not|didn't|do not|don't)\s(?:find|identify|detect|see|spot|locate|notice|discern)\s(?:(?:any|an?)\s${KINDS}${FAULTS}|anything\s(?:\w+ly\s)?${WRONG})(?!\p{L})`,
  "iu",
);
const OTHER_ERRORS = lazyPattern(words("other", "further", "additional", "more", "else", "another", "remaining"), "iu");
const SUBJECT = oneOf(
  "text|note|passage|case|document|vignette|narrative|summary|everything|it|report|record|description|content|that|this",
  raw`(?:all|each|every)(?: one)?(?: of)?(?: the)?(?: (?:\d+|\p{L}+))?(?: sentences?| statements?)?|all(?: of it| of them)?|the sentences`,
);
const FINE = "(?:correct|right|accurate|fine|sound|consistent|ok|okay|valid|error-free)";
const IN_RANGE = raw`(?:\sin sentences \d+\s?(?:to|-|–|through)\s?\d+)?`;
const IS_RIGHT = lazyPattern(
  oneOf(
    raw`(?<!\p{L})${SUBJECT}${IN_RANGE}\s(?:in (?:the|this) \p{L}+\s)?(?:is|are|appears?(?: to be)?|seems?(?: to be)?|looks?)\s(?:(?:\w+ly|all|both|indeed|therefore|thus|also)\s){0,3}${FINE}(?!\p{L})`,
    raw`(?<!\p{L})(?:it|that|this|everything|all)'s\s(?:(?:\w+ly|all)\s)?${FINE}(?!\p{L})`,
    raw`(?<!\p{L})${SUBJECT}${IN_RANGE}\s(?:checks? out|adds? up|holds? up|looks? good|makes? sense)(?!\p{L})`,
    raw`^[^\p{L}\d]*(?:it )?(?:looks?|seems|sounds) (?:good|right|fine|correct|ok|okay)(?: to me| here)?[.!]*$`,
    raw`(?<!\p{L})i agree with (?:all|each|every|everything)(?!\p{L})`,
    raw`^[^\p{L}\d]*(?:all|everything)?\s?(?:looks?\s|seems?\s|is\s|are\s)?(?:\w+ly\s|all\s)?${FINE}[.!]*$`,
  ),
  "iu",
);
const NOT_RIGHT = /not (?:\w+ly )?correct/iu;
const EXCEPTION = /(?<!\p{L})(?:but|except)(?!\p{L})/iu;
/** Whether a sentence calls the text right, without an exception after that. */
const isSaidRight = (text: string): boolean => {
  const at = IS_RIGHT.exec(text)?.index;
  return at !== undefined && !NOT_RIGHT.test(text) && !EXCEPTION.test(text.slice(at));
};
/** A sentence that is named with the whole text is one of its parts: "Everything is accurate, from the history to sentence 14" */
const OF_WHOLE = /^[^\p{L}\d]*(?:everything|all of it|the (?:whole|entire) (?:text|note|report))(?!\p{L})/iu;
const SOME_ERROR = lazyPattern(
  raw`(?<!\p{L})${oneOf(
    "incorrect",
    raw`(?:an?|one|1|the|this|is|contains|has|found|identified)\s${KINDS}(?:error|mistake|inaccuracy|inconsistency)`,
    raw`${FAULTS}\s(?:was|is|were|found|detected|exists?)`,
    "not\\scorrect",
    raw`something\s(?:here\s)?(?:is|seems|looks|must be)\s(?:\w+ly\s)?(?:${WRONG}|off|not right)`,
    raw`the\s(?:diagnosis|treatment|medication|drug|dose|dosage|antibiotic|management|organism|interpretation)\s(?:is|was)\s(?:\w+ly\s)?${WRONG}`,
    raw`(?:text|note|passage|case|vignette|summary|report|record)\s(?:is|looks|seems)\s(?:\w+ly\s)?(?:wrong|erroneous|inaccurate|flawed)`,
  )}(?!\p{L})`,
  "iu",
);

/** The statement of a sentence about the whole text. */
export type Said = Pick<Claim, "values" | "strength" | "isWeak">;

const NONE: Said = { values: ["none"], strength: "stated" };

/** "No error was found in sentence 5, nor elsewhere", "Neither sentence 4 nor any other has an error" */
const NOR_ELSEWHERE = lazyPattern(
  oneOf(
    raw`(?<!\p{L})(?:no|not any|without)\s${KINDS}${FAULTS}(?!\p{L})[^.;]{0,60}(?<!\p{L})(?:n?or|and not|neither)\s(?:in\s|has\s|does\s|is there one\s|at\s)*(?:elsewhere|anywhere else|any(?: of the)? others?)(?!\p{L})`,
    raw`(?<!\p{L})neither\s(?:sentence\s|line\s|id\s)?\d{1,3}\snor\s(?:any|the|an)\sothers?(?!\p{L})`,
  ),
  "iu",
);
/** "Everything else is right, too." */
const REST_RIGHT = lazyPattern(
  raw`(?<!\p{L})(?:everything else|all (?:the )?others|the (?:rest|others|other sentences))\s(?:is|are|looks?|seems?)\s(?:\w+ly\s|all\s|also\s)*${FINE}(?!\p{L})`,
  "iu",
);

/** Reads what a sentence says of the whole text. `named`: the sentences of the text that it names. */
export function saidOf(text: string, named: readonly Claim[]): Said | undefined {
  if (NOR_ELSEWHERE.test(text)) return NONE;
  if (REST_RIGHT.test(text)) return { ...NONE, isWeak: true };
  if (OTHER_ERRORS.test(text)) return undefined;
  const isUnsure = UNSURE.test(text);
  const isNone =
    FOUND_NONE.test(text) || (!isUnsure && (NO_ERROR.test(text) || NO_CHANGE.test(text) || isSaidRight(text)));
  if (isNone) {
    // "no errors in sentences 0 to 8" may be of the whole text
    const isOfSentence = !OF_WHOLE.test(text) && named.some(({ values }) => values.length < 2 || values[0] !== 0);
    if (isOfSentence) return NO_CHANGE.test(text) ? NONE : undefined;
    return named.length > 0 ? { ...NONE, isWeak: true } : NONE;
  }
  return someErrorOf(text);
}

function someErrorOf(text: string): Said | undefined {
  const [clause = ""] = text.split(/[,;]?\s(?:but|although|though)\s|;\s|,\s(?=i\s)/i, 1);
  if (UNSURE.test(clause) || NO_ERROR.test(clause) || SAID_BY_OTHERS.test(clause)) return undefined;
  return SOME_ERROR.test(clause) || isOrdinalWrong(clause) ? { values: ["error"], strength: "leads" } : undefined;
}

/** "The fourth sentence is wrong": it may be ID 3 or ID 4. */
const isOrdinalWrong = (clause: string): boolean => {
  const [all = ""] = ORDINAL.exec(clause) ?? [];
  return all !== "" && (/^[.!]*$/.test(clause.slice(all.length)) || isWrongAfter(clause.slice(all.length)));
};
const ORDINAL = lazyPattern(
  raw`^[^\p{L}]*(?:the\s)?(?:first|second|third|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|\p{L}{4,6}teen)th|\d{1,2}(?:st|nd|rd|th)|last|final)\s(?:sentence|line|statement)(?!\p{L})`,
  "iu",
);

/** "My colleague insists that there is an error" */
const SAID_BY_OTHERS = lazyPattern(
  raw`^[^\p{L}]*(?:my|an?|one|another|some|our|someone|somebody|the other)(?:\s\p{L}+){0,3}?\s(?:says?|said|claims?|claimed|thinks?|thought|insists?|insisted|argues?|argued|believes?|believed|suspects?|suspected|maintains?|maintained)\s`,
  "iu",
);
/** A sentence that leaves open whether there is an error. */
const UNSURE = lazyPattern(
  oneOf(
    words("whether", "if there", "cannot|can't|unable|could not determine", "may|might|could be", "unsure|not sure"),
    words("check(?! out)", "let me|let's", "need to", "look for|looking for", "possible that"),
    // "To identify the error, I'll compare"
    raw`^[^\p{L}]*(?:in order\s)?to\s(?:find|identify|detect|determine|spot|locate|check|assess|see|answer|decide)(?!\p{L})`,
    raw`(?<!\p{L})(?:i'll|i will|i am going to|i'm going to|we will|we'll)(?!\p{L})`,
  ),
  "iu",
);
