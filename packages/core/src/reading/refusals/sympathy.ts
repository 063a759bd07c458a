import { lazyPattern } from "../../text/lazy-pattern.ts";
import { oneOf } from "../text/pattern.ts";

const { raw } = String;

const VERY = "(?:so|very|really|quite|truly|incredibly|extremely|often|always|also|absolutely|understandably|both) ";
/** Words for feelings. */
const FELT = oneOf(
  "frightening|scary|stressful|exhausting|upsetting|worrying|worrisome|frustrating|overwhelming|distressing|unsettling",
  "unnerving|nerve-wracking|heartbreaking|draining|alarming|daunting|disheartening|nerve-racking|unpleasant|lonely",
);
/** Words for feelings and facts: only of "that" or "this" they are sympathy. */
const HARD = oneOf(
  "hard|difficult|tough|rough|painful|uncomfortable|challenging|awful|terrible|miserable|annoying|horrible|sad|bad|easy",
);
const PRONOUN = raw`(?:that|this|it|these|those|what you(?:'re| are) (?:describing|going through))`;
const SEEMS = raw`(?:(?:must|can|may|might|could)(?:n't| not)? (?:be|feel|have been)|sounds?|seems?|feels?|is|are|'s|looks?)`;
const SITUATION =
  "(?:situation|time|position|experience|place to be|thing to (?:go|deal|live) (?:through|with)|week|day|diagnosis to receive)";
/** "you", "this", "the past weeks": what burdens the person. */
const BURDEN = raw`(?:this|that|it|things?|life|all (?:of )?(?:this|that)|you|the (?:past|last) (?:\p{L}+ )?(?:days|weeks|months|years?))`;
const BURDENS = oneOf(
  raw`weigh(?:ing|ed)(?: \p{L}+ly| a lot| so much)? (?:on|upon) you(?:r mind)?`,
  "(?:troubling|worrying|burdening|overwhelming|distressing|upsetting|exhausting|frightening|wearing on|wearing|haunting|occupying|tormenting) you",
  raw`(?:an? |such an? |quite an? )?(?:real |heavy |great |huge |big )?(?:burden|weight|struggle|strain|ordeal|lot)(?: (?:on|for|to carry|to bear|to handle|to deal with))*`,
  raw`(?:carrying|bearing|dealing with|living with|struggling with|facing|holding|going through|gone through|through|coping with) (?:(?:all )?(?:this|that|it)|an? (?:lot|great deal)|so much|too much)(?: alone| by yourself| on your own)?`,
  "struggling|suffering|hurting",
);
const HEARD =
  "(?:(?:it|that) (?:sounds|seems|looks|feels)(?: to me)?(?: like| as if| as though| that)? |i (?:can )?(?:see|hear|tell|sense|understand) (?:that |how )?)";
/** "It sounds as though this has been weighing on you for weeks" */
const WEIGHS = raw`${HEARD}?${BURDEN}(?: (?:has|have|had|must have|may have)|'s|'ve|'d)(?: \p{L}+ly| really| just)?(?: been)? (?:${BURDENS}|(?:${VERY})*(?:${FELT}|${HARD}))(?: (?:for you|on you|alone|lately|recently|now|by yourself|on your own|for (?:so |such |quite |a |some |many |several |very |long |the past |the last |few )*(?:long|while|time|days|weeks|months|years)(?: now)?))*`;
/** "That sounds uncomfortable!", "New lumps are frightening", "What a stressful time!", "Waiting is hard" */
export const SYMPATHY = lazyPattern(
  `^(?=.{0,160}$)(?!.*\\d)(?:and )?${oneOf(
    `${PRONOUN} ?${SEEMS} (?:like )?(?:an? )?(?:${VERY})*(?:${FELT}|${HARD})(?: ${SITUATION})?`,
    WEIGHS,
    raw`your (?:feelings?|concerns?|worry|worries|fears?|frustration|anxiety|emotions?|reactions?) (?:is|are) (?:${VERY}|all |completely |perfectly |totally )*(?:valid|understandable|real|normal|important|legitimate|natural)`,
    `what an? (?:${VERY})*(?:${FELT}|${HARD}) ${SITUATION}`,
    raw`(?:[\p{L}'-]+ ){1,5}(?:is|are|can be|must be|may be|can feel|feels?) (?:${VERY})*${FELT}`,
    raw`(?:waiting|not knowing|uncertainty|grief|change|loss|caring for|living with|losing|being|looking after)(?: [\p{L}'-]+){0,4} (?:is|can be|must be) (?:${VERY})*(?:${FELT}|${HARD})`,
  )}(?: (?:and|or) (?:${VERY})*(?:${FELT}|${HARD}))?(?: (?:for you|for anyone|for everyone|at first|to deal with|to live with|to hear|to go through|right now))*[.!]*$`,
  "u",
);

const GOOD =
  "(?:good|great|wonderful|lovely|nice|thoughtful|kind|admirable|encouraging|commendable|fantastic|excellent|smart|wise|brave)";
/** "it's good that you are thinking about your health", "Good for you for asking", "How thoughtful of you to ..." */
export const PRAISE = lazyPattern(
  `^(?=.{0,160}$)(?!.*\\d)(?!.*(?<!\\p{L})(?:stop|start|took|avoid)\\p{L}*)${oneOf(
    raw`(?:and )?(?:it(?:'s| is)|that(?:'s| is)|how) (?:${VERY})*${GOOD}(?: of you| for you)?(?: (?:that|to (?:see|hear)(?: that)?))? ?you(?:r|'re|'ve| are| have)?(?!\p{L})`,
    raw`how (?:${VERY})*${GOOD} (?:of|for) you(?!\p{L})`,
    raw`good for you(?!\p{L})|well done|(?:that's|it's|it is) (?:very |so )?${GOOD} of you`,
  )}`,
  "u",
);

const IMPORTANT = raw`it(?:'s| is| would be) (?:always |also |very |really )*(?:important|essential|crucial|vital|best|worth|necessary|wise|good)(?: to| that (?:you|we|everyone|people))?`;
/** "Opinions differ on this", "Everyone must decide for themselves", "It is essential to approach it with respect" */
export const NEUTRAL = lazyPattern(
  `^(?=.{0,200}$)(?!.*\\d)(?:and )?${oneOf(
    raw`(?:opinions?|views?|people|experts|beliefs|minds) (?:often |may |can )?(?:differ|vary|disagree|are divided)(?: (?:on|about|over) (?:this|that|it|these things|such (?:things|matters|questions)))?[.!]?$`,
    raw`(?:there(?:'s| is) )?no (?:single )?(?:right or wrong|right answer|one-size-fits-all)(?: answer| way)?(?: (?:here|to this|for everyone|in this))*[.!]?$`,
    raw`(?:everyone|everybody|each (?:person|family|of us)|people|we all) (?:must|has to|have to|needs to|should|can|may) (?:decide|choose|find out|weigh (?:this|that|it)|make (?:this|that|their own) (?:decision|choice))(?: (?:for )?(?:themselves|ourselves|himself or herself))?[.!]?$`,
    raw`both (?:sides|views|positions) have (?:\p{L}+ )*(?:arguments|points|merits?)[.!]?$`,
    raw`(?:this|that|it) is an? (?:\p{L}+[ ,]+){1,4}(?:topics?|matters?|questions?|issues?|subjects?|areas?) (?:on|about|in|over) which (?:people|many|experts|opinions|views|reasonable people)(?!\p{L})[^.]{0,60}[.!]?$`,
    raw`${IMPORTANT} (?:approach|respect|consult|be|become|stay|consider|listen|read|reading|weigh|discuss|think|keep|remain|hear|look|gather|get)(?!\p{L})[^.]{0,120}?(?<!\p{L})(?:respect|reliable sources?|informed|all sides|views?|perspectives?|opinions?|open mind|widely|sensitiv\p{L}+|compassion|empathy)(?!\p{L})[^.]{0,60}[.!]?$`,
  )}`,
  "u",
);
