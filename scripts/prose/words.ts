/** A word or turn that this repository does not use, and what to write instead. */
export interface Banned {
  /** Regular expression source. A space matches any white space; word boundaries are added at both ends. */
  readonly pattern: string;
  readonly instead: string;
  /** Only at the start of a sentence and with this capital. */
  readonly atStart?: true;
}

const name = "name the actor: the user, the worker, the sweep, the caller";

const TURNS: Readonly<Record<string, string>> = {
  // people and things that have no name
  "who(?:m|so)?ever": name,
  "whose holder": "the process that holds ...",
  "(?:nobody|everybody|anybody|somebody)(?: else)?'s": `${name}, or "shared"`,
  "of (?:ours|theirs|hers|yours)": '"our ...", "their ..."',
  "what (?!it\\b|he\\b|runs\\b)[a-z]+ has": '"the ... of X"',
  "as (?:the |its )?[\\w.'-]+(?: \\w+)? ha(?:s|ve|d) it": '"as in ...", "as X defines it"',
  "what(?:ever)?(?: [\\w.',-]+){1,6} makes? of": '"the result of ..."',
  whatever: '"every ...", "any ..."',
  whichever: '"any ..."',
  wherever: '"where", "everywhere that"',
  "how-?many(?:th|eth)|how-manieth": '"index", "number"',

  // old words
  whence: '"where ... comes from"',
  hence: '"therefore", or a new sentence',
  "thence|hither|thither|hitherto|heretofore|henceforth|forthwith": "a present-day word",
  "(?:there|here|where)(?:of|by|in|to|upon|with|from|at)(?<!where?at)": '"of it", "by it", "in it", "which ..."',
  "thereupon|whereupon": '"then", "but"',
  "wherefore|inasmuch|notwithstanding|withal": "a present-day word",
  lest: '"so that ... not"',
  "upon(?! hospital discharge| admission)": '"on"',
  "anew|afresh": '"again"',
  begun: '"started"',
  ought: '"should", "must"',
  shall: '"must", "will"',
  till: '"until"',
  "amongst|amidst|whilst|unto": '"among", "during", "while", "to"',
  "albeit|howbeit": '"although"',
  "na?ught|aught": '"nothing", "anything"',
  "ere|nigh|oft|thrice|twain": "a present-day word",
  "mend(?:s|ed|ing)?": '"fix", "repair", "correct"',
  beside: '"next to", "in addition to", "in the same folder as"',
  besides: '"also", "in addition"',
  likewise: '"also"',
  "the like": '"similar ..."',

  // turns
  "so as (?:not )?to": '"to", "so that"',
  "(?:comes?|came|coming) to (?!an agreement)": '"reaches", "arrives at", "fails", "ends", "amounts to"',
  "(?:has|have|had) not (?:it|them|one|any)": '"does not have ..."',
  "(?:is|are|was|were|be|been|being|gets?) told(?! (?:apart|from))": '"receives", "reports", "prints"',
  "(?<!cannot )tell(?:s|ing)?|told(?! (?:apart|from))":
    '"reports", "shows", "states"; "distinguishes" for "tells apart"',
  "(?:is|are|was|were|be|been|being) said": '"is logged", "is printed", "is documented"',
  "(?:said|told) (?:once|twice)": '"logged once"',
  "(?:is|are|was|were|be|been|being) asked for": '"is requested"',
  "asked for": '"requested"',
  "of (?:no|any|some) use": '"useless", "does not help", "is not used"',
  "none of": '"no ..."',
  "(?:there|where there) (?:is|are|was|were) none": '"if there is no X", "without X"',
  "by itself": '"automatically", "separately"',
  "under way": '"in progress", "running"',
  "in vain": '"without success"',
  "at hand": '"available"',
  "nothing but": '"only"',
  "but for|save for": '"except for"',
  "too [a-z]+ an?": '"a ... that is too ..."',
  "(?:goes|go|went|gone|going) by": '"uses", "follows", "is identified by"',
  "(?:got|gets?|getting) through(?: with)?": '"finished", "processed"',
  "(?:be|is|are|was|were) had": '"is available"',
  "(?:has|have|had) to say": '"reports", "prints"',
  "makes? nothing of": '"ignores"',
  "spare[sd]?|sparing": '"saves", "avoids"',
  "a great many|not a few|a good many": '"many"',
  "(?:in|at) (?:its|their|his|her) stead": '"instead"',
  "now and then|by and by|of a sudden|once more": '"sometimes", "later", "suddenly", "again"',
  "one(?: (?:benchmark|command|concern|deployment|file|folder|instance|job|judge|limiter|line|metric|question|report|request|row|run|suite|table|test|writer))? an? (?!second|minute|hour|day|time)[a-z]+":
    '"one ... per ..."',
  "(?<=[,;] )for (?:it|they|he|she|we|there|nobody|nothing|everything|none|neither)": '"because ..."',
  "(?<=[,;] )for (?:the |an? |its |their |no |each |such |that |this |those |these )?(?!example)[a-z-]+ (?:is|are|was|were|has|have|had|may|can|cannot|does|do|needs|would|could|must|will)":
    '"because ..."',
  "(?<=[,;:] )apart, ": '"in a file of its own because ..."',
  "takes? the place of": '"replaces"',
  "stands|stood": '"is", "precedes", "follows"; "represents" for "stands for"',
  lies: '"is", "is stored"',
};

const AT_START: Readonly<Record<string, string>> = {
  Gives: '"Returns"',
  "What(?![^.?]*\\?)": 'a noun: "The ... that ...", or a sentence that says what it does',
};

export const BANNED: readonly Banned[] = [
  ...Object.entries(TURNS).map(([pattern, instead]) => ({ pattern, instead })),
  ...Object.entries(AT_START).map(([pattern, instead]) => ({ pattern, instead, atStart: true as const })),
];
