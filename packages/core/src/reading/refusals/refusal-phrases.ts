/** Phrases of refusals and courtesies, for small letters of normalizeCharacters(). Those of first-person refusals follow the clause's preface. */

import { lazyPattern } from "../../text/lazy-pattern.ts";
import { oneOf } from "../text/pattern.ts";

const { raw } = String;

const CANNOT_ONCE =
  "(?:cannot|can't|can not|can ?no longer|could not|couldn't|won't be able to|will not be able to|would not be able to|won't|will not|can neither|(?:am |'m |are |is |'re |was |were )?(?:[a-z]+ly |also |just |still )?(?:unable to|not able to|not in a position to|incapable of|not capable of|not (?:allowed|permitted|authori[sz]ed|licen[sc]ed|qualified|equipped|designed|programmed|trained|supposed|going|intended|here|comfortable|set up|built|prepared|willing|certified) ?(?:to|with)?|forbidden to|prohibited from|restricted from|barred from|hesitant to|reluctant to))";
const CANNOT = `${CANNOT_ONCE}(?:,? (?:and|or|nor) ${CANNOT_ONCE})?`;
const ADVERBS =
  "(?:(?:currently|really|simply|also|just|still|personally|legally|ethically|safely|directly|possibly|responsibly|in good conscience|unfortunately|therefore|respectfully|regrettably|politely|ever|even|either|regretfully|actually|definitively|properly|reliably|accurately|fully|completely|confidently) )*";
/** The kinds of information that a reply may refuse to give. */
const INFORMATION =
  "(?:advice|advise|answers?|diagnos[ei]s|diagnostic|dos(?:e|es|age|ages|ing)|recommendations?|guidance|guidelines?|information|opinions?|help|assistance|responses?|repl(?:y|ies)|assessments?|interpretations?|prescriptions?|instructions?|treatments?|treatment plans?|support|suggestions?|details|solutions?|plans?|summar(?:y|ies)|notes?|letters?|reports?|code|quer(?:y|ies)|calculations?|results?|evaluations?|explanations?|content|statements?|judge?ments?|consultations?|directions|counsel(?:l?ing)?|comments?|anything|what you|any of)(?!\\p{L})";
/** Acts of helping: a first person who cannot do one refuses. */
const HELPED = [
  "answer(?:ing)?|assist(?:ing|ance)?|help(?:ing)?(?! but)|comply(?:ing)?|fulfil+(?:ing)?|respond(?:ing)?",
  "reply(?:ing)?|engag(?:e|ing)|discuss(?:ing)?|talk(?:ing)? about|participat(?:e|ing)|diagnos(?:e|ing)",
  "prescrib(?:e|ing) (?:medic|drug|treat|any|for you|you)\\w*|comment(?:ing)?|describ(?:e|ing)|speculat(?:e|ing)",
  "writ(?:e|ing)|draft(?:ing)?|compos(?:e|ing)|generat(?:e|ing)|produc(?:e|ing)|creat(?:e|ing)",
  "summari[sz](?:e|ing)|calculat(?:e|ing)|comput(?:e|ing)|perform(?:ing)?|complet(?:e|ing)|process(?:ing)?",
  "proceed(?:ing)?|translat(?:e|ing)|interpret(?:ing)?|analy[sz](?:e|ing)|review(?:ing)?",
  "(?:walk|tak|guid)(?:e|ing)? (?:you|anyone) through|examin(?:e|ing) (?:you|patients?|images?|a patient|the patient)|evaluat(?:e|ing)|assess(?:ing)?",
  "advis(?:e|ing)(?: you)?(?: (?:on|about|regarding|whether|how|what|which|further|anyone|people|patients)|(?=[.,;!]|$))",
  "tell(?:ing)? you|speak(?:ing)? to (?:that|this|your)|go(?:ing)? into|do(?:ing)? (?:that|this|so|it|what)",
  "(?:see|view|open|access|read|process)(?:ing)? (?:the |any |your |these |this )?(?:[a-z]+ )?(?:images?|pictures?|photos?|files?|links?|attachments?|records?|documents?|videos?|notes?|charts?|transcripts?)",
  "(?:choos|select|pick)(?:e|ing)? (?:an?|the|one|between|any|from)|continu(?:e|ing)|(?:go|carry)(?:ing)? on with (?:this|the|our) (?:conversation|chat|discussion)|role-?play(?:ing)?",
  "act(?:ing)? as|replac(?:e|ing) a",
  "do(?:ing)? (?:(?:any|such|the|these|medical|clinical|dose|dosing|drug) ){0,3}(?:calculations?|assessments?|consultations?|interpretations?|diagnos[ei]s)",
  "determin(?:e|ing) (?:the |a |which |an )?(?:correct |right |best )?(?:answer|option)",
];
const HELPING = `(?:${HELPED.join("|")})(?!\\p{L})`;
/** Acts of giving. They refuse only with a word for information in at most six words after them: "I cannot give aspirin" is an answer. */
const GIVING =
  "(?:provid(?:e|ing)|giv(?:e|ing)|offer(?:ing)?|shar(?:e|ing)|mak(?:e|ing)|suppl(?:y|ying)|issu(?:e|ing)|recommend(?:ing)?|suggest(?:ing)?|prescrib(?:e|ing)|deliver(?:ing)?|present(?:ing)?|disclos(?:e|ing)|render(?:ing)?|endors(?:e|ing)|advis(?:e|ing)|be (?:giving|offering|providing))";
const OBJECT = `(?:(?:(?!(?:for|on|because|since|due|in|at|after|before|without|until|as|if|when|with)(?!\\p{L}))[\\p{L}\\d/-]+,? ){0,6}?${INFORMATION}|(?:you )?(?:that|this|it|these|those)(?=[.,;!]|$))`;
/** Acts, with their objects, that a first person who refuses cannot do: "recommend a dose". */
const DOES = `(?:${HELPING}|(?!recommend|suggest|endors|advis|prescrib)${GIVING} ${OBJECT}|(?:recommend|suggest|endors|advis|prescrib)(?:e|ing)? (?:you )?(?:(?:an?|any|the|specific|particular|your|my|such|medical|clinical|exact|one|further|or|and|personal|personali[sz]ed) ){1,5}(?:${INFORMATION}|(?<=(?:specific|particular|exact|personali[sz]ed) )\\p{L}+))`;
/** "an insulin dose": a dose of a kind, but no choice of one ("a higher dose"). */
const DOSE =
  "(?:recommend|suggest|advis|prescrib|giv|provid|offer|stat|nam|calculat)(?:e|ing)? (?:you )?(?:an?|any|the|specific|exact) (?!(?:\\p{L}+er|double|half|loading|maintenance|different|daily|weekly|single|full|reduced|further|second|third|standard|fixed) )[\\p{L}-]+ (?:dos(?:e|es|age|ages|ing))(?=[.,;!]|$| (?:for|here|to|in|over|without|online)(?!\\p{L}))";
/** "a drug or dose": no drug of a certain kind. It ends its clause, or only the person follows. */
const ANY_DRUG =
  "(?:recommend|suggest|advis|prescrib|nam|pick|choos|select)(?:e|ing)? (?:you )?(?:(?:an?|any|specific|particular|the (?:right|best|exact)) ){1,2}(?:drugs?|medicines?|medications?|remed(?:y|ies)|regimens?|therap(?:y|ies)|products?)(?: (?:or|nor|and) (?:(?:an?|any|its|the|specific) ){0,2}[\\p{L}-]+)?(?=[.,;!]|$| (?:for|to) (?:you|him|her|them|anyone|(?:this|that|your|the|an?|any) (?:patient|person|case|child|man|woman|mother|father|son|daughter|partner|situation|condition|symptoms?))(?=[.,;!]|$))";
/** "a way to stop it", "how to taper it": a way that is not described further */
const ANY_WAY =
  "(?:recommend|suggest|advis|propos|endors|outlin)(?:e|ing)? (?:you )?(?:(?:on )?how to|(?:(?:an?|any|the|specific|particular|safe|best|right) ){1,3}(?:ways?|methods?|approach(?:es)?|schedules?|strateg(?:y|ies)|techniques?|course of action)(?=[.,;!]|$| (?:to|for|of) ))(?!\\p{L})";
const SUBJECT = "(?:i|we|this (?:assistant|model|service|system|tool|chatbot)|the assistant)";
const AI =
  "(?:i(?:'m| am) (?:just |only |merely |simply )?(?:an? |not an? )[^,.;]{0,60}? (?:and|so)(?: therefore| thus)?(?: i(?= |'))? ?)";

const WILL =
  "(?:must|have to|need to|will have to|will|would|am going to(?: have to)?|'m going to(?: have to)?|'ll have to|'ll|am obliged to|should|am required to|shall|'m required to)";
/** The words of a first person before an act that it refuses. */
const BEFORE_ACT = [
  `(?:${SUBJECT} ?|${AI})${ADVERBS}${CANNOT} ${ADVERBS}(?:to )?`,
  `${SUBJECT} ?${ADVERBS}${WILL}? ?${ADVERBS}(?:(?:decline|refuse) to|(?:refrain|abstain) from|(?:choose|prefer|elect|opt) not to) `,
  `${SUBJECT}(?: had|'d) better not `,
  `${SUBJECT} ${ADVERBS}(?:do not|don't|am not (?:going|meant) to|'m not (?:going|meant) to|must not|may not|should not|shouldn't|mustn't) ${ADVERBS}(?:want|wish) to `,
  `${SUBJECT}(?: am|'m| was| have been|'ve been) (?:instructed|told|designed|programmed|trained|asked|configured|built|required|obliged) (?:(?:not|never) to|to (?:avoid|refuse|decline|not|refrain from)(?: to)?) `,
  `${SUBJECT} ${ADVERBS}(?:do not|don't) ${ADVERBS}(?:feel|think|believe) (?:that )?(?:i|we)(?: can| could| should|'m able to|am able to) `,
  `it (?:is|'s|would be|would not be|wouldn't be|isn't) (?:not )?(?:inappropriate|irresponsible|unethical|unsafe|appropriate|responsible|ethical|safe|possible|impossible|right|wrong|within my power) for me to ${ADVERBS}`,
];
const FIRST_PERSON = [
  `(?:${BEFORE_ACT.join("|")})${DOES}`,
  `(?:${SUBJECT} ?|${AI})${ADVERBS}${CANNOT} ${ADVERBS}(?:to )?(?:${DOSE}|${ANY_DRUG}|${ANY_WAY})`,
  `${SUBJECT} ?${ADVERBS}${WILL}? ?${ADVERBS}(?:pass(?: on (?:this|that|it)|(?=[.,;!]|$))|(?:decline|refuse)(?: (?:to (?:provide|give|offer|answer)|your|this|that|it|the (?:request|question)|here|giving|providing|answering|offering|helping)(?!\\p{L})|(?=[.,;!]|$))|(?:refrain|abstain) from (?:giving|providing|answering|offering|making|this)|abstain(?=[.,;!]|$)|(?:choose|prefer|elect|opt) not to (?:say|answer|give))(?!\\p{L})`,
  `${SUBJECT}(?: would|'d)? ?${ADVERBS}(?:rather not|prefer not)(?!\\p{L})`,
  `${SUBJECT}(?: would|'d) ?${ADVERBS}(?:rather|prefer)(?: to| that| if)?(?: (?:we|you)(?: could)?)? (?:talk|talked|speak|spoke|discuss|discussed|change|changed|turn|turned|move|moved)(?: (?:about|of|on|to))?(?: (?:something|anything) else| (?:another|the|a different) (?:topic|subject|matter))(?!\\p{L})`,
  `${SUBJECT}(?:'m| am|'ll| will|'d| would| think i(?:'ll| will)| have| need)?(?: (?:going|have|had|better|rather|need|afraid))?(?: to)? (?:have to )?(?:sit (?:this|that|it)(?: one)? out|stay out of (?:this|that|it)|stay silent|opt out|bow out|give (?:this|that)(?: one)? a miss|leave (?:this|that)(?: one)? (?:alone|unanswered))(?=[.,;!]|$)`,
  `${SUBJECT} ${ADVERBS}(?:do not|don't|am not (?:going|meant) to|'m not (?:going|meant) to|must not|may not|should not|shouldn't|mustn't) ${ADVERBS}(?:feel comfortable|have (?:access|the (?:ability|capacity|capability|authority|expertise|qualifications?|training|credentials|means)|permission)|(?:provid|giv|offer|issu)(?:e|ing)? ${OBJECT}|diagnose|answer|discuss|assist|help)`,
  `${SUBJECT}(?: am|'m| was| have been|'ve been) (?:instructed|told|designed|programmed|trained|asked|configured|built|required|obliged) (?:(?:not|never) to|to (?:avoid|refuse|decline|not|refrain from)(?: to)?) discussing`,
  `${SUBJECT} ${ADVERBS}(?:do not|don't) ${ADVERBS}(?:feel (?:able|qualified|confident|right|in a position)|(?:feel|think|believe) (?:that )?(?:(?:i|we)(?: can| could| should|'m able to|am able to) (?:recommend|advise|suggest)|i(?:'m| am) (?:the right|qualified|able|allowed|in a position)|it(?:'s| is| would be)? (?:appropriate|right|safe|wise|responsible|ethical|my place)))`,
  `${SUBJECT} (?:(?:currently |also |just )?have |'ve )no (?:access|ability|way|means|permission|authority)(?!\\p{L})`,
  `${SUBJECT} ?${ADVERBS}${CANNOT} ${ADVERBS}(?:say|tell|know|judge|predict|be (?:sure|certain))(?: you)?(?:,? for (?:sure|certain)| with (?:any )?certainty| exactly)? (?:whether|if|what|which|how|why|when|where|who)(?!\\p{L})`,
  `${SUBJECT}(?: am|'m| are|'re| is) not (?:really |actually )?(?:the|an?) (?:right|best|appropriate|suitable|proper|reliable|good) (?:source|person|place|tool|resource|one|channel)(?!\\p{L})`,
  `${SUBJECT} lack the (?:ability|capacity|capability|authority|expertise|qualifications?|training|credentials)`,
  `it (?:is|'s|would be|would not be|wouldn't be|isn't) (?:not )?(?:inappropriate|irresponsible|unethical|unsafe|appropriate|responsible|ethical|safe|possible|impossible|right|wrong|within my power) for me to ${ADVERBS}(?:recommend|advise|suggest)`,
];
/** A filter of the provider, or a rule, in place of an answer. */
const FILTERED =
  "(?:(?:the|this|that|your|my)(?: [\\p{L}'-]+){0,4}? (?:(?:was|were|is|are|has been|have been|may have been|got)(?: \\p{L}+)? (?:filtered|blocked|withheld|flagged|censored)(?!\\p{L})|(?:violates?|breach(?:es)?|triggered|may violate|might violate) (?:the|our|my|an?|\\p{L}+) [^.]{0,40}?(?:polic(?:y|ies)|guidelines?|filters?|terms|rules)))";
const SOMETHING =
  "(?:something|anything|things?|an? (?:matter|topic|question|subject|request|area)|one)(?: that| which)?";
const IMPERSONAL = [
  "(?:there(?:'s| is) )?(?:nothing|not much|little|no way)(?: that)? (?:i|we) (?:can|could|am able to|'m able to) (?:say|tell|do|offer|add|write|give|suggest|comment)(?!\\p{L})",
  "(?:i|we)(?:'m| am| are) in no position to",
  "(?:(?:that|this|it)(?:(?:'s| is) not|(?: isn't))(?: really| simply)? (?:my (?:place|role|job|call)|for me)(?: to|[.!]*$))",
  "(?:(?:that|this|it)(?:'s| is)(?: simply| just)? (?:not possible|impossible)(?: for me)?[.!]*$)",
  FILTERED,
  "(?:(?:your |this |the )?(?:request|access|query) (?:is |was |has been |must be )?(?:denied|refused|rejected|declined|blocked))",
  "(?:[^.]{0,160} (?:would|could|might|may) (?:amount to|constitute|count as|be|mean)(?: giving| providing| offering)? (?:medical|clinical|professional|legal) advice(?!\\p{L}))",
  "(?:[^.]{0,160}(?:(?<!\\p{L})(?:is|are|falls?|goes|go|lies?|is something|be)|(?<=that|this|it)'s)(?: well| far)? (?:outside|beyond|not (?:with)?in)(?: of)? (?:my|our|the (?:scope|bounds|limits|range) of (?:what i|my|this assistant)|what (?:i|we) ?(?:can|am|'m|are|could|may|do|offer))(?!\\p{L}))",
  `(?:(?:(?:this|that|it)(?:'s| is) not|(?:this|that|it) isn't) ${SOMETHING} (?:i|we)(?: am|'m| are|'re|'ll)? ?(?:can|will|able|allowed|could|do|would|comfortable))`,
  "(?:[^.]{0,80}(?:(?:is|are) |'s )(?:something|an? (?:matter|topic|question|subject|request)|one)(?: (?:that|which))? (?:i|we)(?:'ll| will)? ?(?:have to|must|need to|am obliged to|'d better|should|would rather|prefer to)? ?(?:respectfully |politely )?(?:decline|refuse|pass on|turn down|leave (?:alone|unanswered)|stay (?:away from|out of|clear of)|avoid|not (?:answer|discuss|comment on))(?!\\p{L}))",
  `(?:[^.]{0,120} (?:(?:is|are) not|isn't|aren't) ${SOMETHING} (?:i|we)(?: am|'m| are|'re|'ll| will)? ?(?:do|can|may|could|able|allowed|permitted|supposed|meant|prepared|willing|comfortable|going to|will|offer|provide)(?!\\p{L}))`,
  `(?:(?:[^.]{0,120} (?:is|are)|(?:this|that|it)'s) ${SOMETHING} (?:i|we)(?: am|'m| are|'re)? ?(?:not (?:able|allowed|permitted|supposed|meant|prepared|willing|comfortable|going to)|unable to|cannot|can't|can not|won't|will not|do not|don't|may not)(?!\\p{L}))`,
  "(?:[^.]{0,120} (?:is|are|isn't|aren't)(?: not)? an option for (?:me|us)(?!\\p{L}))",
  "(?:(?:(?:answer|respond|discuss|giv|provid|offer|do|writ|help|assist|advis|prescrib)ing(?: [\\p{L}'-]+){0,8}|this|that|it|the request)(?: is| would be|'s| goes| runs) (?:against|contrary to) (?:the |our |my )?(?:polic(?:y|ies)|guidelines?|rules|terms)(?!\\p{L}))",
  "(?:not (?:something|anything|an? (?:question|topic|request|subject|matter))(?: that| which)? (?:i|we)(?: am|'m| are|'re)? ?(?:can|could|will|would|may|do|able|allowed|willing|prepared))",
  "(?:[^.]{0,80} (?:is|are) off[ -]limits)",
  "(?:[^.]{0,80}(?<!\\p{L})(?:against|violates?|contrary to|conflicts? with|prohibited by|prevented by|not permitted by|not allowed by) (?:my|our|the content|the usage|openai|anthropic|company|safety)(?!\\p{L}))",
  "(?:my (?:[a-z]+ )?(?:guidelines|polic(?:y|ies)|programming|rules|instructions|safety [a-z]{3,12}) (?:do not|don't|prevents?|prohibits?|forbids?|does not|doesn't|restricts?|keeps?|stops?)(?!\\p{L}))",
  `(?:(?:unable|not able|cannot|can't|can not|won't|will not|decline|declined|refuse|refusing|declining)(?: to)? (?:help|assist|answer|comply|respond|fulfil+|provide|give|process)(?:(?: with| to| you with)?(?: that| this| it| your)(?: (?:question|request|query|topic|one|prompt))?)?(?=[.!]|$))`,
  `(?:(?:no )?(?:[\\p{L}-]+ ){0,3}?${INFORMATION} (?:cannot|can't|can not|will not|won't|can|may not) be (?:provided|given|offered|answered|shared|made|supplied|issued)(?: (?:here|by me|by an? ai|in this|through|via|online)|(?=[.,;!]|$)))`,
  "(?:it(?:'s| is| would be)(?: (?:simply|just|also))? (?:not possible|impossible|not feasible) for (?:me|us) to (?:make|provide|give|offer|answer|help|assist|diagnose|determine|advise|say|tell|comment|recommend|assess|evaluate|judge|interpret|confirm|prescribe|write|complete|fulfil+|generate)(?!\\p{L}))",
  "(?:(?:[\\p{L}-]+ ){0,3}(?:content|response|reply|message|answer|output)(?: has been| was| is)? (?:removed|blocked|filtered|withheld|redacted|suppressed)(?: (?:by|due to|because|for)(?!\\p{L})|(?=[.!]*$)))",
  // "It is not possible to work out the clearance as the weight is missing"
  "(?:it(?:'s| is| would be)(?: \\p{L}+ly)? (?:not possible|impossible) to (?:work out|calculate|compute|determine|derive|estimate|answer|assess|score|summari[sz]e|write|complete|say|tell)(?!\\p{L})[^.;]{0,80}? (?:as|because|since|when|while|without|with)(?!\\p{L})[^.;]{0,80}?(?<!\\p{L})(?:missing|absent|unknown|incomplete|(?:not|n't)(?: been)? (?:given|provided|stated|available|included|known|mentioned|supplied|recorded|attached|shown)|without (?:the|an?|any|more|further) [^.;,]{1,60}$))",
  "(?:(?:this|that|the|your) (?:question|request) (?:cannot|can't|can not|will not) be (?:answered|fulfilled|processed|completed)(?: (?:by|here)|(?=[.,;!]|$)))",
  "(?:(?:i )?(?:pass|skip|no can do|no comment|declined|refused|access denied|i object|not answering)(?: on this(?: one)?| on that| this(?: one)?)?[.!]*$)",
  "(?:(?:i|we) (?:cannot|can't|can not|won't|will not|refuse|decline|am unable|must refuse|must decline)[.!]*$)",
];
const FIRST_PERSON_REFUSES = lazyPattern(`^(?:${FIRST_PERSON.join("|")})`, "u");
// Each match of the pattern has a match of both, and V8 takes milliseconds to compile it.
const IS_OF_FIRST_PERSON = /^(?:i|we|this|the assistant)/;
const MAY_REFUSE =
  /not|n't|never|neither|no (?:longer|access|ability|way|means|permission|authority)|unable|incapable|forbidden|prohibited|restricted|barred|hesitant|reluctant|pass|decline|refuse|refrain|abstain|rather|prefer|out|silent|a miss|alone|unanswered|avoid|lack|for me to/;
const IMPERSONALLY_REFUSES = lazyPattern(`^(?:${IMPERSONAL.join("|")})`, "u");
/** Whether a clause refuses. */
export const isRefusal = (clause: string): boolean =>
  (IS_OF_FIRST_PERSON.test(clause) && MAY_REFUSE.test(clause) && FIRST_PERSON_REFUSES.test(clause)) ||
  IMPERSONALLY_REFUSES.test(clause);
/** A first person who cannot, with any verb; a refusal only where the rest is generic. */
export const CANNOT_AT_ALL = lazyPattern(`^${SUBJECT} ?${ADVERBS}${CANNOT}(?!\\p{L})`, "u");
/** Words that begin a phrase before the main clause: "Due to my guidelines, ..." */
export const BEFORE_MAIN =
  /^(?:as|because|since|for|due|given|without|while|although|though|even|after|in|at|with|to|if|when|based|by|under|until|unless|before|per|out of|unfortunately|however|regrettably|sadly|sorry|apologies|no|well|hi|hello|dear|i(?:'m| am) (?:so |very |really |truly )?(?:sorry|afraid)|i apologi[sz]e|i regret|my apologies|thank|thanks|therefore|thus|so|and|but|that said|nevertheless|again|please note|note|despite|regarding|concerning|honestly|ultimately|whilst)(?!\p{L})/u;

/** Apologies and links that introduce a clause. */
const LEADS = oneOf(
  raw`i(?:'m| am)(?: so| very| really| truly| deeply)? (?:sorry|afraid)|i(?: do| sincerely| must)? apologi[sz]e|(?:my )?apologies|sorry`,
  raw`unfortunately|however|regrettably|sadly|therefore|thus|so|and|but|first|please note|please understand|please be aware|note|also`,
  raw`again|well|oh|thank you|no|yes|sure(?: thing)?|certainly|absolutely|of course|gladly|with pleasure|no problem|understood|got it|great|all ?right|ok|okay|hi|hello|hey|as such|for this reason|that being said|that said|for now|at this time`,
  raw`currently|still|i regret to (?:inform|tell|say to)(?: you)?|i regret`,
  raw`i(?: must| have to| need to| should| want to| would like to|'d like to)(?: also| kindly| respectfully)? (?:inform you|tell you|say|be (?:clear|honest|transparent)|let you know|point out|clarify|emphasi[sz]e|stress|note|advise you|remind you|admit)`,
  raw`i hope you (?:can )?understand|it (?:looks|seems|appears)(?: like| as if| as though| that)?`,
  raw`it(?:'s| is) important to (?:note|know|remember|understand|state|recogni[sz]e)|disclaimer|note|warning|answer|response|reply`,
  raw`assistant`,
);
/** Words that only introduce the clause after them. */
export const LEAD_INS = lazyPattern(
  raw`^(?:(?:${LEADS}(?!\p{L})(?: (?:that|but|because|to say|to inform you that|to say that|to tell you that)(?!['\p{L}]))?)[\s,:.!–—-]*)+`,
  "u",
);

/** Texts that a person hands over to the assistant, and texts that the assistant writes. */
const INPUT =
  "(?:notes?|texts?|transcripts?|questions?|files?|details|context|values?|data|conversations?|dialogues?|documents?|records?|information|messages?|reports?|results|images?|summar(?:y|ies)|letters?)";
/** Statements about the exchange and the assistant, whose words may be of the question. */
export const ABOUT_THE_EXCHANGE = lazyPattern(
  `^(?:${[
    "(?:i|we)(?: can| do| certainly| completely| fully| truly|'ve| have)*(?: understand| see| hear| reali[sz]e| recogni[sz]e| appreciate| acknowledge| know| gather| read| received| noted)(?: that| how| why)* (?:you|your|this (?:is|must|may|can)|the (?:question|concern|urgency|need|importance))",
    "(?:i|we)(?: can| do| certainly| completely| fully| truly| really)*(?: understand| appreciate| acknowledge) (?:that|how|why|what)(?!\\p{L})",
    "(?:i|we)(?: can only| can| know| see)*(?: imagine| know| see| hear| sense| feel) how (?:worr|hard|diffic|pain|stress|fright|scar|upset|import|frustrat|distress|overwhelm|tough|you)",
    "(?:regarding|concerning|as for|as to|with (?:regard|respect) to|in (?:response|reply|answer|relation|regard) to|about) (?:your|the|this|that) (?:question|request|query|message|concern|topic)",
    "you(?:'re| are| have|'ve| were)? (?:ask|asked|asking|request|requested|requesting|wonder|wondering|inquir\\p{L}+|looking for|interested in)(?!\\p{L})",
    "before (?:i|we)(?: can| could| am able to| are able to)?(?: [a-z]+ly)? (?:answer|help|advise|assist|respond|say|tell|give|provide|offer|make|comment|go|draft|write|know)(?!\\p{L})",
    "you(?:'d| would)? (?:want|like|wish) to (?:know|understand|learn|find out|discuss|ask)(?!\\p{L})",
    "(?:your|the|this) (?:question|request|query) (?:is|was|asks|concerns|relates|seems|appears|involves|contains|touches|includes|deserves|merits|needs|requires|calls)(?: (?:about|to|for|on|with))?(?= )",
    "i(?: have to| must| need to| will| should|'ll) (?:stop|pause|end (?:this|it)|leave it|draw the line) (?:here|there|at)(?!\\p{L})",
    "(?:null|undefined|n/a|no (?:response|answer|output)|loading)[\\s.]*$",
    "(?:i will|i'll|let me|let's|let us)(?: now| first)? (?:analy[sz]e|look at|think|review|read|go through|break (?:this|it) down|work through|change the)(?!\\p{L})",
    "(?:i|we) take (?:your|this|such)[^.]{0,60} seriously",
    "(?:i(?: do| sincerely| truly)? apologi[sz]e|(?:my )?apologies|sorry) for(?!\\p{L})",
    "(?:thank you|thanks(?! to)|i appreciate you|i appreciate your)(?!\\p{L})",
    "(?:good luck|best of luck|take (?:good )?care(?! of (?!yourself))|(?:all (?:the|my) |with )?best(?: wishes| regards)?[.!]*$|all the best|best (?:wishes|regards)|(?:kind|warm)(?:est)? regards|get well|have a (?:\\p{L}+ ){0,2}(?:day|evening|night|weekend|week)|stay (?:safe|well|strong|healthy)|be well|hang in there|(?:i )?wish(?:ing)? you(?! had)|sincerely|cheers|you(?:'re| are) not alone|you(?:'ve| have) got this|i hope (?:you|this|that|things|everything))(?!\\p{L})",
    "i(?:'m| am)(?: so| very| really| truly| deeply)? sorry (?:to (?:hear|read|learn)|that you|you(?:'re| are|'ve| have)|for|about)",
    "(?:i|we)(?:'m| am|'re| are| was(?= (?:programmed|designed|trained|built|created|made|developed|intended)))? (?:just |only |merely |simply |here as |but )?(?:an? |not an? |programmed |designed |trained |built |created |made |developed |intended )",
    "my (?:purpose|role|function|guidelines|programming|training|capabilities|abilities|responses?)(?!\\p{L})",
    "as an? (?:ai|artificial|large|language|virtual|digital|chat ?bot|computer|assistant|automated|machine|text-based)(?!\\p{L})[^,]{0,120}$",
    "(?:i|we)(?: can| could|'d| would|'ll| will|'m| am|'re)?(?: be)?(?: still| however| only| certainly| definitely| gladly| also| always| more than)* (?:happy|glad|willing|able|ready|pleased|delighted|here|available) (?:to|for|with)(?!\\p{L}| (?:report|say|inform|tell))",
    "i (?:can|could|will|would|'ll)(?: still| however| only| certainly| definitely| gladly| also| instead| at most)* (?:(?:help|answer|discuss|explain|assist|summari[sz]e|write|draft)(?!\\p{L}| that)|(?:offer|provide|share|give|support)(?: you)?(?: with)?(?: some| only| you)? (?:general|information|support|help|guidance|resources|an? (?:summary|overview|answer)))",
    "(?:i'll|i will) (?:(?:get (?:started|going|to work)|start|begin|go to work|take it from there)(?: (?:on|with|writing|working on) (?:it|that|this|(?:the|your) [\\p{L}-]+))?(?=[.,;!]|$)|be (?:happy|glad|here|able|waiting|ready)|do my best|wait|get back|answer|(?:start|begin|write(?: the [a-z]+)?) (?:as soon|once|when|now))(?!\\p{L})",
    "(?:i|we)(?:'ll| will|'d| would)? (?:need|require) (?:the|your|more|these|those|this|that|it|them|both|all of (?:this|that|these)|to (?:know|see|read)|some|further|additional|all|a (?:few|little|bit))(?!\\p{L})",
    "to [^,]{1,60}?,? (?:i|we)(?:'ll| will|'d| would)? ?(?:need|require)(?!\\p{L})",
    "please refer to (?:your|an? (?:qualified|health|medical|licen[sc]ed|professional))",
    "(?:would|do) you (?:like|want|prefer)(?!\\p{L})",
    "(?:i'm |i am |we're |we are )?(?:waiting|standing by|ready) (?:for|when|once|whenever)(?!\\p{L})",
    "(?:(?:without|until)[^,]{1,60},? )?(?:i|we) have nothing(?: (?:more|else|further|useful))? to (?:add|say|offer)(?!\\p{L})",
    "(?:(?:please )?(?:feel free|don't hesitate|do not hesitate) to (?:ask|share|reach|contact|provide|send|tell|let|discuss|message|come|rephrase)|let me know)(?!\\p{L})",
    "if (?:you|there) (?:have|need|are|is)(?: any| other| more| further| another| a| something)+ (?:questions?|concerns?|information|help|details|assistance|requests?|topics?|else)(?!\\p{L})",
    "if you(?:'d| would)? (?:like|want|prefer|wish)(?=,| me| more| help| further| to (?:discuss|know|talk|share|continue|provide|ask|learn))",
    "if you (?:can |could )?(?:provide|share|give me|tell me|send|paste)(?!\\p{L})",
    "(?:please|kindly|could you|can you|would you)(?: also| kindly| first| then| just)* (?:(?:share|paste|upload|attach|submit|clarify|specify|rephrase|reword|resend|elaborate|try again|let me know|ask (?:me|again|another|your question))(?!\\p{L})|provide (?!the patient with)(?:me|us|the|your|more|any|additional|further|some|details|information|context)(?!\\p{L})|(?:give|send|tell|show|describe|state) (?:me|us|more|your|(?:the|a) (?:[a-z]+ )?(?:texts?|notes?|transcripts?|questions?|files?|details|context|values?))(?!\\p{L}))",
    `(?:go ahead and |(?:once|when|after|as soon as) you(?:'ve| have| can)? ?|just |simply |first |then |now )*(?:paste|upload|attach|share|send|provide|submit|enter|insert|drop)d? (?:me |us |over )?(?:in )?(?:it(?= (?:here|below|in))|(?:the|your|an?|any|all) (?:[\\p{L}-]+ ){0,3}?${INPUT}(?: (?:between|of|from|with|about) (?:[\\p{L}-]+ ){0,5}?[\\p{L}-]+)?(?= (?:here|below|in (?:here|this|your|the chat)|you|of|that|and (?:i|we)(?:'|(?!\\p{L}))|so (?:that )?(?:i|we)(?!\\p{L})|above)|[.,;!]|$))`,
    `(?:then )?(?:i|we)(?:'ll| will| can)(?: then| gladly| happily| immediately)* (?:turn|convert|transform|format|structure|rewrite|draft|write|prepare|generate|produce|create|summari[sz]e|translate) (?:(?:it|this|that|them)(?!\\p{L})|(?:the|an?|your) (?:[\\p{L}-]+ ){0,3}?${INPUT}(?=[.,;!]|$| for you))`,
    "(?:i|we) (?:do not|don't|did not|didn't|cannot|can't|could not|couldn't) (?:see|find|have|receive|detect)(?: (?:any|a|an|the|your|enough|sufficient|that))*(?: [a-z]{2,14})? (?:notes?|questions?|texts?|transcripts?|attachments?|files?|images?|messages?|information|conversation|document|records?|dialogue|details|input|data|context)(?= (?:in your|in this|attached|provided|included|here|from you|yet|to (?:answer|give|provide|help|write|complete|make|work|determine)|about your|on your)|[.,;!]|$)",
    "(?:it|there) (?:looks|seems|appears)(?: like| as if| as though| to be| that)*(?: that)? (?:you|no (?:note|question|text|transcript|attachment|file|image|message|document|data)|there is no (?:note|question|text|transcript|attachment|file|image|message|document))(?!\\p{L})",
    "(?:you|you've) (?:have not|haven't|did not|didn't|forgot|may have forgotten)(?: yet)? (?:provided?|included?|attached?|pasted?|shared?|uploaded?|sent|send|given|give|to (?:provide|include|attach|paste|share|upload|send|add))(?!\\p{L})",
    "(?:no|the|your) (?:note|question|text|transcript|attachment|file|image|message|document|clinical note|conversation|input)(?: (?:that )?you(?:'ve| have)? (?:provided|sent|shared|pasted|attached|gave))? (?:was|were|is|are|has been|seems|appears)(?: not| to be)? (?:provided|attached|included|given|missing|empty|blank|cut off|incomplete|found|received|supplied|pasted|truncated)(?!\\p{L})",
    "(?:the|your) (?:notes?|questions?|texts?|transcripts?|attachments?|files?|images?|messages?|documents?)(?: did not| didn't| could not| couldn't| does not| doesn't| has not| hasn't) (?:load|come|open|upload|attach|arrive|be|appear|seem|work)(?!\\p{L})",
    "there (?:is|isn't|is not)(?: not)? (?:enough|sufficient|adequate) (?:information|details?|context|data)(?: here| available| provided| given)* for (?:me|us) to(?!\\p{L})",
    "there (?:is|was|are|were|seems to be|appears to be) (?:no|nothing) (?:(?:note|question|text|transcript|attachment|file|image|message|document|conversation|dialogue|input)s?(?= (?:attached|provided|included|here|in|given|yet)|[.,;!]|$)|(?:attached|here|in your message))",
  ].join("|")})`,
  "u",
);
/** A text that a reply announces: "the discharge letter that you requested". */
const ANNOUNCED = [
  "(?:[\\p{L}-]+ ){0,4}?(?:notes?|summar(?:y|ies)|letters?|answers?|(?:care |treatment |discharge )?plans?|reports?|drafts?|responses?|documents?",
  "lists?|instructions|texts?|messages?|handouts?|handover|versions?|leaflets?|translations?|explanations?|analysis|quer(?:y|ies)|output)",
].join("|");
const FOR_WHOM =
  "(?: (?:(?:that |as )?you(?:'ve| have)? (?:ask(?:ed) for|requested|wanted|needed|need)|requested|as requested|for you|(?:of|for|to) (?:the|your|this) (?:[\\p{L}-]+ ){0,2}(?:patient|case|visit|encounter|conversation|review|note|consultation|question)))*";
const TEXT = `(?:the|my|your|an?|this) ${ANNOUNCED}${FOR_WHOM}`;
/** A clause that only announces a text: "The note follows below:" */
export const ANNOUNCES = lazyPattern(
  `^(?:${[
    `(?:here(?:'s| is| are| comes)|below (?:is|are|you(?:'ll| will| can)? (?:find|see))|the following is) ${TEXT}(?: below)?`,
    `(?:please )?(?:find|see) ${TEXT}(?: (?:below|attached))`,
    "(?:please )?see (?:below|attached|above)",
    `${TEXT} (?:follows|is (?:as follows|below|given below|shown below|provided below|attached|ready|done|complete(?:d)?)|has been (?:completed|prepared|written|attached)|(?:can|may) be found below|reads as follows)(?: below)?`,
    `i(?: have|'ve) (?:prepared|written|drafted|completed|attached|created) ${TEXT}(?: below)?`,
    `i(?:'ll| will)(?: now)? (?:write|draft|prepare|create|compose|provide|give) ${TEXT}(?: now| below)?`,
    "(?:one|just a|a) (?:moment|second|minute)(?:,? please)?",
    "let(?:'s| us) (?:get started|begin|start|dive in|get to it)",
    "i(?:'d| would| will|'ll) be (?:glad|happy|delighted) to (?:draft|write|do|prepare|help|summari[sz]e)(?: (?:that|this|it))?(?: for you)?",
    "(?:todo|tbd|placeholder|insert (?:[\\p{L}-]+ ){1,4}here|your text here)",
  ].join("|")})[\\s.:!…]*$`,
  "u",
);
/** A clause that only notes something on the way to a refusal. */
export const NOTED =
  /^(?:(?:but|however|and|so),? )?(?:please )?(?:it(?:'s| is| would be) (?:also )?(?:important|worth|essential|crucial|vital|necessary|best|good) (?:to|that)|(?:please )?(?:note|remember|keep in mind|be aware))(?!\p{L})/u;

/** Persons, places and numbers of care. */
const CARES = oneOf(
  raw`doctors?|physicians?`,
  raw`(?:health|medical|mental|qualified|licen[sc]ed|trained)[\p{L} -]{0,40}(?:professionals?|providers?|practitioners?|experts?|workers?|services?|teams?)`,
  raw`professionals?|providers?|pharmacists?|clinicians?|specialists?|prescribers?|nurses?|care team|therapists?|counsell?ors?`,
  raw`psychiatrists?|psychologists?|[\p{L}-]{3,30}(?:ologist|iatrist|trician|therapist)s?|[\p{L}-]{0,20}surgeons?|midwi(?:fe|ves)`,
  raw`diet(?:ic|it)ians?|gp|dentist|hospital|emergency (?:services?|rooms?|departments?|numbers?|care|lines?|help|medical|responders?)`,
  raw`urgent care|911|988|999|112|111|hotline|helpline|lifeline`,
  raw`(?:suicide|crisis|poison)[\p{L} &,-]{0,30}?(?:line|lifeline|hotline|helpline|cent(?:er|re)|control)`,
  raw`medical (?:attention|care|help|advice)|someone you trust|trusted`,
);
/** Persons and places of care to which a reply sends. */
const ANY_CARE = raw`(?<!\p{L})${CARES}(?!\p{L})`;
export const CARE = lazyPattern(ANY_CARE, "u");
const PERSON_OF_CARE = `(?:(?:your|an?|the|own|treating|primary|local|qualified|licen[sc]ed)(?!\\p{L}) )?(?:[\\p{L}-]+ ){0,3}?(?:${ANY_CARE}|team(?!\\p{L}))`;
const PLACE_OF_CARE =
  "(?:your|the|an?) (?:[\\p{L}-]+ ){0,2}?(?:practice|clinic|office|cent(?:er|re)|surgery|ward|unit|team|service|hospital)";
const VISIT =
  "(?:your|the|an?) (?:(?:next|upcoming|following|coming|regular|own|scheduled) )*(?:appointment|visit|check-?up|consultation|follow-?up)(?!\\p{L})";
/** "write down your questions", "bring them along" */
const PREPARES =
  "(?:write|note|jot|make|prepare|collect|gather|bring|take|put)(?: down| along| together| up)*(?: (?:an?|the) (?:short |written )?list of)?(?: all| any)? (?:your |the |these |this |those )?(?:them|it|this|these|that|(?:open |own )?(?:questions?|concerns?|worries|thoughts)(?: list)?|list(?: of questions)?|list of (?:your |the )?questions)(?: down| along| with you| beforehand| in advance| together| on paper| before then| there)*";
/** "This is a sensitive topic" */
const IS_HARD =
  "(?:this|that|it|these|those)(?:'s| is| are) (?:an? )?(?:(?:very|deeply|highly|quite|really|personal|individual|complex|complicated|difficult|hard|tough|delicate|sensitive|nuanced|and|or)[ ,]+)+(?:topics?|matters?|questions?|issues?|subjects?|areas?)";
/** "please", "the best thing to do now is to", "you may want to", "I would suggest that you" */
const SENDS = `${oneOf(
  "please |kindly |do ",
  "(?:the|your) (?:best|safest|right|wisest) (?:thing|step|course|option|move|idea|way)(?: (?:to do|forward|now|here|next))*(?: is|'s| would be) to ",
  "you (?:can|should|may|could|might|need to|will need to|have to|must|would|'ll need to)(?: want to)? ",
  "i(?:'d| would)? (?:suggest|recommend|encourage|urge|advise) (?:that )?(?:you )?(?:to )?",
)}*`;
const CONTACTS = oneOf(
  "contact|call|ask|talk(?:ing)? (?:to|with)|speak(?:ing)? (?:to|with)|consult(?:ing)?(?: with)?|reach(?:ing)? out to|check(?:ing)? with|get(?:ting)? in touch with|message|follow(?:ing)? up with",
  "(?:discuss|talk)(?:ing)? (?:[\\p{L}'-]+ ){1,6}?with|bring(?:ing)? (?:[\\p{L}'-]+ ){1,4}?up with|turn(?:ing)? to",
);
/** "... to get a dose" is a piece of advice; "... to discuss it" is none. */
const NO_TASK =
  "(?! to (?!discuss|talk|see|find|learn|get (?:advice|help|guidance)|help|determine|decide|review|understand|ask|make sure|be))";
const NO_REASON = raw`(?!.*(?<!\p{L})(?:because|since|so that|as (?:it|this|they))(?!\p{L}))`;
/** A clause that leaves the matter to a person of care: the topic of the question may be named. */
const LEFT_TO_CARE = lazyPattern(
  [
    `(?<!\\p{L})(?:decision|question|matter|call|conversation|discussion|topic|issue|something|one|best|up)(?: (?:that|which) (?:should|must|needs to|has to) be (?:made|discussed|taken))? (?:for|with|to|between you and|by|in consultation with|that only) ${PERSON_OF_CARE}`,
    `(?<!\\p{L})(?:leave|defer|refer|direct|point|hand|redirect|entrust)(?: [\\p{L}'-]+){0,6}? to ${PERSON_OF_CARE}`,
    `(?<!\\p{L})(?:left|made|discussed|decided|addressed|answered|handled|taken|evaluated|assessed)(?: \\p{L}+){0,2}? (?:to|by|with|in consultation with|together with) ${PERSON_OF_CARE}`,
    `(?<!\\p{L})(?:best|right|ideal|better) (?:person|people|one|place|source|professional)(?!\\p{L})[^.]{0,60} (?:is|are|would be|will be) ${PERSON_OF_CARE}`,
    `^(?:that|this|it|the (?:decision|choice|answer))(?: really| ultimately)? (?:falls|belongs|goes|is up|is left) to ${PERSON_OF_CARE}`,
    `^(?:${IS_HARD}|(?:this|that|it)(?:'s| is)(?: [\\p{L}-]+){1,4})[,]? (?:on|about|for|with|in) which ${PERSON_OF_CARE} (?:can|could|will|would|should|may|must|is able to)`,
    // "That's a topic for your next appointment", "Raise it at your next visit"
    `(?<!\\p{L})(?:decision|question|matter|conversation|discussion|topic|issue|something|thing|point|subject|one|discussed|addressed|raised)(?: [\\p{L}'-]+){0,2} (?:for|at|in|during) ${VISIT}(?: with ${PERSON_OF_CARE})?[.!]*$`,
    `^${SENDS}(?:raise|bring|discuss|mention|save|keep|ask|note|leave|address) (?:this|that|it|them|these|those|(?:this|that|your|the|these|those|any|such) (?:questions?|topics?|points?|concerns?|matters?|issues?))(?: up| about (?:this|that|it))? (?:for|at|in|during|until|to) ${VISIT}(?: with ${PERSON_OF_CARE})?(?: and ${PREPARES})?(?: so(?: that)? you (?:don't|do not|won't) forget (?:them|it|any|anything))?[.!]*$`,
    `(?<!\\p{L})(?:only|just) ${PERSON_OF_CARE} (?:can|could|is able to|may|should)`,
    // "a complex topic that needs the judgement of an experienced specialist"
    `^(?:th(?:is|at|ese|ose)|it|such|your)(?: (?:is|are)|'s)?(?: [\\p{L}-]+){0,4}? (?:topics?|matters?|questions?|issues?|subjects?|areas?|decisions?)(?: (?:that|which))? (?:needs?|requires?|calls? for|deserves?|demands?|warrants?|merits?)(?: [\\p{L}-]+){1,6}? (?:of|from|by|with) ${PERSON_OF_CARE}`,
    `^${SENDS}(?:also |always |first |simply |instead |directly )*${CONTACTS} (?:${PERSON_OF_CARE}|${PLACE_OF_CARE})(?![\\p{L}-])${NO_TASK}${NO_REASON}`,
    // "Please follow your local protocol."
    `^${SENDS}(?:follow|refer to|consult|check|see|use) (?:your|the|any)(?: [\\p{L}'-]+){0,2} (?:protocols?|guidelines?|polic(?:y|ies)|formular(?:y|ies)|procedures?|package inserts?)(?: instead| for (?:this|that|guidance|details))?[.!]*$`,
    // "Please see a dermatologist about the mole"
    `^${SENDS}(?:also |always |first |simply |instead |directly )*(?:see|seeing|visit|visiting|book with) (?:${PERSON_OF_CARE}|${PLACE_OF_CARE}) (?:about|regarding|concerning) (?:the|your|this|that|these|those|his|her|it|them|any)(?: [\\p{L}'-]+){0,3}[.!]*$`,
    `^(?:${IS_HARD},? and )?${PERSON_OF_CARE} (?:(?:can|could|will|would|should|may|might|must|is able to|needs to|has to|is the one to) (?:be (?:able|glad|happy|pleased|ready|there) to |be in a position to )?(?:also |best |then |better )*(?:help|tell|explain|advise|guide|decide|check|review|adjust|assess|evaluate|look|confirm|work out|go over|examine|determine|answer|discuss|clarify|let you know|know|weigh|judge|listen|support|talk)|(?:is|are|would be|will be)(?: in)? (?:the |a |your )?(?:best|right|better|only)|knows|has (?:your|the|access))(?!\\p{L})`,
  ].join("|"),
  "u",
);
/** "Write down your questions and bring them along!" */
const PREPARES_VISIT = lazyPattern(
  `^${SENDS}(?:also |then )?${PREPARES}(?: (?:and|so) (?:(?:then|you can) )?(?:${PREPARES}|(?:ask|show|discuss|share|raise) (?:them|it)(?: (?:there|then|with ${PERSON_OF_CARE}))?))?(?: (?:for|to|before) (?:${VISIT}|${PERSON_OF_CARE}))?(?: so(?: that)? you (?:don't|do not|won't) forget (?:them|it|any|anything))?[.!]*$`,
  "u",
);
// Each match of the patterns above has a match of one of these, and V8 takes milliseconds to compile the patterns.
const MAY_BE_LEFT =
  /team|appointment|visit|check-?up|consultation|follow-?up|practice|clinic|office|center|centre|surgery|ward|unit|service|hospital|protocol|guideline|polic|formular|procedure|package insert/;
const MAY_PREPARE = lazyPattern(
  `^${SENDS}(?:also |then )?(?:write|note|jot|make|prepare|collect|gather|bring|take|put) `,
  "u",
);
/** Whether a clause leaves the matter to a person of care. */
export const isLeftToCare = (clause: string): boolean =>
  !/\d/.test(clause) &&
  (((CARE.test(clause) || MAY_BE_LEFT.test(clause)) && LEFT_TO_CARE.test(clause)) ||
    (MAY_PREPARE.test(clause) && PREPARES_VISIT.test(clause)));
const MANY =
  "(?:many|several|various|numerous|multiple|different|lot|lots|number|plenty)(?: of)?(?: (?:different|important|possible))*";
const THINGS =
  "(?:things?|factors|aspects|considerations|variables|ways|possibilities|reasons|opinions|angles|sides|views|viewpoints|perspectives|points of view|positions|beliefs|arguments)";
/** "... to consider in cases like this" */
const TO_CONSIDER =
  " (?:to (?:consider|think about|weigh|look at|keep in mind|take into account|balance|it|this|that)|at play|involved|here|that (?:can|could|may|might) (?:play a role|matter|be relevant|influence (?:this|it|that)))";
const NOTHING_ELSE = raw`(?=(?:${TO_CONSIDER}| when (?:it comes to|thinking about|dealing with|considering)(?: [\p{L}'-]+){1,4}| (?:in|with|about|for) (?:cases|situations|matters|questions) like (?:this|yours)| (?:on|about|of|around|regarding) (?:it|this|that|them|the (?:topic|matter|issue|question|subject)))*[.!]?$)`;
/** Generalities about persons and cases. */
const GENERALITIES = [
  // "It depends on many factors."
  raw`^(?:it|that|this|the answer)(?: really| all| largely| just| simply)? (?:depends|varies)(?: (?:on|with) (?:(?:many|several|various|different|multiple|individual|a (?:number|lot|variety|range) of|lots of) (?:\p{L}+ )?(?:factors|things|circumstances|variables)|(?:your|the|each) (?:\p{L}+ )?(?:situation|circumstances|case|person|individual)))?[.!]?$`,
  // "There are many things to consider."
  raw`^(?:and |but |so )?(?:there (?:are|is)|you have)(?: (?:so|really|quite|often|always|simply|a))* ${MANY} ${THINGS}${NOTHING_ELSE}`,
  // "People hold many views on this topic."
  raw`^(?:people|experts|clinicians|doctors|societies|cultures)(?: (?:often|may|can|do|still))* (?:have|hold|take|express)(?: ${MANY})? (?:views|opinions|positions|perspectives|beliefs)${NOTHING_ELSE}`,
  // "Everyone is different."
  raw`^(?:every(?:one|body)?|each|all|no two|people|patients)(?!\p{L})[^.]{0,60}(?<!\p{L})(?:different(?:ly)?|unique|differs?|vary|varies|alike)(?!\p{L})`,
  // "Many factors play a role."
  raw`^(?:many|several|various|multiple|a (?:lot|number) of)(?: different)? factors(?!\p{L})`,
  // "This is a complex question."
  raw`^(?:this|that|it|these|those)(?:'s| is| are) (?:an? )?(?:(?:very|deeply|highly|quite|really|personal|individual|complex|complicated|difficult|hard|tough|delicate|sensitive|nuanced|and|or)[ ,]+)+(?:topics?|matters?|questions?|issues?|subjects?|areas?)(?=[.!]?$)`,
  // "This is an important topic with many facets."
  raw`^(?:this|that|it)(?:'s| is) (?:an? )?(?:[\p{L}-]+ ){1,4}?(?:topic|matter|question|issue|subject|area) with (?:so )?(?:many|several|various|multiple|different|numerous|a lot of|lots of) (?:[\p{L}-]+ )?(?:facets|sides|aspects|dimensions|layers|angles|perspectives|viewpoints|factors|considerations)(?=[.,;!]|$)`,
  // "Reasonable people may look at it in various ways.", "Opinions differ."
  raw`^(?:and |but |so )?(?:(?:reasonable|thoughtful|different|many|most|various) )?(?:people|experts|minds|clinicians|doctors|specialists|professionals|societies) (?:(?:may|might|can|could|will|do|often|still|also|sometimes) )*(?:disagree|differ|(?:look at|see|view|think about|feel about|approach|handle|understand) (?:it|this|that|things|them|the (?:matter|topic|issue|question)|such \p{L}+) (?:very |quite |rather |somewhat )?(?:differently|in (?:various|different|many|several) ways|from (?:various|different|many) (?:angles|perspectives|sides|points of view)))(?: (?:on|about|here|over)(?: (?:this|that|it|such \p{L}+|the \p{L}+))?)?[.!]?$`,
  raw`^(?:and |but |so )?(?:opinions|views|perspectives|answers|beliefs) (?:(?:may|can|do|often|also|will) )*(?:differ|vary|diverge)(?: (?:widely|greatly|here|(?:on|about) (?:this|it|that)|from person to person|between people))*[.!]?$`,
  // "The decision is a personal one."
  raw`^(?:(?:the|this|that) )?(?:question|decision|choice|matter|answer|topic)(?!\p{L})[^.]{0,80}? (?:is|can be|are) (?:an? )?(?:very |deeply |highly |quite |really )*(?:personal|individual|complex|difficult|hard|tough|sensitive|nuanced)(?!\p{L})`,
  // "This is a matter of much debate.", "There is no easy answer to this question."
  raw`^(?:this|that|it)(?:'s| is| remains)(?: still| also| very much)* an? (?:matter|subject|topic|question|source) of (?:much |some |ongoing |great |intense |considerable )*(?:debate|controversy|discussion|opinion|dispute)${NOTHING_ELSE}`,
  raw`^there(?:'s| is| are)(?: really| simply| often)* no (?:easy|simple|straightforward|clear-cut|single|quick|one) (?:answers?|solutions?)(?: here)?(?: to (?:this|that|it|such|these|your)(?: \p{L}+)?)?[.!]?$`,
  raw`^(?:(?:that|this|it)(?:'s| is) |what )?an? (?:very |really |truly )?(?:tough|hard|tricky|difficult|good|great|interesting|complex|important|thoughtful|excellent) (?:one|question|call|topic|point)[.!]?$|^(?:interesting|good|great|excellent|tough|difficult|important) (?:question|point|topic)[.!]?$`,
  raw`^medicine is (?:rarely|not|never|hardly) an exact science[.!]?$`,
  raw`^(?:this|that|it|the (?:topic|matter|issue|question|subject)|this (?:topic|matter|issue|question|subject))(?:'s| is| remains)(?: still| hotly| widely| much)* (?:being )?(?:debated|disputed|contested|discussed) (?:by|among|within) (?:the )?\p{L}+(?: community)?[.!]?$`,
  // "Many people wonder about this."
  raw`^(?:many|most|lots of|a lot of) (?:people|patients|parents) (?:wonder|ask|worry|feel|have (?:this|the same))(?!\p{L})`,
];
/** A generality about persons and cases: "Everyone is different". */
export const GENERALITY = lazyPattern(GENERALITIES.join("|"), "u");
/** A heading alone, such as "Final answer". */
export const HEADING =
  /^(?:\d{1,2}[.)]?|(?:(?:my|the|final|short|brief|overall|official|direct|patient|important) )*(?:answer|response|reply|conclusion|verdict|disclaimer|note|summary|assistant|output|recommendation|statement|message)s?)[:.]?$/u;
const REFER = "(?:call|text|dial|seek|contact|go to|visit|see|consult|speak|talk|reach out|get|head to|please)";
/** A condition before or after a safety note: its words are no substance. */
export const SAFETY_BEFORE = lazyPattern(
  `^(?:if|in case|should|when)(?!\\p{L}).{1,200}?(?:,|(?= ${REFER}(?!\\p{L})))`,
  "u",
);
/** A condition with a measure is a piece of advice: "if the fever lasts more than three days". */
export const MEASURED = /\d|(?<!\p{L})(?:hours?|days?|weeks?|months?)(?!\p{L})/u;
export const SAFETY_AFTER =
  /(?<!\p{L})(?:if|in case|should you|when|who (?:can|will|know|knows|is|are|has|have)|so (?:that )?they|to (?:discuss|get|determine|evaluate|assess|receive|ensure|review|help))(?!\p{L}).{1,200}$/u;

/** A sentence that asks the person. */
export const ASKS =
  /^(?:[^:?\d]{1,40}:\s){1,2}(?:and |so )?(?:what|which|how|when|where|who|is|are|does|do|has|have|did|was|were|any)(?!\p{L})|(?<!\p{L})(?:you|your|me|i|we|us)(?!\p{L})|^(?:and |so |but |or )?(?:what|which|how|when|where|who|why|any|is there|are there)(?!\p{L})/u;

/** A disclaimer on the reply itself. */
export const DISCLAIMER = lazyPattern(
  raw`^(?=(?:disclaimer|note|this|that|it|the|these|any|all|my|nothing|not|for)(?!\p{L}))(?:[^.]{0,120}?for (?:general |purely )?(?:educational|information(?:al)?|illustrative|reference|research)[\p{L} ]{0,30}? (?:purposes?|use)|[^.]{0,120}?(?:(?<!\p{L})(?:not|nothing|no|never)|n't)(?!\p{L})[\p{L} ]{0,60}?(?<!\p{L})(?:(?:constitutes?|replace(?:s|ment)?|substitutes?|intended|taken|serves?)(?!\p{L})[\p{L} ,-]{0,60}?(?:advice|consultations?|visits?|diagnos[ei]s|care|doctors?|physicians?|clinicians?|professionals?|judge?ment)|(?:medical|professional) advice)(?!\p{L}))`,
  "u",
);
/** A need of a professional: the reason of a refusal. */
export const NEEDS_CARE =
  /(?<!\p{L})(?:requires?|needs?|must|should|ha[sv]e? to|can only|may only|is best|are best|is a matter for|is up to|is the (?:job|task) of)(?!\p{L})/u;
/** Words of truisms: "Medicine is complex". */
export const TRUISM =
  /(?<!\p{L})(?:complex|complicated|vary|varies|unique|factors|differ|differs|different|individual|depends?|situations?|circumstances)(?!\p{L})/u;
/** A danger that a reply names as the reason of its refusal. */
export const DANGER =
  /^(?:this|that|it|they|doing so|such|(?:self-)?[\p{L}-]+ing|self-medication)(?!\p{L})[^.]{0,80}?(?<!\p{L})(?:could|may|might|can|would)(?: potentially| even| also| seriously)* (?:be (?:potentially |very |extremely |life-)?(?:dangerous|harmful|unsafe|risky|illegal|unethical|irresponsible|misleading|threatening|fatal)|(?:cause|lead to|do|result in|put) (?:serious |real |significant |you |someone |people )*(?:harm|danger|at risk|injury))/u;
/** Words of medical care and of denial. A clause of service words with one of these, about no person, may be an answer: "Treatment is needed". */
export const OF_CARE = lazyPattern(
  raw`(?<!\p{L})(?:treat\p{L}*|medic(?:ation|ine)\p{L}*|need\p{L}*|necessary|requir\p{L}*|recommend\p{L}*|advis\p{L}*|evaluat\p{L}*|assess\p{L}*|examin\p{L}*|possible|possibly|likely|diagnos\p{L}*|conditions?|symptoms?|clinical\p{L}*|do(?:se|sing|sage)\p{L}*|drugs?|urgent\p{L}*|immediate\p{L}*|interven\p{L}*|emergency|critical|not|no|never|cannot|can't|isn't|doesn't|don't|won't)(?!\p{L})`,
  "u",
);
export const OF_PERSONS =
  /(?<!\p{L})(?:i|i'm|i'll|i'd|i've|me|my|we|us|our|you|your|yours|you're|anyone|everyone|everybody|everyone's|someone|user|users|assistant|ai|each|individual\p{L}*|questions?|requests?)(?!\p{L})/u;
/** Words of grammar: articles, pronouns, prepositions, conjunctions, auxiliaries, adverbs of degree, order and time. */
const GRAMMAR = [
  "an?|the|th(?:is|at|ese|ose)|some(?:one|thing)?|any(?:one|thing)?|every(?:one|body|thing)?|each|all|both|either|else|other|another|such|same|own|no|not|n't|none|nothing|never",
  "i|me|my|myself|we|us|our|ours|you|your|yours|yourself|it|its|they|them|their|there|one|one's|who|whom|what|what's|whatever|which|when|where|whether|while|why|how|here",
  "of|to|in|on|onto|at|as|by|for|from|with|within|without|about|around|into|over|out|off|up|upon|until|since|before|after|again|between|via|through|than|but|and|or|nor|so|if|yet|because|though|although|instead|regarding|concerning",
  "be|been|being|am|are|is|was|were|has|have|had|do|does|did|done|doing|can|cannot|could|will|would|should|may|might|must|let|get|got|go|goes|going",
  "very|too|more|most|much|many|lot|also|even|ever|just|only|still|once|now|then|therefore|however|maybe|first|next|later|soon|always|sometimes|rather|quite|really|already|away|today|time|well|way|yes|hi|hey|hello|ok|okay|oh|please|dear|ai|the",
];
/** Stems of words of service, courtesy and the exchange itself, in any form: "advise", "advice", "advisable". */
const SERVICE = [
  "help|assist|support|guid|advi[cs]|suggest|recommend|inform|answer|respon|repl[iy]|quer[iy]|quest|request|explain|expla|clarif|understand|understood",
  "ask|tell|told|text|dial|talk|speak|say|discuss|contact|consult|call|reach|visit|see|seek|send|shar|provid|offer|giv|receiv|review|read|writ|look|find|follow|check",
  "need|want|like|know|feel|hope|wish|thank|welcom|apolog|sorry|appreciat|concern|worr|car(?:e|ing)|happ[iy]|glad|great|good|best|better|right|sure",
  "import|appropriat|specif|person|individual|general|detail|complet|proper|safe|legal|ethic|qualif|licen[cs]|trust|profession|expert|special",
  "medic|health|clinic|doctor|physician|pharmac|nurs|diagnos|treat|condition|symptom|situation|circumstance|case|decision|decid|determin|option|opinion|histor|team|messag|note|topic|matter|reason|use|mak|made|tak|work|idea|sourc|reliabl",
  "possib|emergenc|urg(?:e|ing|ent)|immediat|nearest|local|number|life|lives|cris[ie]s|thing|cours[ei]|summar|evaluat|assess|examin|consider|encourag|complex|complicat|factor|full|tailor|differ|uniqu|var[iy]|able|language|model|weigh|long|worse|unwell|pass|purpos|educat",
];
const SERVICE_WORD = lazyPattern(
  `^(?:(?:${GRAMMAR.join("|")})(?:'s|'ll|'re|'ve|'d|'m|n't)?|(?:can't|don't|won't|isn't)|(?:un|in)?(?:${SERVICE.join("|")})\\p{L}{0,7}(?:'s)?)$`,
  "u",
);
export const isServiceWord = (word: string): boolean => SERVICE_WORD.test(word);
/** Numbers of help lines. */
export const HELP_LINES =
  /^(?:(?:\d{1,2}-)?\d{3}-\d{3}-\d{4}|911|988|999|112|111|116|123|000|741741|1-800|0800|24|7|24\/7)$/u;
