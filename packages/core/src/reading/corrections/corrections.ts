import { lazyPattern } from "../../text/lazy-pattern.ts";
import { recall } from "../../text/recall.ts";
import { oneOf, words } from "../text/pattern.ts";

const { raw } = String;

const CHECKS = oneOf(
  "correct|reconsider|revise|redo|double[- ]check",
  "re-?(?:check|think|evaluate|examine|read|calculate|compute|visit|assess|count|verify)",
);
const ENGLISH = words(
  "wait|edit:|oops|apologies|hold on|no,|no wait|rather,|i mean|i meant|actually|never ?mind|corrected:|make that",
  "sorry,? (?:i meant?|it is|it's)",
  raw`(?<=\?\s{0,3})no(?=[.,;:])`,
  raw`(?<=^\s*|[,.;…]\s*|\s[–—-]\s*)sorry,`,
  "i apologi[sz]e|i stand corrected|my mistake|(?:i was|i made) (?:wrong|mistaken|a mistake|an error)",
  raw`(?:(?:up)?on|after(?: an?)?) (?:second|closer|further|more careful) (?:thoughts?|look|reading|inspection|reflection|review|examination|consideration)`,
  "(?:up)?on (?:reflection|reconsideration|re-?(?:check(?:ing)?|reading|count(?:ing)?|examination|evaluation|review|assessment))",
  `let me ${CHECKS}`,
  "(?:i (?:need|have|want) to|i must|i should) (?:correct|revise|change)|to be (?:more )?(?:precise|exact)",
  "changing my (?:answer|mind|vote)|i(?:'ve)? changed? my (?:answer|mind|vote)|(?:revised|corrected) answer",
  // "the albumin is 1.8, not 2.0, so this should be 9.86"
  raw`(?<=[,;.]\s)so\s(?:it|this|that)\sshould\s(?:be|have been|read)(?=\s[~≈]?\d)`,
  // "correction factor" corrects nothing
  raw`correction(?=\s?(?:[:,.;–—-]|is|it|\n|$))`,
);
const ABROAD = [
  words(
    "espera|perdón|mejor dicho|corrección|attendez|pardon|en fait|moment|nein|korrektur|espere|aliás|correção|corrigindo",
  ),
  "等等|等一下|不对|更正|いや|待って|訂正|रुकिए|माफ|عفوا|انتظر|تصحيح",
];

const REVISE = oneOf(
  "revis(?:e|es|ed|ing)|chang(?:e|es|ed|ing)|updat(?:e|es|ed|ing)|adjust(?:s|ed|ing)?|alter(?:s|ed|ing)?",
  "correct(?:s|ed|ing)?|amend(?:s|ed|ing)?|switch(?:es|ed|ing)?|shift(?:s|ed|ing)?|mov(?:e|es|ed|ing)|modif(?:y|ies|ied|ying)",
  "bump(?:s|ed|ing)?|nudg(?:e|es|ed|ing)|(?:up|down)grad(?:e|es|ed|ing)|lower(?:s|ed|ing)?|rais(?:e|es|ed|ing)|reclassif(?:y|ies|ied|ying)|recod(?:e|es|ed|ing)",
);
const STATEMENT = oneOf(
  "answers?|verdicts?|choices?|labels?|ratings?|scores?|judge?ments?|guess(?:es)?|assessments?|conclusions?|responses?|picks?|votes?",
  "values?|results?|estimates?|codes?|totals?|calculations?|selections?|classifications?|diagnos[ie]s|statements?|impressions?",
);
const MINE = raw`(?:(?:it|this|that|them|myself|both|all)|(?:my|the|this|that|these|those|both|all)\s(?:[\p{L}]+\s){0,2}?${STATEMENT})`;
const FIRST_PERSON = raw`(?:i|i'd|i'll|i'm|i've|we|let me)(?:\s(?:would|will|must|have|had|to|now|hereby|therefore|am|want|need|should|then|thus|shall|do)){0,3}`;
/** The subject of a revision: "I", the start of a clause, "my answer is", "from 0 I". */
const REVISER = oneOf(
  raw`(?<!\p{L})(?:from\s[^.;\n]{1,20}\s)?${FIRST_PERSON}\s`,
  raw`(?:^|[.,;:!(–—-]\s?|\n)(?:(?:so|and|but|now|then|later|since|therefore|thus|hereby|subsequently)\s){0,2}`,
  raw`(?<!\p{L})${MINE}\s(?:(?:is|was|has|been|now|therefore|then|thus)\s){1,4}`,
);
/** "I revise it to", ", now corrected to", "Changing to", "my answer is changed from A to": the new answer follows. */
const REVISED_TO = oneOf(
  raw`${REVISER}${REVISE}(?:\s${MINE})?(?:\s(?:up|down|back))?(?:\s(?:from|of)\s[^.;\n]{1,40}?)?\s(?:to|into|as)(?=\s)`,
  // "I go down to -1"
  raw`(?<!\p{L})${FIRST_PERSON}\s(?:go|come|drop|step|move|shift|slide|climb)\s(?:back\s)?(?:up|down|over)\sto(?=\s)`,
  // "I revise my scores:"
  raw`(?<!\p{L})${FIRST_PERSON}\s${REVISE}\s${MINE}(?:\s(?:as follows|below))?(?=:)`,
  raw`(?<!\p{L})now\s(?:revised|changed|corrected|updated)(?=:)`,
);

/** The reply corrects itself: a new answer follows. */
const CORRECTS = lazyPattern(oneOf(ENGLISH, ...ABROAD, REVISED_TO), "iu");
/** The reply corrects itself directly before an answer: "now revised to ". */
const REVISED_BEFORE = lazyPattern(raw`(?:${REVISED_TO})[\s"'(\[*]*$`, "iu");
/** The end of each text before a revised answer. V8 takes 10 ms to compile REVISED_BEFORE, and few texts need it. */
const MAY_BE_REVISED_BEFORE = /\s(?:to|into|as)\s[\s"'([*]*$/iu;

/** A correction directly before an answer: "no, sorry, " */
const CORRECTED_BEFORE = lazyPattern(
  raw`(?:${oneOf(ENGLISH, ...ABROAD)}|(?<!\p{L})(?:no|sorry|edit|revised|update[ds]?)(?!\p{L}))[\s,:.–—-]*(?:(?:it's|it is|i meant?|the answer is|sorry|make that|option|choice)[\s,]*)*["'([*]*$`,
  "iu",
);

const ALL_OF_IT = raw`(?:that|this|it|them|both|all|everything|(?:all|both|each|either)\sof\s(?:it|them|that|these|those)|(?:my|the|these|those|all|both)\s(?:[\p{L}]+\s){0,2}?(?:${STATEMENT}|above))`;
const CUE = raw`(?:(?<!\p{L})(?:wait|h+m+|hold on|oops|actually(?: no)?|sorry|on (?:second thoughts?|reflection))|(?<=[.,;…!–—\n]\s?)no)(?!\p{L})`;
const CUE_END = raw`[,.…!:;–—\s]{1,4}`;
/** The answer cannot stand: "'s not right", " can't be". */
const IS_REFUSED = raw`(?:(?:'s|\s(?:is|was|looks|seems))\s(?:not\s(?:right|correct|it|possible)|wrong|incorrect|impossible)|\s(?:isn't|wasn't)\s(?:right|correct|it|possible)|\s(?:can't|cannot|can not|couldn't|could not)\sbe(?:\s(?:right|correct|it|so|true|the answer))?|\s(?:doesn't|does not|didn't|did not)\s(?:fit|work|hold|apply|make sense|add up))(?:\s(?:either|here|after all|at all))?(?=\s*(?:[.,;:!\n–—]|$))`;
/** The reply takes everything before it back, also if no answer follows: "I take both back". */
const RETRACTS = lazyPattern(
  oneOf(
    raw`(?<!\p{L})${FIRST_PERSON}\s(?:retract|withdraw|rescind|revoke)\s${ALL_OF_IT}(?!\p{L})`,
    raw`(?<!\p{L})${FIRST_PERSON}\stake\s(?:back\s${ALL_OF_IT}|${ALL_OF_IT}\sback)(?!\p{L})`,
    raw`(?<!\p{L})i (?:\p{L}+ )?(?:can't|cannot|can not|couldn't|could not) (?:\p{L}+ )?(?:tell|decide|choose|settle|pick|commit)(?:\s(?:which|what|who)(?!\s(?:sentence|line|statement))(?:\s(?:one|of\s(?:them|these|the\stwo)))?(?:\s[^.!\n]{1,40})?|\sbetween\s[^.!\n]{1,40})?(?=\s*(?:[.!\n]|$))`,
    // "I have not formed a view of my own", "no opinion from me"
    raw`(?<!\p{L})i (?:have not|haven't|did not|didn't) (?:yet )?(?:form(?:ed)? (?:an?|any|my own) (?:\p{L}+ )?(?:view|opinion|judge?ment)|decided|made up my mind)(?: of my own| myself| yet)*(?=\s*(?:[.!\n]|$))`,
    raw`(?<!\p{L})(?:i (?:have|hold|take|offer|express) )?no (?:own |personal )?(?:view|opinion|position|stance)(?: of my own| from me| myself| here| on this| either way)*(?=\s*(?:[.!\n]|$))`,
    // "Wait, that's not right.", "Hmm, actually: it is from last year, so C can't be right."
    raw`${CUE}(?:${CUE_END}${CUE}){0,4}${CUE_END}(?:[^.!?\n]{1,120}[,;:]\s(?:so\s|and\s|then\s|thus\s)?)?(?:that|this|it|the answer|my answer|(?:option\s|answer\s|choice\s)?(?<denied>[A-J]))${IS_REFUSED}`,
    // "B... no, hold on, B raises potassium"
    raw`(?:\.\.|…|[,;–—]|(?<=\n))\s?(?:oh,?\s)?no,?\s(?:wait|hold on)(?!\p{L})`,
    // "Which of the two is right depends on a result that is not shown."
    raw`(?<!\p{L})which\s(?:one\s)?(?:of\s(?:them|these|those|the\s\p{L}+)\s)?is\s(?:right|correct|true)\s(?:depends|remains|is\s(?:unclear|unknown|open)|(?:can't|cannot|can not)\sbe)(?!\p{L})[^.!\n]{0,120}`,
    raw`(?<!\p{L})i (?:have not|haven't|did not|didn't|have yet to) (?:yet )?(?:solved?|work(?:ed)? (?:on|through)) (?:it|this|that|the (?:question|problem|case))(?: myself| yet)*(?=\s*(?:[.!\n]|$))`,
    raw`(?<!(?:not|never|n't|cannot)\s)(?<!\p{L})(?:scratch|strike|disregard|forget)\s${ALL_OF_IT}(?!\p{L})`,
  ),
  "iu",
);

/** A word of each retraction. Most replies have none, and RETRACTS is slow on long ones. */
const MAY_RETRACT =
  /retract|withdraw|rescind|revoke|take|can['n ]|could|don't|scratch|strike|disregard|forget|have|did ?n['o]|no[, ]|wait|hmm|hold|oops|actually|second thought|reflection|which/iu;

/** Returns the corrections of a text that an answer has to follow, in order. */
export const correctionsIn: (text: string) => readonly RegExpExecArray[] = recall((text) => [
  ...CORRECTS.matchAll(text),
]);

/** Returns the retractions of a text, which need no answer behind them, in order. */
export const retractionsIn: (text: string) => readonly RegExpExecArray[] = recall((text) =>
  MAY_RETRACT.test(text) ? [...RETRACTS.matchAll(text)] : [],
);

/** Whether a correction is directly before the answer: "no, sorry, ", "I retract that: ". */
export const isCorrectedBefore = (before: string): boolean =>
  CORRECTED_BEFORE.test(before) || /^[\s,:.–—-]*["'([*]*$/u.test(behindRetraction(before));

const behindRetraction = (text: string): string => {
  const last = retractionsIn(text).at(-1);
  return last === undefined ? "none" : text.slice(last.index + last[0].length);
};

/** Whether the answer that follows replaces an earlier one: "now revised to ". */
export const isRevisedBefore = (before: string): boolean =>
  MAY_BE_REVISED_BEFORE.test(before) && REVISED_BEFORE.test(before);
