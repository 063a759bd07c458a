import type { AskedFor } from "./asked-for.ts";
import { namedIn } from "./named-in.ts";
import { quantitiesIn } from "./quantities.ts";
import { takesBack } from "../corrections/taken-back.ts";
import { withoutMoments } from "../values/value-moment.ts";

/** Half of the words name a quantity. */
export const NAMED = 0.5;

/** A quantity to find is not yet found: "To find the clearance, ..." */
const TO_FIND =
  /^[^\p{L}]*(?:first,? )?(?:to|in order to|we|let's|i) (?:\p{L}+ ){0,2}(?:find|calculate|compute|determine|estimate|get)(?!\p{L})/iu;
const LINK =
  /(?:(?<!\p{L})(?:is|was|are|be|of|to|at|on|as|equals?|equaling|gives|giving|yields|yielding|makes|becomes|(?:rises|drops|falls|goes up|comes down) to|ist|es|est|é|è|sería|beträgt|vaut)(?:\s(?:de|di)(?=\s[\d*~≈]|\s?$))?(?:\s(?:therefore|thus|then|now|also|only|just|still|simply|clearly))?|[:=≈→⇒|~–—-]|为|是|は)\s*(?:["'([*]|~|≈|=|(?:approximately|approx\.?|about|around|roughly|nearly|almost|estimated at|calculated as|calculated to be|the|a|an|now|in fact|circa|ca\.?|unos|aproximadamente|environ|etwa|équivaut à|therefore)(?![\p{L}])|\s)*$/iu;
/** A number of a person is an age or a weight: "he is 67". */
const OF_PERSON = /(?<!\p{L})(?:male|female|man|woman|patient|he|she)(?:'s|\s(?:is|was))\s(?:an?\s)?$/iu;
/** A value to compare with. */
const REFERENCE_BEFORE =
  /(?<!\p{L})(?:normal(?:e[rsn]?|es|werte?|ly)?|normwerte?|reference|ref|range|thresholds?|cut-?offs?|cut-?points?|goals?|targets?|limits?|grenzwert|umbral|seuil|soglia|limiar|objetivo|objectif|obiettivo|zielwert|normbereich|límite|healthy|overweight|obese|obesity|underweight|expected|average|typical|mortality|risk|rate|measured|reported|documented|(?:maximum|maximal|max|minimum|(?:highest|lowest|best|worst) possible)(?: possible)? (?:score|points?|value|total)|versus|compared (?:with|to)|rounded from|from|(?:target|normal) (?:is|of))(?!\p{L})(?:(?!,\s(?:so|thus|therefore|hence)\s)[^.;:\n=]){0,30}$/iu;
/** "a score of 0-1 means" is about all patients. */
const INDEFINITE =
  /(?:^|[;:.]\s?)[^\p{L}]*(?:an?|any)\s(?:[\p{L}\d-]+\s){1,3}(?:of|between|from|above|below|over|under|exceeding)\s(?:[<>≥≤]=?\s?)?$/iu;
const MEANS_AFTER =
  /^[^.;,\n]{0,40}(?<!\p{L})(?:means?|meant|indicates?|suggests?|implies|corresponds?|carries|defines?|is|are|would|could|can|may|should|or)(?!\p{L})/iu;
/** A value that is not corrected yet: "12 uncorrected", "40.5 before the factor for women". */
export const NOT_YET_AFTER =
  /^\s?(?:\S{1,12}\s)?\(?(?:uncorrected|unadjusted|unrounded|before (?:and|(?:the |any )?(?:correction|adjustment|factor|rounding|multiplying|multiplication)))(?!\p{L})/iu;
export const REFERENCE_AFTER =
  /^\s?(?:[^\s,;:.()]{1,12}\s)?(?:expected|predicted|tall|old|of age|each|apiece)(?!\p{L})|^\s?of (?:the )?(?:normal|patients|baseline)|^[^.;,\n\d]{0,24}(?<!\p{L})(?:threshold|target|goal|cut-?off|upper limit|lower limit|on arrival|before term|until term|remaining|ago|left|in the past|initially|at first)(?!\p{L})/iu;

/** "above the cutoff of 2.67 (or 3.25 in HCV)", "the thresholds of 2 (men) or 3": another one of several values to compare with. */
const REFERENCES_BEFORE =
  /(?<!\p{L})(?:thresholds?|cut-?offs?|cut-?points?|goals?|targets?|limits?|normal|reference|grenzwerte?|umbral|seuil|soglia|limiar)(?!\p{L})(?:(?![.;]\s)[^\n=;→⇒]){0,60}\d(?:(?![.;]\s)[^\n=;→⇒]){0,60}(?:(?<!\p{L})(?:or|and|versus|vs\.?|oder|und|o|ou|y|e|et)\s|[(:]\s?|,\s)(?:(?!(?:is|was|so|thus|therefore|but|the|score|total|result|answer)\s)[\p{L}-]+,?\s){0,6}$/iu;
/** Whether a value is one of several values to compare with, which the words before them name. */
export const isOfReferences = (head: string): boolean => REFERENCES_BEFORE.test(head);

/** "Daily maximum: " */
const MAXIMUM_BEFORE = /(?<!\p{L})max(?:imum)?(?:\sdaily)?(?:\sdose|\srate)?\s?:\s?$/iu;

/** Whether a value is of something else: an input, or a value to compare with. */
export function isAside(before: string, after: string, { words }: AskedFor): boolean {
  if (/(?<!\p{L})capped (?:at|to)(?!\p{L})[^.;\d]*$/iu.test(before)) return false;
  if (MAXIMUM_BEFORE.test(before)) return true;
  if (REFERENCE_AFTER.test(after) || (OF_PERSON.test(before) && !words.includes("age"))) return true;
  if ((INDEFINITE.test(before) || /[<>≥≤]=?\s?$/.test(before)) && MEANS_AFTER.test(after)) return true;
  const reference = REFERENCE_BEFORE.exec(before)?.[0].split(" ", 1)[0];
  return reference !== undefined && !words.includes(reference.toLowerCase());
}

/** Words that name no quantity: function words, words for a result and for the patient, verbs that only link. */
const GENERIC = new Set(
  `a an the this that these those it its he she they his her hers him their theirs i we us you my our your one who which what there here
  is are was were be been being am has have had do does did can will would should may might must gets get got give gives giving given
  gave make makes making made come comes came works work equals equal equaling yields yield yielding leads adds add adding sums lies
  rounds rounded rounding amounts corresponds corresponding results resulting resulted turns finds find found obtain obtained obtaining
  calculate calculates calculated calculating compute computes computed estimate estimates estimated estimating evaluates determined
  between least most more less fewer than above below under exceeds greater higher lower minimum maximum beyond
  elevated increased decreased reduced prolonged abnormal high low positive negative divided multiplied added
  precise precisely precision
  maybe perhaps possibly probably likely alternatively otherwise somewhere
  score scores scored scoring meet meets met fulfil fulfils fulfills satisfies receives assigned award awarded count counts subtract
  subtracting plus minus times
  of to at on in by with for from as into out up per over about around approximately approx roughly nearly almost exactly circa ca just
  only also still then so thus therefore hence now finally overall altogether all together once again simply clearly precisely
  ie eg namely and or but if not no yes ok okay sure please note
  answer answers response solution value values result results score scores point points total totals sum final number numbers level index figure amount
  dose dosage rate date estimate estimation calculation computation outcome output criteria criterion difference product quotient step
  steps equation formula patient patients patient's person subject case day days week weeks hour hours minute minutes month months year years today exact correct
  remains remain remaining stays stay keep keeps keeping unchanged starts starting bringing brings currently so far running
  right required requested needed best rounded approximate approximated overall daily current s t re ve ll
  divide divides dividing multiply multiplies multiplying round add female male woman women man men
  revised updated adjustment adjusting correction correcting factor
  baby infant newborn pregnancy delivery
  using used uses use via based according
  becomes become became rises rose drops dropped falls fell
  jahr jahre monat monate monaten tag tage tagen woche wochen ans année mois jour jours semaine semaines año años mes meses día días semana semanas ano anos mês dia dias abzüglich zuzüglich moins menos restar más mais rest reste resto restante soit un une ein eine einen für den dem para pour
  think believe guess suppose say later exactly punktzahl punktwert gesamtpunktzahl puntaje pontuação punteggio está com hoy hoje heute ela ella elle enceinte grávida embarazada schwanger
  genau exactamente exactement exatamente esattamente rund knapp
  zero one two three four five six seven eight nine ten eleven twelve
  fecha datum data ergebnis resultado résultat wert valor valeur puntuación punkte puntos pontos`.split(/\s+/),
);
/** A unit, after a number or at the start. */
const MEASURED =
  /(?:^|\d)\s?(?:[µμ]?\p{L}{1,4}(?:\/[µμ]?\p{L}{1,4}\d?){1,2}|[cdkmnµμ]?[gLlm]|mmHg|mEq|ms|msec|lbs?|mmol|%)(?![\p{L}\d])/gu;
const LABEL_WORD = /[\p{L}\d]*\p{L}[\p{L}\d]*/gu;
/** The mark between a label and its value. */
const LABEL_LINK = /\s?[:=≈|~]+\s?(?:[≈~=]\s?)*["'([*]*\s?$/u;
const LABEL_START =
  /[;,([—|→⇒=≈]|->|\s[–-]\s|:\s|(?<!\p{L})(?:and|but|so|thus|therefore|hence|because|since|while|whereas|where|which|that|then|und|y|et)\s/giu;
const VERB = /(?<!\p{L})(?:is|are|was|were|has|have|had|does|can|will|meets?|takes?)(?!\p{L})/iu;
/** "with the ideal weight it is" */
const PRONOUN_END =
  /(?<!\p{L})(?:it|this|that|which|i|we)\s(?:is|was|equals|gives|comes to|get|have|obtain)\s(?:\p{L}+\s)?$/iu;
/** These rules know only English words. */
const OTHER_LANGUAGE =
  /(?<!\p{L})(?:ist|beträgt|lautet|der|die|das|es de|es|est|é|è|sería|vaut|del|el|la|le|les|los)(?!\p{L})|[^\p{Script=Latin}\p{Script=Greek}\p{N}\p{P}\p{S}\p{Z}\s]/iu;

/** Whether the words directly before a value name another quantity than that of the question: "PaO2 is ", "Height: ", "she weighs ". */
export function namesAnother(before: string, asked: AskedFor): boolean {
  const [, apposed = ""] = APPOSITION.exec(before) ?? [];
  if (namesNothingAsked(apposed, asked)) return true;
  const label = labelOf(withoutMoments(before).replace(MEASURED, " "));
  if (label === undefined || takesBack(before) || OTHER_LANGUAGE.test(label)) return false;
  if (lacksWord(label, asked)) return true;
  // "E3 V4 M6" are the parts of a score
  return (
    !/(?<![\p{L}\d])(?:\p{L}{1,2}\d\s?){2,}(?![\p{L}\d])/iu.test(label) &&
    (!/(?<!\p{L})score\s*(?:is|of|was)?\s*$/iu.test(label) || OF_PART.test(label)) &&
    namesNothingAsked(label, asked)
  );
}

/** "The MELD score" where the MELD-Na score is requested, "the QT interval" where it is the corrected one. */
const lacksWord = (label: string, asked: AskedFor): boolean =>
  asked.needed.size > 0 &&
  namedIn(label, asked).share === 0 &&
  namedIn(label, { ...asked, needed: NONE }).share >= NAMED;

/** "The verbal score is": a part of a score, but "the total score is" and "Her HEART score is". */
const OF_PART =
  /(?<!\p{L})(?!(?:a|an|the|this|that|his|her|their|its|total|final|overall|risk|clinical|severity|calculated|resulting)\s)\p{Ll}{3,}\sscore\s*(?:is|of|was)?\s*$/u;

/** "only the weight, 72 kg" */
const APPOSITION =
  /(?<!(?<!\p{L})(?:using|for|with|by|in|from|of)\s)(?<!\p{L})(?:the|his|her|their)\s((?:[\p{L}-]+\s?){1,3}),\s$/iu;

/** Whether a label has a word for a quantity, but none for that of the question. */
function namesNothingAsked(label: string, asked: AskedFor): boolean {
  const words = (label.match(LABEL_WORD) ?? []).filter((word) => isContent(word, asked));
  if (namesAsked(label, asked)) return false;
  if (words.length === 0 || (OF_AMOUNT.test(label) && words.every((word) => word.toLowerCase() === asked.words[0])))
    return false;
  const { share } = namedIn(label, asked);
  return share === 0 || (share < NAMED && words.some((word) => namedIn(word, { ...asked, needed: NONE }).end === 0));
}
/** "QTcF" for the corrected QT; "eGFR" for a question in other words that requests its unit. */
function namesAsked(label: string, { quantities, unit, methods }: AskedFor): boolean {
  const isOtherMethod = (label.match(METHOD_NAME) ?? []).some((name) => !methods.has(name.toLowerCase()));
  if (isOtherMethod && methods.size > 0) return false;
  const named = quantitiesIn(label);
  if (named.length === 0 || named.some(({ isInput }) => isInput)) return false;
  return named.every((one) =>
    quantities.size > 0 ? quantities.has(one.name) : unit !== undefined && one.unit === unit,
  );
}
/** "Fridericia" */
const METHOD_NAME = /(?<=\()\p{Lu}\p{Ll}{4,}/gu;
/** "Total maintenance rate" of "maintenance fluids" */
const OF_AMOUNT = /(?<!\p{L})(?:rate|requirements?|needs?|volume|amount)\s*(?:is|was|of|:|=)?\s*$/iu;
const NONE: ReadonlySet<string> = new Set();

/** Whether a word names a quantity. "Ca" is calcium, "ca" is about. */
const isContent = (word: string, asked: AskedFor): boolean =>
  word.length > 1 &&
  !isLikeInitials(word, asked) &&
  !asked.context.has(word.toLowerCase()) &&
  (word === "Ca" || !(GENERIC.has(word.toLowerCase()) || asked.methods.has(word.toLowerCase())));

/** "FENa" and "GBS" may be of "fractional excretion of sodium" and "Glasgow-Blatchford bleeding score". */
const isLikeInitials = (word: string, { initials, words }: AskedFor): boolean =>
  word.length > 2 &&
  initials.slice(1).includes(word.charAt(1).toLowerCase()) &&
  !words.includes(word.toLowerCase()) &&
  /^\p{Lu}.*\p{Lu}/u.test(word) &&
  word.charAt(0).toLowerCase() === initials.charAt(0);

/** Whether arithmetic is that of another quantity, which an abbreviation before it names: "PAO2 = 0.21 × 713 - 50 = 99.7". */
export function computesAnother(head: string, asked: AskedFor): boolean {
  const [, name = ""] = /(?:^|[;:.]\s)([^\s=;:]*(?:\p{Lu}[^\s=;:]*){2})\s?=[^;]*$/u.exec(head) ?? [];
  const [, words = ""] = COMPUTED.exec(head) ?? [];
  return namesNothingAsked(name, asked) || namesNothingAsked(words, asked);
}

/** "RR interval = 60 / 75 = ", "The denominator is 72 × 1.8 = " */
const COMPUTED = /^[^\p{L}]*((?:[\p{L}-]+\s){1,4}?)(?:(?:=|is|equals)\s)?\(?\d[^;:,=\p{L}]*=\s?$/u;

/** The clause that ends with a value; undefined if it is a statement or arithmetic before a mark. */
function labelOf(before: string): string | undefined {
  const link = LABEL_LINK.exec(before)?.[0] ?? "";
  const clause = before.slice(0, before.length - link.length);
  if (REMARKED.test(clause)) return undefined;
  const start = [...clause.matchAll(LABEL_START)].at(-1);
  const label = start === undefined ? clause : clause.slice(start.index + start[0].length);
  if (PRONOUN_END.test(label)) return undefined;
  if (link.includes(":") && VERB.test(label) && !/diagnosis$/iu.test(label)) return undefined;
  if (
    link.includes("=") &&
    /[×*÷/+√^]|\s[-x]\s|(?<!\p{L})(?:times|plus|minus|divided|multiplied)(?!\p{L})/iu.test(label)
  )
    return undefined;
  return label;
}

/** "Result (adjusted weight)": the brackets say how it was found. */
const REMARKED =
  /(?:^|[.,;:]\s?)[^\p{L}]*(?:the\s)?(?:\p{L}+\s)?(?:results?|answer|value|estimate|total|outcome)\s?\([^()]*\)$/iu;

/** How well the words before a place name the quantity of the question, if only a link is between them. */
export function shareBefore(head: string, before: string, asked: AskedFor): number {
  if (TO_FIND.test(head)) return 0;
  const near = linkedShare(before, asked);
  return near > 0 || NEW_CLAUSE.test(before) || isExpected(head) ? near : linkedShare(head, asked);
}

/** "37.7 mmHg, expected for age 70: " */
const isExpected = (head: string): boolean =>
  /[,;(]\s?(?:\p{L}+\s)?(?:expected|predicted|normal|reference|limit|threshold)(?!\p{L})[^,;]*$/iu.test(head);

/** Another quantity follows: ", a chloride of", "and the patient is". */
const NEW_CLAUSE =
  /(?:[,;|]|(?<!\p{L})(?:and|while|but|with|using|given|based on|assuming|because|since|although|und|y|et))\s+(?!(?:is|was|equals?|comes|gives|to|about|approximately|=)(?!\p{L}))(?:\p{L}|\d)/iu;

/** "The anion gap, with a sodium of 139" */
const OTHER_OF =
  /(?:[,;(]|(?<!\p{L})(?:with|and|using|given|at|for|after|before|since|from))\s?(?:(?:with|an?|the|her|his)\s){0,2}((?:[\p{L}\d-]+\s){1,4})(?:of|=|:)\s?$/iu;

/** "The correction term is", "the albumin correction adds 0.8 × 1.5 =" */
const OF_FORMULA =
  /(?<!\p{L})(?:correction\s|adjustment\s)?(?:term|coefficient|numerator|denominator)\s?(?:is|was|equals|[:=≈])\s?(?:about\s)?$|(?<!\p{L})(?:conversion|correction|adjustment|sex|gender|multiplication)\s(?:factor|coefficient)\s?(?:,|is|was|of|[:=≈])\s?(?:about\s)?$|(?<!\p{L})(?:correction|adjustment)\sadds\s[^;:.\p{L}]*(?:\.\d[^;:.\p{L}]*){0,6}$/iu;
/** Whether a value is a part of the formula. */
export const isOfFormula = (head: string): boolean => OF_FORMULA.test(head);

/** "Adjusting for the glucose, the sodium is " */
const ADJUSTED =
  /(?<!\p{L})(?:correct|adjust)(?:ed|ing|ion|ment|s)?\s(?:for|to|by)\s[^.;:]{1,60}(?:,|\s(?:it|the|this|she|he)\s)/iu;
/** The quantity of a question, without the word "corrected" if the sentence says so before. */
export const askedBehind = (head: string, asked: AskedFor): AskedFor =>
  ADJUSTED.test(head)
    ? { ...asked, needed: new Set([...asked.needed].filter((word) => !/^(?:corrected|adjusted)$/.test(word))) }
    : asked;

/** "Before the correction it is " */
const NOT_YET_BEFORE =
  /(?:^|[.,;]\s?)[^\p{L}]*(?:before|prior to|without)\s(?:the |any )?(?:\p{L}+\s)?(?:correction|adjustment|factor|rounding)(?!\p{L})[^.;,\d]{0,40}(?<!\p{L})(?:is|was|=|:)\s$/iu;
export const isNotYet = (head: string): boolean => NOT_YET_BEFORE.test(head);

function linkedShare(label: string, asked: AskedFor): number {
  const { share, end } = namedIn(label, asked);
  if (share === 0 || isReference(label.slice(0, end), asked)) return 0;
  const tail = label.slice(end);
  if (/^[\s)"'\]*]*(?:(?:score|index|level|concentration|criteria|points?)\s*)*$/iu.test(tail)) return share;
  const [, other = ""] = OTHER_OF.exec(tail) ?? [];
  if (namesNothingAsked(other, asked)) return 0;
  return LINK.test(tail) && !REFERENCE_BEFORE.test(tail) ? share : 0;
}

/** The quantity of others, or before it was corrected: "the normal anion gap", "measured osmolality". */
const REFERENCE_NAME =
  /(?<!\p{L})(normal|expected|target|goal|reference|limit|cut-?off|threshold|typical|average|healthy|measured|reported|observed|documented|maximum|maximal|maximum possible|highest possible|minimum|baseline|previous|prior|delta|uncorrected|unadjusted|raw)\s(?:[\p{L}\d-]+\s){0,3}[\p{L}\d-]+$/iu;
const isReference = (name: string, { words, anchors }: AskedFor): boolean => {
  const [, adjective = ""] = REFERENCE_NAME.exec(name) ?? [];
  return adjective !== "" && !anchors.has("due") && !words.includes(adjective.toLowerCase());
};
