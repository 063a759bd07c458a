/**
 * The phrases before an answer by which replies commit to it, in English, Chinese, Spanish, French, German, Portuguese, Arabic, Hindi and
 * Japanese. Patterns are for text of normalizeCharacters(); they end where the answer begins. Phrases after it are in phrases-after.ts.
 */
import { lazyPattern } from "../../text/lazy-pattern.ts";
import { oneOf, words } from "../text/pattern.ts";

const { raw } = String;

const NOT_IN_WORD = raw`(?<![\p{L}\p{N}_])`;
/** Marks that may be around an answer. */
const OPEN = raw`[\s"'(\[<:*]*`;
const QUOTES = raw`["'([*]*$`;

const ADJECTIVES = raw`(?:${oneOf(
  "final|correct|right|best|likely|appropriate|single|only|my|your|the|selected|chosen|overall",
  "suggested|proposed|predicted|most|own|accurate|suitable",
)}[\s_]+){0,5}`;
/** "for this question" */
const OF_QUESTION = raw`\s+(?:to|for|of|among|in)\s+(?:this|the|your|these|that|my)\s+[\w-]+`;
/** Nouns that name the answer: a link such as "is" may be missing after them. */
const ANSWER_NOUNS = oneOf(
  raw`${ADJECTIVES}(?:answers?|ans)(?:[\s_](?:choice|option|letter|text|idx|index|key|label|is))?(?:${OF_QUESTION}(?:\s[\w-]+)?)?`,
  raw`(?:respuesta|gabarito|resposta|risposta|réponse)(?:\s+(?:correct[ao]s?|correcte|corretta|corret[ao]|cert[ao]|esatta|exacte|juste|finale?|es\s+la))*`,
  raw`(?:(?:richtige|korrekte|beste|finale|endgültige)\s+)?(?:antwort|lösung)`,
  raw`(?:bonne\s+réponse)`,
  raw`(?:(?:prawidłowa|poprawna|właściwa|správná)\s+)?(?:odpowiedź|odpověď)(?:\s+(?:to|je))?|(?:(?:rätt|korrekt|riktig)\s+)?svar(?:et)?(?:\s+(?:är|er))?|(?:đáp\s+án|câu\s+trả\s+lời)(?:\s+(?:đúng|là))*|jawaban(?:nya)?(?:\s+(?:yang\s+(?:benar|tepat)|adalah))*|(?:juiste\s+)?antwoord|(?:doğru\s+)?(?:cevap|yanıt)`,
  raw`(?:правильный\s+)?ответ|final(?=\s*:)`,
);
const OPTION = oneOf(
  "choice|option|response|selection|solution|pick|letter|decision|verdict|prediction|alternative|conclusion|diagnosis",
  "exception|odd one out|outlier",
);
/** Nouns that name an option: only a link makes it the answer. */
const OPTION_NOUNS = oneOf(
  raw`${ADJECTIVES}${OPTION}(?:[\s_](?:choice|option|letter|text|idx|index))?(?:${OF_QUESTION}(?:\s[\w-]+){0,3}|\s+(?:that|which)\s+[\w-]+(?:\s[\w-]+){0,4}?)?`,
  oneOf(
    "opción|alternativa|letra|opção|opzione|option|choix|proposition|buchstabe|antwortmöglichkeit|diagnóstico|diagnostic|diagnose",
  ) + raw`(?:\s+(?:correct[ao]|correcte|corretta|cert[ao]|corret[ao]|finale?|exacte|juste|retenue))*`,
);
const ADVERBS = raw`(?:here|thus|therefore|then|now|clearly|actually|definitely|probably|most\s+likely|in\s+this\s+case),?\s+`;
const SURELY = raw`(?:most\s+likely|likely|probably|clearly|therefore|then|thus|definitely|well|possibly)`;
const IS = oneOf(
  raw`(?:would|will|should|must|could|may|might|can)\s+${SURELY}\s+be|(?:could|may|might|can)\s+be`,
  raw`is|was|(?:would|must|should|will)\s+be|has\s+(?:got\s+)?to\s+be|(?:would|will)\s+have\s+to\s+be|(?:seems|appears)\s+to\s+be|remains`,
  raw`(?:lies|stands|sits|falls|lands)\s+(?:at|on|with)`,
  "es|sería|é|seria|est|serait|ist|lautet|wäre|è|sarebbe",
);
const LINKS = oneOf(raw`'s(?=\s)`, raw`(?:${ADVERBS})?${IS}(?!\p{L})`, raw`[:=→⇒]|[-–—](?=[\s"'(\[])`);
/** Words between the link and the answer. */
const FILLERS = oneOf(
  raw`therefore|thus|hence|donc|pues|portanto|also|somit|daher|clearly|definitely|most\s+likely|likely|probably|indeed`,
  raw`then|simply|option|choice|letter|answer|la|le|el|a|o|die|der|das|the|opción|opção|letra|alternativa|réponse|proposition|choix|respuesta|resposta|antwort|opzione|lettre`,
  raw`number|only|either|both|again|still|now|in\s+fact|however|buchstabe`,
);
const CHINESE = oneOf(
  raw`(?:答案|正解|回答|(?:最终)?(?:结论|判断|結論)(?=[:是为])|(?:正确|最佳|正確)(?:的)?(?:选项|選項|选择|答案)|(?:选项|選項)(?=\s*(?:应该?|应当|就)?(?:是|为|為|:)))\s*(?:应该?|应当|就)?(?:是|为|為|选择?|選擇?)?\s*[:]?\s*(?:选项|選項)?`,
  raw`(?:选择?|選擇?)(?:择)?(?:答案|选项|選項)?\s*[:]?`,
);
const JAPANESE = raw`(?:正解|答え|解答|回答|正答|最終回答|正しい(?:選択肢|答え|もの))\s*(?:は|が|:|として)?[、,]?\s*(?:選択肢)?`;
const HINDI = raw`(?:(?:सही|अंतिम|मेरा)\s*)?(?:उत्तर|जवाब)\s*(?:है|होगा|:|-)*\s*(?:विकल्प)?|सही\s*विकल्प\s*(?:है|होगा|:|-)*`;
const ARABIC = raw`(?:ال)?(?:[إا]جابة|جواب)(?:\s+(?:الصحيحة|الصحيح|النهائية|النهائي|هي|هو))*\s*[:]?\s*(?:الخيار)?(?:\s*\([أابجده]\)(?=\s*$))?|(?:ال)?(?:خيار|حل)\s+(?:الصحيح)(?:\s+هو)?\s*[:]?`;
const KOREAN = raw`(?:정답|답변|답)(?:은|는|이)?\s*[:]?`;
const NON_LATIN = oneOf(CHINESE, JAPANESE, HINDI, ARABIC, KOREAN);
const RIGHT = oneOf(
  raw`richtig|korrekt|zutreffend|correct|right|correct[oa]|cert[oa]|corret[oa]|exacte?|juste|best|better|most\s+likely`,
);
const LINKED = oneOf(
  raw`${NOT_IN_WORD}(?:${ANSWER_NOUNS}["'\])]*(?:\(s\))?\s*(?:,?\s*however,\s*)?(?:${LINKS}\s*)?|${OPTION_NOUNS}["'\])]*\s*${LINKS}\s*)`,
  raw`${NOT_IN_WORD}${RIGHT}\s*(?:(?:ist|is|es|est|é|sind)(?!\p{L})|:)\s*`,
  raw`${NON_LATIN}[\])]*\s*[:]?\s*`,
);
/** A phrase of the answer directly before it: "the answer is ", "Answer: ", "答案：". */
export const STATED_BEFORE = lazyPattern(
  raw`${LINKED}(?:${FILLERS}[\s:]+)*(?:${LINKS}\s*)?(?:${FILLERS}\s+)*${OPEN}$`,
  "iu",
);
/** A phrase of the answer that ends a sentence or a heading: the answer follows in the next one. */
export const STATED_END = lazyPattern(
  raw`(?:^|[.,;:]\s*|\b(?:so|therefore|thus|hence|and),?\s+)(?:the\s+)?(?:${LINKED}|${NOT_IN_WORD}(?:(?:correct|selected|final|chosen|best)\s+)(?:option|choice|response))[\s:.*]*$`,
  "iu",
);
/** A phrase of the answer with other words after it: the answer may follow in brackets. */
export const STATED_EARLIER = lazyPattern(
  raw`${NOT_IN_WORD}${oneOf(ANSWER_NOUNS, OPTION_NOUNS)}\s*${LINKS}[^.;\n]{1,80}[(\[]$`,
  "iu",
);
/** "Answer: " at the start of a sentence. */
export const ANNOUNCEMENT = lazyPattern(
  raw`^[^\p{L}\p{N}]*(?:(?:here(?:'s| is)|and|so)\s+)?(?:(?:the|my|la|le|el|die|a|o)\s+)?${oneOf(ANSWER_NOUNS, NON_LATIN)}["'\])]*\s*:\s*`,
  "iu",
);
/** "Answer: " */
export const FORM_BEFORE = lazyPattern(raw`${oneOf(ANSWER_NOUNS, NON_LATIN)}["'\])]*\s*:\s*${OPEN}$`, "iu");
export const FINAL = lazyPattern(
  words(
    "final(?:ly)?|ultimate(?:ly)?|eventually|in the end|overall|in conclusion|to conclude|最终|最終|finale?|endgültige",
    "النهائية|النهائي|अंतिम",
  ),
  "iu",
);

const VERBS = oneOf(
  raw`choose|pick|select|answer|say|call(?:\s+(?:it|this|that))?|recommend|favou?r|submit|prefer|conclude|believe|think|suggest|guess|mark|tick|circle|take`,
  raw`chose|chosen|selected|picked|am\s+(?:choosing|picking|selecting)|decide[ds]?\s+(?:on|for)|go|going\s+with`,
  raw`go\s+(?:with|for)|opt\s+for|vote(?:\s+for)?|settled?\s+(?:on|for|at)|st(?:ick|ay|and)(?:ing)?\s+(?:with|by|at|to)|keep(?:ing)?|put\s+(?:my|the)\s+money\s+on`,
  raw`land\s+on|arrive\s+at|lock\s+in|end(?:\s+up)?\s+(?:with|at|on)|come\s+down\s+on|go(?:ing)?\s+out\s+on\s+a\s+limb\s+and\s+say`,
  raw`bet\s+on|report|put\s+(?:me|it)\s+down\s+(?:for|as)|lean(?:ing)?(?:\s+(?:towards?|to))?`,
);
const FIRST_PERSON = raw`(?:i|we)(?:\s+(?:would|will|shall|do|can|am|must|have\s+to)|'d|'ll|'m|'ve)?(?:\s+(?:therefore|thus|still|also|definitely|probably|have|to|be|inclined|most\s+likely|strongly|then))*`;
const MY_CHOICE = raw`my\s+(?:vote|guess|money|bet|gut|instinct|hunch|inclination|preference|call)(?:\s+feeling)?\s+(?:is|goes|says|would\s+be|tells\s+me)`;
/** A verb at the start of its clause: "Leaning ", "so opt for ", "finally settled on ". */
const ALONE = oneOf(
  raw`(?:^|[.,;:–—-]\s*)(?:gotta\s+be|(?:it\s+)?(?:has\s+)?got\s+to\s+be|put\s+me\s+down\s+(?:for|as))`,
  raw`(?:^|[.,;:–—-]\s*)(?:voting|opting|settling|sticking|locking\s+in|landing|going)(?:\s+(?:with|for|on|towards?|to))?`,
  raw`(?:^[^\p{L}]*|[,;:–—-]\s*|(?<!\p{L})so\s+)(?:opt\s+for|go\s+(?:for|with)|settle\s+(?:on|for)|vote\s+(?:for)?)`,
  raw`(?<!\p{L})(?:finally|ultimately|eventually|in\s+the\s+end)\s+${VERBS}`,
  // "I first chose D but now prefer B", "then went back to D", "it is still B", "Keep B."
  raw`^[^\p{L}]*(?:(?:but|and)\s+)?(?:now|then)\s+(?:${VERBS}|(?:switch(?:ed|ing)?|went|going|came|coming|return(?:ed|ing)?)\s+(?:back\s+)?to)`,
  raw`(?<!\p{L})(?:it|that)(?:\s+(?:still\s+)?(?:remains|stays)|(?:'s|\s+is)\s+still)`,
  raw`^[^\p{L}]*keep`,
);
const ABROAD = oneOf(
  raw`elijo|escojo|elegiría|escogería|escolho|(?:eu\s+)?escolheria|(?:opto|optaría|optaria|me\s+(?:decido|decanto|inclino)|apuesto|aposto)\s+(?:por|pela|pelo|em|na)|(?:selecciono|seleciono|respondo|marco|assinalo|diría|diria)|me\s+quedo\s+con|fico\s+com|(?:voy|vou)\s+(?:con|com|de|a\s+elegir)`,
  raw`j'(?:opte|opterais)\s+pour|je\s+(?:choisis|choisirais|retiens|prends|réponds|sélectionne|coche|dirais|privilégie|(?:vais|irais)\s+(?:avec|choisir|sur)|(?:penche|opte|opterais|vote)\s+pour|reste\s+sur|me\s+décide\s+pour)`,
  raw`(?:ich\s+(?:wähle|würde|nehme|denke|glaube|sage|antworte|tippe\s+auf|plädiere\s+für|bleibe\s+bei|setze\s+auf|kreuze|stimme\s+für|votiere\s+für)|(?:ich\s+entscheide|entscheide\s+ich)\s+mich(?:\s+(?:daher|also|deshalb|somit))?\s+für|(?:wähle|nehme|tippe)\s+ich(?:\s+auf)?)`,
  raw`(?:scelgo|sceglierei|opto\s+per|direi|rispondo|propendo\s+per)|(?:выбираю|выбрал[аи]?\s+бы|отвечаю|склоняюсь\s+к)|我(?:会|应该|倾向于|认为应?该?)?(?:选择?|选)`,
  raw`我(?:认为|觉得|想)(?:答案)?(?:应该|可能)?是|creo\s+que|pienso\s+que|je\s+pense\s+que|acho\s+que|acredito\s+que|我选|我选择|私は`,
);
const CHOICE = oneOf(
  raw`${NOT_IN_WORD}${FIRST_PERSON}\s+${VERBS}`,
  raw`${NOT_IN_WORD}(?:let's|let\s+us|going|${MY_CHOICE}|i'?m)\s*(?:go|say|pick|choose|for|to|on|with)?(?:\s+with)?`,
  raw`${NOT_IN_WORD}if\s+(?:(?:i|we)\s+)?(?:\p{L}+ly\s+)?(?:had|have|must|were|am|need)?\s*(?:forced|pressed|asked)?\s*(?:to\s+)?(?:pick|choose|commit|answer|guess|select|decide|name)(?:\s+(?:to|on|just|only|a|single|one|option|answer|of|them|the|these|two|between|now))*\s*[:,]?`,
  ALONE,
  ABROAD,
);
const CHOICE_FILLERS = raw`(?:(?:hier|eher|ici|aquí|aqui|qui|here|donc|alors|plutôt|finalement|daher|also|somit|pues|entonces|portanto|então|quindi|dunque|proposition|réponse|respuesta|resposta|opção|alternativa|letra|antwort|option|les?|los|a|o|por|para|that|it|this|is|es|est|ist|é|c'est|it's|would\s+be|be|for|with|to|on|the|answer|correct|best|choice|letter|la|el|die|l'|opción)\s+)*`;
/** "The small sample leads me to conclude: " */
const LED = raw`(?<!(?:not|never|n't|cannot|nor|hardly)\s(?:\p{L}+\s)?)(?<!\p{L})(?:lead|led|bring|brought|compel|force|cause)(?:s|ed|led|d|ing)?\s+(?:me|us)\s+to\s+(?:conclude|choose|answer|select|pick|say)`;
/** The first person's choice directly before it: "I would choose ". */
export const CHOSEN_BEFORE = lazyPattern(raw`(?:${CHOICE}\s+|${LED}(?:\s+|:\s*))${CHOICE_FILLERS}${OPEN}$`, "iu");

const SO = oneOf(
  "so|therefore|thus|hence|ergo|on balance|all in all|all things considered|conclusion|consequently|accordingly|overall|altogether|also|by (?:elimination|exclusion|process of elimination)",
  "par élimination|por (?:descarte|eliminación|eliminação|exclusión|exclusão)|im ausschlussverfahren|durch ausschluss|per esclusione",
  "donc|por tanto|por lo tanto|portanto|daher|somit|所以|因此|よって|したがって|इसलिए|لذلك|لذا",
);
const IT_IS = raw`(?:it|this|that|we)(?:\s+(?:is|must be|should be|would be|has to be|have|choose|get|pick|select)|'s)\s+`;
/** A conclusion directly before the answer: "So ", "Therefore, ", "→ ". */
export const CONCLUDED_BEFORE = lazyPattern(
  raw`(?:^|[\s.,;:(])(?:${SO}(?!\p{L})|=>|->|→|⇒|⟹|∴|➜|➡)[,:]?\s*(?:${IT_IS})?(?:(?:the|option|choice|answer|letter)\s+)*${QUOTES}`,
  "iu",
);

const POINTS = oneOf(
  "(?:ecg|ekg|ct|mri|x-ray|history|presentation|picture|exam|labs?|troponin|biopsy|evidence|everything) (?:says|screams|spells|argues for)",
  "speaks? for|points? (?:to|towards?)|pointing to|suggests?|suggesting|indicates?|indicating|supports?|supporting|confirms?|decides for|(?:starts?|begins?) with",
  "(?:tips|swings|tilts) (?:it|the balance|me) (?:to|towards?|in favou?r of)|leaning(?: towards?| to)?",
  "consistent with|(?:leaves|leaving)(?: us with| only)?|favou?rs?|favou?ring|corresponds? to|matches|makes? it|turns? it into",
  "confident (?:in|about|of)|(?:case|indication|presentation|picture) (?:for|of)|diagnosis of|most likely (?:has|to be)|i\\.e\\.|namely|which is|that is|only",
  "(?:classic|typical|characteristic|diagnostic|pathognomonic|specific|suggestive|best described) (?:for|of|as|by)",
);
const ASKED = oneOf(
  "best|next|first|initial|appropriate|likely|preferred|definitive|indicated|choice|cause|diagnosis|treatment|therapy",
  "management|mechanism of action|mechanism|drug|agent|step|test|yield|yield at this age",
);
const DOES = oneOf(
  "add|prescribe|administer|begin|initiate|perform|order|obtain|continue|(?:switch|change) to",
  "treated with|managed with|use|go with|go for|going with|opt for|give|start|choose|select|pick|mark|tick|circle",
  "(?:i|we|you|they|the patient|she|he)(?: would|'d| should| must| will| needs? to)",
);
const HE_HAS = raw`(?:it|this|that|these|he|she|the patient|clinically this)(?:'s| is| must be| has to be| has| most likely has| likely has| probably has| should be| would be)`;
const POINTS_ABROAD = oneOf(
  "(?:liegt|besteht|es handelt sich um|handelt es sich um|spricht für|passt zu)(?: (?:hier|also|somit|daher|am ehesten|wahrscheinlich|eindeutig))*(?: (?:eine[rnms]?|die|das|den|der))?",
  "(?:aquí |ici |hier )?(?:es|est|ist|é|c'est|sería|seria|serait)(?: la| le| die| a)?",
  "(?:最可能|最适合|最合适|首选|诊断|考虑|診断)[^。，,]{0,20}(?:是|为|為)?|(?:最も|もっとも)[^。]{0,20}(?:は|が)",
);
const POINT_FILLERS = raw`(?:(?:the|an?|option|choice|answer|letter|most|likely|diagnosis|of|clearly|therefore|definitely|certainly|obviously|probably|undoubtedly|to)\s+)*`;
/** Words that only point to an answer. */
export const POINTED_BEFORE = lazyPattern(
  raw`(?<!\p{L})${oneOf(
    POINTS,
    raw`${ASKED}(?:\s+[\p{L}-]+){0,6}\s+(?:is|would be|are|was|(?:might|may|could|should|must|will) be)(?: to)?`,
    raw`(?:^|[.;:]\s)[^\p{L}]*(?:the|her|his|this) (?:(?:recommended|correct|appropriate|right|standard|adult) )?dos(?:e|age) (?:is|would be|should be)`,
    HE_HAS,
    DOES,
    POINTS_ABROAD,
  )}[\s,:]*${POINT_FILLERS}${QUOTES}`,
  "iu",
);
/** An answer that ends a sentence after one of these marks. */
export const MARKED_BEFORE = /[,:=→⇒⟹∴➜|–—-]\s*["'([*]*$/u;

const MAY_ALSO = raw`(?:could|may|might|can|would|possibly|perhaps)\s+(?:also|equally|alternatively|as well|even)\s+(?:be|choose|consider|argue(?:\s+for)?|pick)`;
const ANOTHER = raw`(?:another|second|other) (?:possible |acceptable |correct |good |reasonable )?(?:option|possibility|answer|choice) (?:is|would be|could be)`;
/** Another answer that the reply also allows. */
export const ALSO_BEFORE = lazyPattern(
  raw`(?<!\p{L})${oneOf(
    MAY_ALSO,
    ANOTHER,
    raw`but (?:it |this )?(?:might|may|could) (?:well )?be|alternatively,?|or (?:possibly|perhaps|maybe)|also (?:acceptable|correct|possible|right)[\s:]|as well as|equally`,
  )}[\s,:]*(?:(?:the|option|choice|answer|be|is|it)\s+)*${QUOTES}`,
  "iu",
);
/** ", but it could be " */
export const BUT_MAYBE_BEFORE = lazyPattern(
  raw`[\p{L}"')\]*]*,?\sbut\s(?:it|this|that)\s(?:might|may|could)\s(?:well\s)?be\s(?:(?:option|choice)\s)?["'([*]*$`,
  "iu",
);
/** The reply keeps the answer open: "I would not rule out ", "but so does ". */
export const OPEN_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:(?:not|cannot|never)\s|n't\s)(?:\p{L}+ly\s|yet\s|be able to\s){0,2}(?:rule out|exclude|dismiss|discount|discard|eliminate)\s(?:(?:option|choice|answer)\s+)*["'([*]*$`,
  "iu",
);
/** "I'd keep A on the differential": it ends before the answer, and KEPT_OPEN_AFTER begins behind it. */
export const KEEPS_BEFORE =
  /(?<!\p{L})(?:keep|leave|hold|put|have)(?:ing)?\s(?:(?:both|also|option|choice|answer)\s)*["'([*]*$/iu;
export const SO_BEFORE =
  /(?<!\p{L})so\s(?:is|are|does|do|may|might|could|would)\s(?:(?:option|choice|answer)\s+)*["'([*]*$/iu;
/** "which settles it: " */
export const DECIDES_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:settle|decide|clinche|clinch|seal|nail|resolve|tip|confirm)(?:e?[sd])?\s(?:it|this|the\s(?:case|matter|diagnosis|question|issue|balance))\s?[:,–—-]\s*(?:(?:option|choice|answer)\s)?["'([*]*$|(?<!\p{L})gives?\s(?:it|this)\saway\s?[:,–—-]\s*["'([*]*$`,
  "iu",
);
/** "That leaves", "we are left" */
const THAT_LEAVES = oneOf(
  raw`(?<!\p{L})(?:(?:this|that|which|and|so)\s(?:only\s)?(?:leaves?|left)|leaving|(?:we(?:'re|\sare)|i(?:'m|\sam))\s(?:now\s)?left)`,
  raw`(?:^|[.;]\s)leaves`,
);
/** "Es bleibt nur", "il reste", "queda" */
const LEAVES_ABROAD = oneOf(
  raw`(?:es\s)?(?:bleibt|verbleibt)(?:\s(?:uns|mir|nur|also|somit|noch|daher|damit|einzig|am\sende))*(?:\s(?:die|antwort|option|möglichkeit))*`,
  raw`(?:il\s)?(?:ne\s)?reste(?:\s(?:donc|plus|que|alors|seulement|seule?))*(?:\s(?:la|le|proposition|réponse|option))*`,
  raw`(?:s[oó]lo|únicamente|só|apenas)?\s?(?:nos\s)?(?:queda|resta|sobra)(?:\s(?:s[oó]lo|entonces|pues|só|apenas|então))*(?:\s(?:la|a|o|el|opción|opção|alternativa|letra|respuesta))*`,
);
/** The last option that is left: "That leaves ", "bleibt nur ", "il reste " */
export const LEAVES_BEFORE = lazyPattern(
  raw`${THAT_LEAVES}(?:\s(?:us|me|you))?(?:\swith)?(?:\s(?:only|just))?\s(?:(?:the|option|choice|answer|letter)\s)*["'([*]*$|(?<!\p{L})${LEAVES_ABROAD}\s["'([*]*$|(?:只剩下?|剩下(?:的是)?)\s?["'([*]*$`,
  "iu",
);
/** "C (but see also A)" */
export const SEE_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:see|cf\.?|compare|siehe|voir|véase|ver)(?: also| auch| aussi| también| também)?\s(?:(?:option|choice|answer)\s)?["'([*]*$`,
  "iu",
);
/** An argument for or against an answer: "in favour of a yes is ..." */
export const WEIGHED_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:(?:in favou?r of|(?:arguments?|points?|reasons?|case|speak(?:s|ing)?|evidence) (?:for|against|towards?))(?:\s(?:an?|the|option|answer))*|(?:für|gegen)(?:\s(?:ein|die|antwort|option))*|en faveur (?:d'un|de la|du)|a favor (?:de|del|do) ?(?:un|um|la|a)?)\s["'([*]*$`,
  "iu",
);
/** "It would be A, but it is " */
export const BUT_IT_IS_BEFORE = lazyPattern(
  raw`[,;.–—-]?\s(?:but|however,?|yet)\s(?:(?:here|in (?:this|her|his) (?:case|patient)|in fact|in reality|actually|really),?\s)?(?:(?:it|this|that)(?:'s|\sis)|the (?:correct |right |best )?answer is)(?:\s(?:actually|really|in fact|instead))?\s(?:(?:option|choice)\s)?["'([*]*$`,
  "iu",
);
/** "It would be ", "it might be ", "it looks like ": before an option that the reply only supposes. */
export const SUPPOSED_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:it|this|that|one|you|the answer)(?:\s(?:would|could|might|may|should)(?:\s(?:normally|usually|otherwise|perhaps|well|at first))*\s(?:be|have been|think|expect|say)|\s(?:looks|seems|sounds|appears)(?:\s(?:like|as if it is|to be))?)\s(?:(?:option|choice)\s)?["'([*]*$`,
  "iu",
);
/** The reply leaves no other answer: "no drug other than ". */
export const ONLY_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:no(?:\sone)?(?:\s[\p{L}-]+){0,4}?|nothing|none(?:\sof\s(?:these|those|them|the\s\p{L}+))?)\s(?:else\s)?(?:(?:other\s(?:[\p{L}-]+\s){0,2})?than|but|except(?:\sfor)?|besides)\s(?:(?:the|option|choice|answer)\s+)*["'([*]*$`,
  "iu",
);
const BUT = oneOf(
  "but(?: rather)?|rather|instead|а|utan|sino|sondern|mais(?: plutôt)?|mas(?: sim)?|而是|而|就?是|बल्कि|بل",
  "(?:but )?(?:it's|it is|that's|that is|the answer is)(?: rather)?",
);
/** The answer after a denied one: "not A but C". */
export const CONTRAST = lazyPattern(
  raw`^["')\]*]*\s*(?:ではなくて?|नहीं|(?:가|이)\s?아니(?:라|고))?[,;，、]?\s*${BUT}?,?\s*(?:it's|it is|(?:the|an?)(?:\s[\p{L}-]+){0,2}|la|el|die)?\s*(?:option|choice|answer|opción)?\s*${QUOTES}`,
  "iu",
);
/** "This makes C the best answer": the words before it. */
export const MAKES_BEFORE =
  /(?<!\p{L})(?:makes?|making|renders?|leaves?|leaving|fits?|suits?|match(?:es)?|favou?rs?|supports?)(?: us with)?\s+(?:(?:option|choice|answer)\s+)?["'([*]*$/iu;
/** Words that leave doubt in the statement of an answer. */
export const DOUBTED = lazyPattern(raw`(?<!\p{L})(?:could|may|might|can)(?!\p{L})[^.]{0,40}$`, "iu");
/** The options are about to be listed or discussed. */
export const LIST_AHEAD = lazyPattern(
  raw`(?<!\p{L})(?:analy[sz]e|consider|evaluate|go (?:through|over)|look at|review|examine|discuss|break down|assess|compare|address|work through|options?|choices)(?!\p{L})[^.\n]{0,60}[:.]?$|^(?:the )?(?:options|choices)(?: are)?:?$|^(?:analysis|reasoning|explanation)(?: of (?:the )?options)?:?$`,
  "iu",
);
/** The other options are about to be discussed. */
export const OTHERS_AHEAD = lazyPattern(
  raw`(?<!\p{L})(?:other|others|why not|incorrect|wrong|distractors?|rationale|explanations?|reasoning|analysis|excluded|eliminated|ruled out|remaining|not)(?!\p{L})|其他|错误`,
  "iu",
);
/** "All of these are risk factors except " */
export const EXCEPT_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:all|each|every(?:thing|one)?|any(?:thing)?|the others|todos|todas|todo|tod[ao]s|tous|toutes|tout|alle|alles)(?!\p{L})[^.]{0,100}(?<!\p{L})(?:except|but|apart from|other than|save|excepto|exceto|salvo|menos|sauf|hormis|excepté|außer|ausser|bis auf)(?: for)?\s+(?:(?:la|le|die|a|el)\s)?(?:(?:option|choice|answer|for)\s+)*["'([*]*$`,
  "iu",
);

const NOUN = oneOf(
  "option|choice|letter|answer|response|selection|opción|opção|réponse|antwort|alternativa|buchstabe|lettre|letra",
  "选项|選択肢|विकल्प|الخيار",
);
const DOUBT = oneOf(
  "only|just|still|maybe|probably|likely|perhaps|possibly|definitely|clearly|most likely|most probably|surely|certainly|ok|okay|sure",
  "yes|h+m+|well|sorry|but|not sure|i don't know|i'm not sure|i am not sure|unsure|i guess|i think|honestly|undoubtedly|obviously",
  "am ehesten|am wahrscheinlichsten|wahrscheinlich|vermutlich|probablement|sans doute|probablemente|seguramente|provavelmente|imo|imho|easy|simple|to me|in my opinion|so|and|then|now|without (?:an?y? )?doubt|no doubt|hands down|indeed|frankly",
);
const SOURCE = oneOf(
  "context|abstract|text|passage|study|data|results?|evidence|information|findings|article|paper|trial|excerpt",
  "kontext|studie|daten|ergebnisse[n]?|angaben|contexte|texte|étude|données|résultats?|résumé|contexto|texto|estudio|datos|resultados?|resumen|estudo|dados|resumo",
);
/** "Based on the provided context, " */
const BY_SOURCE = raw`(?:(?:based (?:only |solely )?on|according to|judging (?:by|from)|going by|given|per|from)\s(?:the|this|these)|(?:laut|gemäß|nach|basierend auf)\s(?:de[rmn]|dieser|diesem)|(?:selon|d'après|sur la base d[eu]s?)\s(?:le|la|les|cette|ce)|(?:según|con base en|segundo|conforme|com base n[oa]s?)\s(?:el|la|los|las|este|o|a|os))\s(?:[\p{L}-]+\s){0,2}?${SOURCE}(?:\s(?:provided|given|above|presented|shown))?,\s`;
/** Marks, a noun and words of doubt before an answer at the start of its sentence. */
export const EMPTY_BEFORE = lazyPattern(
  raw`^[^\p{L}\p{N}]*(?:\d{1,3}[.):]\s*)?(?:${BY_SOURCE})?(?:la\s(?=["'([*<]*$))?(?:(?:(?:the|la|le|el|die|a|o)\s+)?${NOUN}\s*(?:no\.?|number|#)?[\s:]*|(?:it|that|this)'d\s+be\s|(?:(?:it|that|this)\s+)?(?:must|has to|should|would|could|might|may)\s+be\s|${DOUBT}[\s,:.]+){0,4}["'([*<]*$`,
  "iu",
);
/** "Daher ist D richtig" */
export const INVERTED_BEFORE =
  /(?<!\p{L})(?:ist|wäre|bleibt|muss|dürfte|sind)(?:\s(?:also|somit|daher|wohl|hier|eindeutig|demnach|folglich|nur|die|antwort|option))*\s["'([*]*$/iu;
/** A noun with "is" before a letter: "the antidote is B". */
export const IS_BEFORE =
  /(?<!\p{L})(?:is|was|would be|must be|should be|will be)\s+(?:(?:option|choice|answer|letter|the|therefore|thus|clearly|most likely|probably)\s+)*["'([*]*$/iu;
/** A sentence that concludes: "Thus, the patient should be treated with ..." */
export const CONCLUDED_EARLIER = lazyPattern(
  raw`^[^\p{L}]*(?:so|therefore|thus|hence|consequently|accordingly|in conclusion|in summary|to summari[sz]e|overall|for these reasons|based on this)(?!\p{L})`,
  "iu",
);
/** A box of a list of options before one: ticked, or empty. */
export const TICKED_BEFORE = /(?:\[[xX✓✔]\]|[☑✅✔])\s*$/u;
export const UNTICKED_BEFORE = /(?:\[ ?\]|[☐⬜])\s*$/u;
/** An option that the patient has or takes already. */
export const GIVEN_BEFORE =
  /(?<!\p{L})(?:(?:previously|recently|formerly|earlier|once) (?:\p{L}+ ){0,2}(?:diagnosed with|treated for|had)|takes|taking|took|already|currently|history of|known|received|receiving|allergic to|allergy to|prescribed|is on|was on)\s+(?:the |a |an )?["'([*]*$/iu;
/** The answer that an exam expects, in contrast to what the reply would do itself: "on the exam I'd pick ". */
export const EXAM_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:(?:for|on|in) (?:the|an?|this|your) (?:exam(?:ination)?|test|boards?|board exam|quiz|mcq|usmle)(?!\p{L})[^.;]{0,40}|(?:exam|board|test|textbook) answer(?:\s(?:is|would be|here is)|\s?:))\s*["'([*]*$`,
  "iu",
);
/** Another option that is praised for the patient: "a safer option is ", "the drug of choice is ". */
export const PRAISED_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:safer|better|preferred|preferable|alternatives?|first-line|gentler|(?:drugs?|treatments?|agents?|therapy|medications?|antibiotics?) of choice)(?!\p{L})(?:(?!\s(?:answer|exam|than)\s)[^.;\n]){0,80}(?:is|are|be|include|includes|like|such as|with|:)\s+(?:[\p{L} -]{1,40}\()?(?:(?:option|choice)\s)?["'([*]*$`,
  "iu",
);

/** An exam's item expects the answer: "the item wants ", "the question is after " */
export const WANTED_BEFORE = lazyPattern(
  raw`(?<!\p{L})(?:what )?(?:the|this) (?:(?:exam|test|board|multiple-choice) )?(?:item|question|stem|vignette|exam(?:ination)?|test|case|scenario|prompt|boards?|examiners?|(?:(?:item|question|exam|test) ?)?(?:writers?|setters?|authors?)) (?:(?:really|actually|clearly|probably|here|instead|therefore) )*(?:wants?|expects?|targets?|demands?|calls? for|(?:asks?|is asking|are asking|looks?|is looking|are looking|is fishing|aims?|is aiming) (?:for|at)|(?:is|are) after) (?:(?:is|here is) )?(?:(?:option|choice|answer|letter) )?["'([*]*$`,
  "iu",
);

/** "B; failing that, D" */
export const NEXT_BEFORE =
  /(?<!\p{L})(?:failing (?:that|which|this|it)|if (?:that|it|this) (?:fails|is (?:not available|unavailable|contraindicated))|as (?:a |my )?(?:backup|fallback|second choice|plan b))[,:]?\s["'(]*$/iu;
/** The start of a concession: "although " */
export const CONCEDED_BEFORE =
  /(?<!\p{L})(?:although|(?:even )?though|while|whilst|whereas|granted(?: that)?|obwohl|aunque|bien que|embora)\s(?:it is true that\s)?(?:(?:the|option|choice|answer)\s)*["'([*]*$/iu;
/** The main clause of a concession names only another possibility, or denies one. */
export const OPEN_SENTENCE =
  /(?<!\p{L})(?:also|too|as well|possible|possibly|could|may|might|rare(?:r|ly)?|less|not|never|no|unlikely|seldom|sometimes|occasionally|alternatives?)(?!\p{L})|n't(?!\p{L})/iu;
