import { lazyPattern } from "../../text/lazy-pattern.ts";
import { recall } from "../../text/recall.ts";
import { oneOf, words } from "../text/pattern.ts";

const { raw } = String;

const NOT_IN_WORD = raw`(?<![\p{L}\p{N}_])`;
/** Marks that may be around an answer. */
const MARKS = raw`[\s"'(\[<*]*`;

const NO = oneOf(
  "not|n't|never|no longer|cannot be|neither|nor|none of|no",
  "не|нет|nie|inte|kein|keine|nicht|weder|ni|non|pas|não|nem|ليست|ليس|لا|नहीं",
);
const THINKS = oneOf(
  raw`think|believe|choose|pick|select|answer|go\s+(?:with|for)|recommend|say|suggest|favou?r|want`,
  raw`receive|get|take|have|need|undergo|be\s+given|prescribe|order|perform|administer|add`,
  raw`use|give|start|confirm|exclude|rule\s+out|support|justify`,
);
const INSTEAD = oneOf(
  raw`rather\s+than|instead\s+of|over|than|unlike|versus|vs\.?|against|as\s+opposed\s+to`,
  raw`en\s+lugar\s+de|plutôt\s+que|statt|anstatt|au\s+lieu\s+de|em\s+vez\s+de`,
);
const REJECTS = oneOf(
  raw`isn't|wasn't|can't\s+be|cannot\s+be|couldn't\s+be|why\s+not|(?<!(?:is|are|was|were)\s)(?:wrong(?:ly)?|incorrect)|ignore[sd]?|considered`,
  "avoid(?:s|ed|ing)?|exclud(?:e|es|ed|ing)|eliminat(?:e|es|ed|ing)|reject(?:s|ed|ing)?|dismiss(?:es|ed)?|discard(?:s|ed|ing)?",
  raw`élimin(?:e|é|er|ons|ée|és|ées|ant|ez)|écart(?:e|é|er|ons|ée|és|ant)|exclu[ts]?|rejett?e[nrs]?|descart(?:o|amos|ar|a|é|ado|ada|ando|ei)|elimin(?:o|amos|am|ar|ando|ei)|exclu(?:yo|ye|imos|ímos)|rechaz\p{L}*|schließ(?:e|en|t)(?:\s(?:ich|wir|man))?|streich(?:e|en)(?:\s(?:ich|wir))?|verwerf\p{L}*`,
  raw`(?:stay|steer|keep|shy)(?:s|ed|ing)?\s+(?:away|clear)\s+(?:from|of)|refrain(?:s|ed|ing)?\s+from`,
  raw`whether|rul(?:e|es|ed|ing)\s+out|(?:any|every)(?:thing|one)\s+but`,
);
const CLAUSE_START = raw`(?<=^[^\p{L}]*|[.,;:–—-]\s)`;
const AT_FIRST_GLANCE = raw`(?:at\s+first\s+(?:glance|sight|look|reading|blush)|on\s+(?:a\s+|my\s+)?first\s+(?:reading|look|glance|pass|impression|view|read)|superficially|on\s+the\s+surface)`;
const FIRST_LOOK = raw`(?:initially|originally|at\s+first|${AT_FIRST_GLANCE})`;
const SEEMS = "(?:looks?|seems?|appears?|sounds?|reads?|looked|seemed|appeared|sounded|felt|feels|suggests?|suggested)";
/** The reply gives its first opinion, which it may have changed. */
const EARLIER = oneOf(
  raw`(?:initially|originally|previously|formerly|briefly|first|at\s+first)\s+(?:thought|chose|said|picked|considered|marked|labell?ed|rated|answered|judged|put|had|gave|leaned\s+towards?|went\s+(?:with|for))(?:\s+(?:it|this|that|was|is|were|as|to\s+be|of))*`,
  // "Initially I gave", "At first we had counted"
  raw`(?:initially|originally|at\s+first),?\s+(?:i|we)\s+(?:had\s+|(?:would|might|could)(?:\s+have)?\s+)?(?:thought|chose|chosen|choose|say|pick|give|answer|guess(?:ed)?|said|picked|considered|marked|rated|answered|put|had|gave|given|scored|counted|assigned|calculated|computed|got|obtained)(?:\s+(?:it|this|that|was|is|as|of|a|an|the|total|score|with|at))*`,
  raw`^[^\p{L}]*(?:initially|originally|at\s+first)\s*[,:]?`,
  raw`(?:zunächst|zuerst|anfangs|erst|anfänglich|ursprünglich|im\s+ersten\s+moment)\s(?:dachte|hielt|tippte|vermutete|wollte|hatte|hätte|schwankte|neigte)\s(?:ich|man)(?:\s(?:noch|eher|spontan|auf|an|für|zu|die|antwort|option|mich))*`,
  raw`ich\s(?:dachte|tippte|vermutete|hielt)\s(?:zunächst|zuerst|erst|anfangs)(?:\s(?:an|auf|für|die|antwort|option))*`,
  raw`(?:au\s+début|d'abord|initialement|au\s+départ|dans\s+un\s+premier\s+temps|de\s+prime\s+abord),?\s(?:j'ai\s(?:pensé|cru|songé|choisi|hésité)|je\s(?:pensais|croyais|penchais)|j'(?:aurais|avais)\s(?:dit|choisi|pensé|répondu))(?:\s(?:à|a|pour|que|la|le|au|proposition|réponse|option))*`,
  raw`j'ai\s(?:d'abord|initialement)\s(?:pensé|cru|songé|choisi)(?:\s(?:à|pour|que|la|le|proposition|réponse))*|je\s(?:pensais|croyais)\s(?:d'abord|initialement)(?:\s(?:à|que|la|le))*`,
  raw`(?:al\s+principio|inicialmente|primero|en\s+un\s+principio|de\s+entrada),?\s(?:yo\s)?(?:pensé|creí|pensaba|creía|consideré|elegí|me\s+inclin\p{L}+|iba\s+a\s+(?:decir|elegir)|habría\s+(?:dicho|elegido))(?:\s(?:en|que|por|era|la|el|opción|respuesta))*`,
  raw`(?:a\s+princípio|inicialmente|no\s+início|primeiro|de\s+início),?\s(?:eu\s)?(?:pensei|achei|considerei|escolhi|achava|pensava|ia\s+(?:dizer|marcar|escolher)|teria\s+(?:dito|marcado))(?:\s(?:em|que|na|no|era|fosse|a|o|opção|alternativa|letra))*`,
  raw`(?:一开始|起初|最初|开始时?|先前|原本|本来)(?:我)?(?:认为|觉得|以为|想到?|考虑|选择?)(?:了|过|是|答案是)?(?:选项)?`,
  raw`(?:i|we)\s+(?:was|were)\s+at`,
  raw`(?:initially|originally|at\s+first)\s+wanted\s+to\s+(?:label|say|choose|pick|rate|call|give|answer|mark|put|select)(?:\s+(?:it|this|that|as|a|an))*`,
  raw`(?:my|the)\s+(?:first|initial|earlier|original|previous|preliminary)\s+(?:\p{L}+\s+){1,2}(?:was|had\s+been)`,
  raw`(?:my\s+)?(?:first|initial)\s+(?:thought|impression|instinct|guess|reaction|idea)\s*:`,
  // "At first glance this looks like", "Initially the answer seems"
  raw`${CLAUSE_START}${FIRST_LOOK}(?:\s+|[,:]\s*)(?:[\p{L}'-]+\s+){0,4}?${SEEMS}(?:\s+(?:to|be|like|as|it|an?|the|answer|more|very|rather|quite|though|if|case|of|consistent|with))*`,
  raw`${CLAUSE_START}${AT_FIRST_GLANCE},?\s+(?:[\p{L}'-]+\s+){0,4}?(?:is|was)(?:\s+(?:an?|the))*`,
  raw`(?:was|were)\s+(?:going\s+to|about\s+to|inclined\s+to|tempted\s+to)\s+(?:say|choose|pick|answer|go\s+(?:with|for)|select|mark)`,
  raw`(?:(?:my|the)\s+)?(?:(?:second|third|2nd|3rd)[- ](?:best|choice)|runner-up|next best|backup)(?:\s+(?:option|answer|choice))?\s*(?:is|was|would\s+be|:)`,
  // "the trap is", but "not a trap: A really is the answer"
  raw`(?<!(?:\b(?:no|not|never|without)|n't)\s+(?:(?:an?|any|the|some|really|even|just|simply|kind\s+of)\s+)*(?:(?!(?:the|an?)\s)[\p{L}-]+\s+)?)(?:distractor|trap|decoy|red\s+herring|common\s+(?:mistake|error)|(?:wrong|incorrect|false)\s+(?:answer|option|choice))(?:\s+(?:that\s+|which\s+)?(?:the|this|they|you|many|most)\s[^.,;:()]{1,60}?)?\s*(?:here\s+)?(?:is|was|would\s+be|:)`,
  raw`(?:changed|revised|corrected|switched|moved|updated)\s+from|(?<=[(,]\s?)(?:was|formerly|previously|originally)`,
);
const FILLERS = raw`(?:(?:answers?|options?|choices?)\s?:\s*|(?:the|be|to|answers?|correct|options?|choices?|either|likely|sure\s+about|es|la|die|an?)\s+)*`;
const DENIED_BEFORE = lazyPattern(
  oneOf(
    raw`(?:n't|${NOT_IN_WORD}(?:not|cannot|never|no\s+reason\s+to))\s+${THINKS}(?:\s+[\w']+){0,5}\s*${FILLERS}[\s"'(\[<:*]*$`,
    raw`${NOT_IN_WORD}${NO}\s*${FILLERS}${MARKS}$`,
    // "nor would I give", "neither is"
    raw`${NOT_IN_WORD}(?:nor|neither)\s+(?:would|do|can|could|should|will|shall|may|am|is|are|was|does|did)(?:\s+(?!(?:and|but|so|yet|because|hence)(?!\p{L}))[\p{L}']+){0,4}\s*${FILLERS}${MARKS}$`,
    raw`${NOT_IN_WORD}${REJECTS}\s*${FILLERS}[\s"'(\[<:*]*$`,
    raw`${NOT_IN_WORD}${oneOf(INSTEAD, EARLIER)}\s*${FILLERS}${MARKS}$`,
    raw`(?:不是|不选|不選|而不是|排除|而非|不|非)\s*${FILLERS}[\s"'(\[<:*]*$`,
  ),
  "iu",
);

/** Verbs and nouns by which a reply, or what it rests on, commits to an answer. */
const COMMITS = oneOf(
  "conclud(?:e|es|ed|ing)|conclusion|sa(?:y|ys|ying)|answer(?:s|ed|ing)?|choos(?:e|es|ing)|select(?:s|ing)?|pick(?:s|ing)?|label(?:s|l?ing)?",
  "rat(?:e|es|ing)|call(?:s|ing)?|claim(?:s|ing)?|stat(?:e|es|ing)|infer(?:s|ring)?|deduc(?:e|ing)|accept(?:s|ing)?|warrant(?:s|ing)?|justif(?:y|ies|ying)",
  "support(?:s|ing)?|suggest(?:s|ing)?|indicat(?:e|es|ing)|show(?:s|ing)?|prov(?:e|es|ing)|establish(?:es|ing)?|point(?:s|ing)?|lead(?:s|ing)?|allow(?:s|ing)?",
  "permit(?:s|ting)?|convinc(?:e|es|ing)|persuad(?:e|es|ing)|confirm(?:s|ing)?|impl(?:y|ies|ying)|mean(?:s)?|favou?r(?:s|ing)?|argu(?:e|es|ing)|speak(?:s)?|mak(?:e|es|ing)",
  "commit(?:s|ting)?|opt(?:s|ing)?|decid(?:e|es|ing)|assign(?:s|ing)?|vot(?:e|es|ing)|endors(?:e|es|ing)|let(?:s)?|enabl(?:e|es|ing)|entitl(?:e|es)|go(?:ing)?|compel(?:s)?|forc(?:e|es)",
);
/** Words within one clause, without a word such as "but" that changes its direction. */
const WITHIN = (most: number): string =>
  raw`(?:\s+(?!(?:and|but|so|which|who|hence|thus|therefore|because|instead|rather|except|unless|than|only|doubt|hesitate|hesitating|otherwise|suggesting|indicating)(?!\p{L}))[\p{L}'/-]+){0,${most}}?`;
const NOT_COMMITTED = lazyPattern(
  oneOf(
    // "I cannot conclude that it is", "does not lead me to conclude", "fails to convince me that"
    raw`(?:${NOT_IN_WORD}(?:not|cannot|never|fail(?:s|ed)?\s+to|unable\s+to|impossible\s+to|reluctant\s+to|hesitant\s+to|(?<!(?:not|n't|never)\s(?:\p{L}+\s)?)hesitate\s+to|wrong\s+to|unwise\s+to|premature\s+to|(?:too\s+)?early\s+to|a\s+(?:mistake|stretch)\s+to|hard\s+to|difficult\s+to)|n't)(?:\s+(?:yet|really|simply|clearly|fully|safely|honestly|reliably|firmly|be\s+able\s+to|in\s+good\s+conscience|to)){0,2}\s+${COMMITS}${WITHIN(7)}`,
    // "I am not convinced that the answer is"
    raw`(?:${NOT_IN_WORD}not|n't)\s+(?:\p{L}+ly\s+)?(?:convinced|persuaded|satisfied|(?:sure|certain|confident)(?=\s+(?:that|it|if|whether)))${WITHIN(6)}`,
    // "nothing here suggests", "neither the labs nor the imaging point to", "no evidence leads me to select"
    raw`${NOT_IN_WORD}(?:nothing|none\s+of\s+(?:it|this|that|these|those|them|the\s+\p{L}+)|neither|no\s+(?:\p{L}+\s+)?(?:evidence|data|findings?|signs?|symptoms?|reasons?|basis|grounds?|justification|support|proof|study|trial|results?|clue|feature|part))${WITHIN(9)}\s+${COMMITS}${WITHIN(6)}`,
    // "not a clear"
    raw`(?:${NOT_IN_WORD}not|n't)\s+an?\s+(?:clear|simple|definite|definitive|straightforward|firm|plain|unqualified|resounding)(?:-cut)?`,
    // "not enough evidence to answer", "too small to conclude", "keeps me from concluding"
    raw`${NOT_IN_WORD}(?:not\s+enough|insufficient|inadequate|too\s+(?:little|few|weak|small|early|limited|scarce|thin|uncertain))${WITHIN(4)}\s+(?:to|for)\s+(?:a\s+)?${COMMITS}${WITHIN(5)}`,
    raw`${NOT_IN_WORD}(?:keeps?|kept|prevents?|prevented|stops?|stopped|far|refrains?|abstains?)(?:\s+(?:me|us|one|it))?\s+from\s+${COMMITS}${WITHIN(5)}`,
    raw`${NOT_IN_WORD}(?:hardly|barely|scarcely)(?:\s+${COMMITS})?${WITHIN(2)}`,
  ) + raw`\s*[\s"'(\[<:]*$`,
  "iu",
);

const BE = oneOf(
  raw`(?:can|could|should|must|may)\s(?:all|both|each|also|thus|therefore|clearly|safely|easily|quickly|probably)\sbe`,
  "is|are|was|were|would be|can be|could be|should be|seems",
  "ist|sind|est|sont|es|son|é|são",
);
const ADVERB = raw`(?:,?\s*(?:also|both|all|therefore|thus|clearly|less|much less|very|definitely|simply|not|n't|isn't|aren't|the)\s+)*`;
const IS_NOT = oneOf(
  "not|isn't|aren't|wasn't|cannot be|can't be|never|does not|doesn't|do not|don't|did not",
  "would not|wouldn't|should not|shouldn't|will not|won't|lacks?|less",
);
const IS_WRONG = oneOf(
  raw`incorrect|wrong|false|excluded|ruled out|eliminated|out(?=[\s.,;)]|$)|unlikely|less likely|contraindicated`,
  "inappropriate|unsuitable|(?:a )?tempting|rejected|invalid|implausible",
  // "a common distractor", "the obvious wrong one", "half right", "is too narrow"
  raw`(?:an?|the)\s(?:[\p{L}-]+\s){0,2}?(?:distractor|trap|decoy|red herring|lure|pitfall|misconception|mistake|(?:wrong|incorrect) (?:one|answer|option|choice))(?!\p{L})`,
  raw`(?:half|partly|partially)[- ](?:right|correct|true)(?!\p{L})|(?<=(?:is|are|was|be|seems)\s(?:(?:far|much|also|clearly)\s)?)too\s\p{L}`,
  "falsch|incorrect[ao]?s?|fausse?|erróne[ao]|errad[ao]|incorretas?|नहीं|गलत|خطأ|خاطئة|غير",
  "(?:가|이|은|는)\\s?아니(?:라|고|다|며|ㅂ니다)|(?:가|이)\\s?아닌|(?:가|이)\\s?아닙니다",
  "不正确|错误|不对|不符合|均不|不选|排除|誤り|不適切|間違い|は考えにくい|ではなく|ではない|でなく",
);
const DENIED_AFTER = lazyPattern(
  raw`^[\s)"'\]*:.–—|-]*(?:\([^)]{0,80}\)\s*)?(?:(?:alone|itself|by itself|on its own)\s+)?${BE}?\s*${ADVERB}(?:${IS_NOT}(?!\p{L})|${IS_WRONG})`,
  "iu",
);
/** Denials behind another clause: "B is possible but unlikely", "B, which is wrong". */
const DENIED_LATER = lazyPattern(
  raw`^[\s)"'\]*]*(?:(?:is|seems|looks)\s+\p{L}+,?\s+but\s+(?:unlikely|less|not|wrong|incorrect)|(?:is|seems|looks|comes)\s[^.;]{1,40}?,?\sbut\s(?:(?:it|is|still|also|ultimately)\s){0,3}(?:unlikely|wrong|incorrect|false|not (?:right|correct))(?=[\s.,;!]*$)|was\s(?:my|our)\s(?:\p{L}+\s){0,2}(?:answer|choice|pick|guess)\s(?:before|until|at\sfirst|initially|earlier)(?!\p{L})|,?\s*(?:which|but (?:that|this|it)) (?:is|would be) (?:wrong|incorrect|not|false|unlikely)(?!\p{L}))`,
  "iu",
);
/** A sentence that warns of another answer. */
const CONFUSED = lazyPattern(
  words(
    "(?:don't|do not|never|not to be|should not be) confused?",
    "unlike|in contrast to|as opposed to",
    "(?:differs?|different|distinguished?) from",
  ),
  "iu",
);

/** The words around an answer: of its clause, of its sentence before it from the last "but" on, and of its sentence after it. */
export interface Around {
  readonly before: string;
  readonly after: string;
  readonly head: string;
  readonly rest: string;
}

/** Whether the words directly before an answer deny it, or name it as an earlier one. */
export const isDeniedBefore: (before: string) => boolean = recall(
  (before) => DENIED_BEFORE.test(before) || NOT_COMMITTED.test(before),
);

/** Whether a denied phrase has the answer in brackets: "not much less likely (-2)". */
export const isDeniedInBrackets = (before: string): boolean =>
  /(?<!\p{L})not(?:\s[\p{L}-]+){1,4}\s\(\s?$/iu.test(before);

/** Whether the words directly after an answer deny it. */
export const isDeniedAfter = (after: string): boolean => DENIED_AFTER.test(after);

/** Whether the reply denies an answer. */
export const isDenied = ({ before, after, head, rest }: Around): boolean =>
  DENIED_LATER.test(rest) || CONFUSED.test(head) || isDeniedBefore(before) || isDeniedAfter(after);
