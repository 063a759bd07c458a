/** The phrases after an answer by which replies commit to it or judge it; they begin where the answer ends (see phrases.ts). */
import { lazyPattern } from "../../text/lazy-pattern.ts";
import { oneOf } from "../text/pattern.ts";

const { raw } = String;

const CLOSE = raw`^[\s)"'\]*]*,?\s*`;
const IS = oneOf(
  "is|are|was|remains|must be|would be|should be|will be|has to be|'s|fits|matches",
  "ist|wäre|est|es|sería|é|è|seria|está|sind|sont|son|है|(?:就?是|为)",
);
const ADVERBS = raw`(?:${oneOf(
  "the|an?|my|therefore|thus|clearly|also|indeed|most|more|far|much|single|only|by far|definitely|probably|likely|then|our",
  "just|fully|completely|entirely|absolutely|perfectly|first|top|textbook|expected|intended|winning|logical|exam|final|definitive|considered|overall|committed",
  "la|le|die|der|das|el|o|plus|richtige?|más",
)}\s+){0,4}`;
const RIGHT = oneOf(
  "correct|right|best|better|answer|appropriate|likely|choice|exception|safest|optimal|ideal|outlier|odd one out|accurate",
  "true|consistent|suitable|preferred|safer|indicated|diagnosis|one (?:to (?:choose|pick|select|take|mark|go with)|(?:you|we) (?:want|need|are (?:looking for|after)))|pick|vote|selection|preference|superior|preferable|winner|way to go",
  "closest|nearest|plus proche|próxim[ao]|decision|verdict|least (?:bad|wrong|problematic|incorrect|inappropriate|objectionable|implausible|inaccurate)",
  raw`what (?:i|the (?:question|vignette|case|stem|scenario|presentation|picture|evidence))|(?:\p{L}+ )?(?:that )?i (?:would|will|choose|pick)`,
  "exacte?s?|vraie?s?|verdadeir[ao]|verdader[ao]|richtig|korrekt|zutreffend|antwort|correcta?|corrects?|correcte?|bonne|juste|correto|certo|cert[ao]|corret[ao]",
  "respuesta|resposta|réponse|lösung|सही",
);
const OF_CHOICE = oneOf(
  raw`is the (?:only |single |most )?\p{L}+ (?:option|choice|drug|treatment|agent|test|step)(?!\p{L})`,
  raw`is (?:the )?most (?:common|likely|probable|frequent)(?= \p{L}+|[^\p{L}\p{N}]*$)|(?:best )?(?:explains|accounts for|fits|matches|covers) (?:everything|all(?: of)? (?:the|these|his|her|of it|findings)|the (?:whole|entire|full|complete) \p{L}+)(?!\p{L})|(?:is|comes|goes|should (?:be|come)) (?:next|first)(?!\p{L}|-)`,
  raw`(?:is|seems|remains) (?:clearly |by far |still )?the (?:single )?most (?:defensible|plausible|probable|reasonable|compelling|convincing|fitting|consistent|suitable|logical|sensible)(?!\p{L})|is (?:clearly |indeed )?the one(?=[\s.,;!]*$)|is the (?:\p{L}+ ){1,2}(?:that|which) (?:is|would be) (?:the )?(?:most|best|least)(?!\p{L})|is (?:clearly |indeed )?the (?:only |single )?(?:one|option|choice|diagnosis|drug|answer) (?:that|which) (?:(?:best|most \p{L}+) \p{L}+s|(?:fully )?(?:explains|accounts for|fits|matches|covers|satisfies|corresponds to|answers))(?=\s)`,
  raw`is the (?:\p{L}+ ){1,2}of choice(?!\p{L})`,
  "should be (?:started|given|used|chosen|done|performed|ordered|administered|added)",
  // "B best reflects the principle of autonomy"
  raw`(?:best|most (?:closely|accurately|directly|faithfully|fully|clearly|precisely|strongly|nearly|likely)) (?!practices|interests)\p{L}+s(?= (?:the|an?|his|her|its|their|our|this|that|these|those|all|both|with|for|to|how|what|why|\p{L}+)(?!\p{L}))`,
  raw`kommt (?:dem )?am nächsten|se rapproche le plus|(?:es )?(?:la|el|a|o) que (?:más|mais) se (?:acerca|aproxima)|最接近`,
  raw`trifft (?:am ehesten )?zu|is all (?:that's|that is) left|is the (?:last|only) (?:one|option|choice) (?:standing|left|remaining)|passt (?:\p{L}+ )?(?:besser|am besten)|convient (?:le )?mieux|(?:encaja|corresponde|se ajusta) mejor|gets my vote|makes (?:the |by far the )?(?:most|best) sense|(?:fits|fills) the bill|ticks (?:all|every|the most)(?: the)? box(?:es)?|stands out|comes (?:the )?closest|(?:fits|matches)(?: (?:best|the|all)|(?=\W*$))|(?:remains|is left|is the only one left)(?=\W*$)`,
  "正确|為正解|为正解|是正确|が正しい|が正解|が適切|は正しい|が最も適切|सही है|सही उत्तर है",
  raw`(?:هو|هي)\s+(?:ال)?(?:صحيح|إجابة|خيار|جواب)`,
);
/** The reply says that the answer before it is right. */
export const RIGHT_AFTER = lazyPattern(
  raw`${CLOSE}(?:选项|項|项|选择|選択肢)?(?:(?:really|indeed|truly|clearly|definitely|actually)\s+)?(?:${IS}\s+${ADVERBS}${RIGHT}|${OF_CHOICE})`,
  "iu",
);
/** A reply says of some option only that it seems so. */
export const SEEMS_AFTER =
  /^[\s)"'\]*]*,?\s*(?:seems|looks|appears|sounds|may|might|could|can|was initially|is possible|is plausible)(?!\p{L})/iu;
const BECAUSE = oneOf(
  "because|since|as|due to|given|based on|considering|owing to|weil|da|porque|ya que|parce que|car|因为|なぜなら|क्योंकि|لأن",
);
const SURELY = oneOf(
  "maybe|probably|most likely|most probably|clearly|obviously|of course|for certain|for (?:the|sure)|it is|and here",
  "i (?:guess|think|believe|suppose|would say)|with (?:high|moderate|low|medium|some|great)|(?:without (?:an?y? )?|no )doubt",
);
/** A verb, or an adverb of time, that ends the sentence: "D does." */
const ENDS = oneOf(
  "is|does|do|did|will|would|has|can|works|fits|wins|prevails|(?:edges|wins|takes|gets) it|then|therefore|instead|overall|definitely",
  "first|before anything else|immediately|now|urgently|promptly|right away|at once|initially|today",
);
/** Words after a letter at the start of a sentence that is the answer: "B because", "C over B". */
export const LEADS_AFTER = lazyPattern(
  raw`${CLOSE}${oneOf(
    BECAUSE,
    SURELY,
    "over|rather than|instead of|not(?! (?:correct|right|the))",
    "(?:it|this|that|they|there) (?:does|did|is|was|do|are|has|have|were)(?:n't| not)?(?=[.,;!]|\\s*$)",
    raw`${ENDS}(?=[.!]?\s*(?:$|\n))`,
  )}(?!\p{L})`,
  "iu",
);
/** "C is not a risk factor", "C - false": in a question for the exception. */
export const EXCEPTED_AFTER =
  /^["')\]*]*\s*(?:[:=–—-]\s*(?:false|no)(?!\p{L})|(?:is|are|does|do|would)\s?(?:n't|not)(?!\s(?:the|correct|right|my|an? (?:answer|option|choice|exception))))/iu;
/** Two answers are equally good. */
export const ALSO_AFTER =
  /^[\s)"'\]*]*,?\s*(?:is|are|would be|could be|may be)?\s*(?:also|equally|as well|too)\s+(?:be\s+)?(?:correct|right|acceptable|possible|appropriate|valid|plausible)|^[\s)"'\]*]*\s(?:is|would be) (?:defensible|arguable|conceivable)(?!\p{L})/iu;
/** The reply keeps an answer open: "cannot be excluded either". */
export const OPEN_AFTER = lazyPattern(
  raw`^["')\]*]*,?\s(?:cannot|can't|can not|could not|couldn't|should not|shouldn't|must not)\s(?:yet\s|\p{L}+ly\s)*be\s(?:\p{L}+ly\s)*(?:excluded|ruled out|dismissed|discounted|discarded|eliminated)(?!\p{L})`,
  "iu",
);
/** "I'd keep A on the differential" */
export const KEPT_OPEN_AFTER =
  /^["')\]*]*\s(?:in (?:mind|reserve|play)|on (?:the|my|our) (?:list|differential|table|radar)|open|as an? (?:\p{L}+ )?(?:alternative|possibility|option|back-?up|fallback|reserve|differential))(?!\p{L})/iu;
/** Another answer fits too: "A works as well". */
export const TOO_AFTER = lazyPattern(
  raw`^["')\]*]*(?!\s(?:would|could|may|might|can)\s(?!be|work|fit|do|explain|apply|suit|help|match|count|qualify)\p{L})(?:\s(?!not\s)[\p{L}']+){1,4},?\s(?:too|as well|equally|just as well)(?=\s*(?:[.,;!]|$))`,
  "iu",
);
/** "B could also be right": behind a denied option it adds nothing. */
export const MAY_ALSO_AFTER =
  /^["')\]*]*\s(?:would|could|may|might|can)\s(?:also|equally|likewise)\s(?:be|fit|work|explain|apply)(?!\p{L})/iu;
/** "B explains the findings", without a word that takes it back: the option fits what is known of the patient. */
export const EXPLAINS_AFTER = lazyPattern(
  raw`^["')\]*]*(?:\s\([^()\n]{1,60}\))?\s(?:(?:better|best|clearly|fully|readily|easily|neatly|indeed)\s)?(?:explains|accounts for|fits|matches|covers|satisfies|captures|reflects|corresponds to|agrees with|is (?:\p{L}+ly\s)?(?:consistent|compatible|in keeping) with)\s(?![^\n]*(?<!\p{L})(?:but|however|although|though|only|not|no|less|poorly|partly|partially|some|neither|nor|never|also|too|equally|as well|worse|either|would|could|might|may|if)(?!\p{L})|[^\n]*n't(?!\p{L})|[^\n]*(?<![\p{L}\p{N}])[B-J](?![\p{L}\p{N}]))(?:the|all|both|this|these|his|her|its|their|most|every|each|\p{Ll}+)(?!\p{L})`,
  "iu",
);
/** Another option is rejected, too: "should be avoided too", "is to be withheld as well" */
export const REJECTED_TOO_AFTER = lazyPattern(
  raw`^["')\]*]*\s(?:(?:should|must|ought to|needs? to|ha(?:s|ve) to|can|could|may|might|(?:is|are) to)\s(?:(?:also|likewise|equally|clearly|safely)\s)*be\s(?:(?:also|likewise|\p{L}+ly)\s)*(?:avoided|withheld|stopped|discontinued|dismissed|discarded|discounted|crossed (?:out|off)|struck (?:out|off)|ruled out|excluded|eliminated|rejected|omitted|left out|set aside|removed)|(?:fails?|falls? short|is out|drops? out|does no better|is no better))(?:,?\s(?:here|then|in (?:this|her|his|the) (?:case|patient|setting|situation)))?,?\s(?:too|as well|also|likewise|either|equally)(?!\p{L})`,
  "iu",
);
/** "A is true. B is true as well.": a verdict on a statement. In a question for the exception, the option that is left is the answer. */
export const TRUE_AFTER =
  /^["')\]*]*\s(?:is|are)\s(?:also\s|indeed\s|a\s|\p{L}+ly\s)*(?:true|correct|right|accurate)(?:\s(?:too|as well|statement|also))*(?=\s*(?:[.,;:!)]|$))/iu;
/** "This makes C the best answer": the words after it. */
export const MAKES_AFTER =
  /^[\s)"'\]*]*(?:as )?(?:the|our|my)\s+(?:[\w-]+\s+){0,3}(?:answer|choice|option|one|diagnosis|best|correct|treatment|drug|step|winner|pick|favou?rite|front-?runner)|^[\s)"'\]*]*(?:the )?(?:best|most(?: closely| strongly)?)(?=[\s.,;!]*$)/iu;
/** Each of several is right. */
export const BOTH_AFTER =
  /^[\s)"'\]*]*(?:are|would be|could be|seem|can be)\s+(?:both\s+|all\s+|equally\s+)?(?:acceptable|correct|possible|right|valid|reasonable|plausible|appropriate)/iu;
/** A verdict as a mark or a word: "A: no", "C ✓". */
export const WRONG_MARK_AFTER =
  /^["')\]*]*\s*(?:[:=–—-]\s*(?:no|false|wrong|incorrect|not)(?!\p{L})|\(\s?(?:no|false|wrong|incorrect|✗|✘|❌)\s?\)|[:=–—|-]?\s*[✗✘❌☒✖👎])/iu;
export const RIGHT_MARK_AFTER =
  /^["')\]*]*\s*(?:[:=–—-]\s*(?:yes|true|correct|right)(?!\p{L})|\(\s?(?:yes|true|correct|right|✓|✔|✅)\s?\)|[:=–—|-]?\s*[✓✔✅☑👍])/iu;
export const EMPTY_AFTER =
  /^[\s)>"'\]*]*(?:입니다|이다|예요|이에요|번입니다|です|だ|である|だと思います|と思います|と考えられます|だと考えられます|となります|になります|है|हैं|होगा)?[\s.,;:!?)>"'\]*。！？｡।॥؟、✓✔✅👍]*(?:\s(?:\/\/|#)\s[^\n]*)?$/u;
/** The meaning of an answer: "yes = the data support it". */
export const LEGEND_AFTER = lazyPattern(
  raw`^["')\]]*\s?=\s?["'(]?(?!(?:yes|true|correct|right|best|the (?:correct|right|best)|answer|no|false|wrong|incorrect)(?!\p{L}))\p{L}`,
  "iu",
);
/** The share of an option: "B: 60 %". */
export const SHARE_AFTER = /^["')\]*]*\s*[:=(|–-]?\s*(?:\d{1,3}(?:\.\d+)?\s*%|[01]?\.\d+)/u;
/** "B on the exam", "B is the textbook answer" */
export const EXAM_AFTER = lazyPattern(
  raw`^["')\]*]*,?\s(?:(?:is|would be) )?(?:(?:on|for|in) (?:the|an?|this|your) (?:exam(?:ination)?|test|boards?|board exam|quiz|mcq|usmle)|the (?:exam|board|test|textbook|expected) answer)(?!\p{L})`,
  "iu",
);
/** Another option that is praised for the patient: " would be the safer pick", " is the drug of choice". */
export const PRAISED_AFTER = lazyPattern(
  raw`^[\s)"'\]*]*,?\s*(?:(?:would|might|may|could)(?: have)? (?:\p{L}+ ){0,2}?be(?:en)?|is|are|was|were|remains)\s(?:(?!not\s|answer)[\p{L}-]+\s){0,5}?(?:safer|preferred|preferable|reasonable|alternatives?|recommended|first-line|superior|indicated|approved|effective|better|gentler|(?:drug|treatment|agent|therapy|medication|antibiotic) of choice)(?!\p{L}|\sanswer)`,
  "iu",
);
/** "0 at first sight" */
export const AT_FIRST_AFTER =
  /^["')\]*]*,?\s(?:at (?:a )?first (?:sight|glance|look|reading)|on (?:a )?first (?:sight|glance|look|reading)|on the face of it|prima facie)(?!\p{L})/iu;
/** "C could be reasonable in milder cases" is about other patients. */
export const FOR_OTHERS_AFTER = lazyPattern(
  raw`^["')\]*]*,?\s(?:could|may|might|would|can)\s[^.;,\n]{0,60}?\s(?:in|for|with|among)\s(?:(?:[\p{L}-]+er|other|some|selected|certain|different|less \p{L}+|more \p{L}+)\s){1,2}(?:cases?|patients?|situations?|settings?|scenarios?|women|men|children|adults|forms?|disease)(?!\p{L})`,
  "iu",
);
/** "A would be my second choice", "A comes second" */
export const SECOND_AFTER = lazyPattern(
  raw`^["')\]*]*,?\s(?:(?:would be|is|was|being|comes(?: in)?|as|ranks)\s)?(?:(?:my|a|the|an?|only)\s){0,2}(?:(?:close|distant|clear|good|reasonable)\s)?(?:second|third|runner-up|backup|fallback|next(?=[\s-](?:choice|best)))(?:[\s-](?:choice|best|option|pick|place|guess|line))?(?=[\s.,;:!)]*(?:$|[.,;!)]))`,
  "iu",
);
/** The reply keeps an earlier answer: "I first chose D, and I stand by it", "and E it stays". */
export const KEPT_AFTER = lazyPattern(
  raw`^["')\]*]*(?:\sit\s(?:is|stays|remains)(?!\p{L})|(?:\s(?:at first|initially|originally))?,?\s(?:and|but)\s(?:${oneOf(
    raw`i(?:'m|'ll|\s(?:am|will|still|would|shall)){0,2}\s(?:(?:stand|stick|stay|keep|hold|remain)(?:ing)?)\s(?:(?:by|with|to)\s)?(?:it|that|this|my (?:\p{L}+ )?(?:answer|choice|pick))`,
    raw`i (?:still )?(?:see|saw|have|had|find|found) (?:no reason|no need|no cause|nothing) (?:to|for|that)`,
    raw`(?:i )?(?:have not|haven't|did not|didn't|won't|will not|would not|wouldn't) chang(?:e|ed)`,
    raw`(?:it|that|this) (?:still )?(?:stands|stays|remains|holds)`,
  )})(?!\p{L}))`,
  "iu",
);
/** A verb, or its auxiliary, of which the answer is the subject: "Answer choice A explains the pain" */
export const SUBJECT_AFTER =
  /^["')\]*]*\s(?!(?:as|plus|versus|thus|this|always|perhaps)\s)(?:is|are|was|were|would|can|could|may|might|does|has|will|\p{Ll}{3,}s)\s\p{L}/u;
/** "C, not B" */
export const DENIES_AFTER = /^["')\]*]*,?\s(?:and\s|but\s)?(?:not|rather than|instead of)\s/iu;
export const INVERTED_AFTER =
  /^["')\]*]*\s(?:\([^()\n]{1,60}\)\s)?(?:(?:hier|eindeutig|am)\s)*(?:wahrscheinlichsten|ehesten|passendsten|besten|richtig|korrekt|zutreffend|(?:die|das|der)\s(?:richtige|beste|korrekte|passende|gesuchte|wahrscheinlichste))(?!\p{L})/iu;
/** "In favour of a yes is the lower pain score" */
export const WEIGHED_AFTER =
  /^["')\]*]*\s?(?:is|are|was|were|speaks?|spricht|sprechen|est|sont|es|está|são|:|=)(?:\s|$)/iu;
/** "A is the usual drug of choice", which says nothing of this patient */
export const USUALLY_AFTER =
  /^[\s)"'\]*]*,?\s*(?:is|are|remains|would be)\s(?:(?:the|a|an|our)\s)?(?:usual(?:ly)?|standard|typically|generally|commonly|normally|otherwise)\s/iu;
/** "A is the most common overall", which is about all patients */
export const COMMON_AFTER =
  /^["')\]*]*\s(?:\([^()\n]{1,60}\)\s)?(?:is|are|remains|would be)\s(?:(?:by far|overall|usually|generally|statistically|far|the|an?)\s)*(?:most (?:common|frequent|prevalent|usual|popular|typical|widely used|(?:often|commonly|frequently) \p{L}+)|commonest|(?:more|very) (?:common|frequent|prevalent)|common|commoner|frequent|leading|best[- ]known)(?!\p{L})/iu;
