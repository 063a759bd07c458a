/**
 * The phrases by which replies commit to an answer, deny or retract one, in English, Chinese, Spanish, French, German, Portuguese, Arabic,
 * Hindi and Japanese. Patterns are for text of normalizeCharacters(). Those that end with $ are for the text before an answer, those that
 * begin with ^ for the text after it.
 */

const NOT_IN_WORD = "(?<![\\p{L}\\p{N}_])";
/** Marks that may be around an answer. */
const OPEN = "[\\s\"'(\\[<:*]*";

const ADJECTIVES =
  "(?:(?:final|correct|right|best|likely|appropriate|single|only|my|your|the|selected|chosen|overall|suggested|proposed|predicted|most|own|accurate|suitable)\\s+){0,5}";
/** Nouns that name the answer: a link such as "is" may be missing after them. */
const ANSWER_NOUNS = [
  `${ADJECTIVES}(?:answers?|ans)(?:[\\s_](?:choice|option|letter|text|idx|index|key|label|is))?(?:\\s+(?:to|for|of|among|in)\\s+(?:this|the|your|these|that|my)\\s+[\\w-]+(?:\\s[\\w-]+)?)?`,
  "(?:respuesta|gabarito|resposta|risposta|réponse)(?:\\s+(?:correct[ao]s?|correcte|corretta|corret[ao]|cert[ao]|esatta|exacte|juste|finale?|es\\s+la))*",
  "(?:(?:richtige|korrekte|beste|finale|endgültige)\\s+)?(?:antwort|lösung)",
  "(?:bonne\\s+réponse)",
  "ответ|정답|답|final(?=\\s*:)",
].join("|");
/** Nouns that name an option: only a link makes it the answer. */
const OPTION_NOUNS = [
  `${ADJECTIVES}(?:choice|option|response|selection|solution|pick|letter|decision|verdict|prediction|alternative|conclusion|diagnosis)(?:[\\s_](?:choice|option|letter|text|idx|index))?(?:\\s+(?:to|for|of|among|in)\\s+(?:this|the|your|these|that|my)\\s+[\\w-]+(?:\\s[\\w-]+){0,3}|\\s+(?:that|which)\\s+[\\w-]+(?:\\s[\\w-]+){0,4}?)?`,
  "(?:opción|alternativa|letra|opção|opzione|option|choix|proposition|buchstabe|antwortmöglichkeit|diagnóstico|diagnostic|diagnose)(?:\\s+(?:correct[ao]|correcte|corretta|cert[ao]|corret[ao]|finale?|exacte|juste|retenue))*",
].join("|");
const LINKS =
  "(?:'s(?=\\s)|(?:(?:here|thus|therefore|then|now|clearly|actually|definitely|probably|most\\s+likely|in\\s+this\\s+case),?\\s+)?(?:(?:would|will|should|must|could|may|might|can)\\s+(?:most\\s+likely|likely|probably|clearly|therefore|then|thus|definitely|well|possibly)\\s+be|(?:could|may|might|can)\\s+be|is|was|would\\s+be|must\\s+be|should\\s+be|will\\s+be|has\\s+to\\s+be|seems\\s+to\\s+be|appears\\s+to\\s+be|remains|es|sería|é|seria|est|serait|ist|lautet|wäre|è|sarebbe)(?!\\p{L})|[:=→⇒]|[-–—](?=[\\s\"'(\\[]))";
/** Words between the link and the answer. */
const FILLERS =
  "(?:therefore|thus|hence|donc|pues|portanto|also|somit|daher|clearly|definitely|most\\s+likely|likely|probably|indeed|then|simply|option|choice|letter|answer|la|le|el|a|o|die|der|das|the|opción|opção|letra|alternativa|réponse|option|number|only|either|both|also|again|still|now|in\\s+fact|buchstabe)";
const NON_LATIN = [
  // Chinese
  "(?:答案|正解|回答|(?:正确|最佳|正確)(?:的)?(?:选项|選項|选择|答案)|(?:选项|選項)(?=\\s*(?:应该?|应当|就)?(?:是|为|為|:)))\\s*(?:应该?|应当|就)?(?:是|为|為|选择?|選擇?)?\\s*[:]?\\s*(?:选项|選項)?",
  "(?:选择?|選擇?)(?:择)?(?:答案|选项|選項)?\\s*[:]?",
  // Japanese
  "(?:正解|答え|解答|回答|正答|最終回答|正しい(?:選択肢|答え|もの))\\s*(?:は|が|:|として)?[、,]?\\s*(?:選択肢)?",
  // Hindi
  "(?:(?:सही|अंतिम|मेरा)\\s*)?(?:उत्तर|जवाब)\\s*(?:है|होगा|:|-)*\\s*(?:विकल्प)?|सही\\s*विकल्प\\s*(?:है|होगा|:|-)*",
  // Arabic
  "(?:ال)?(?:[إا]جابة|جواب)(?:\\s+(?:الصحيحة|الصحيح|النهائية|النهائي|هي|هو))*\\s*[:]?\\s*(?:الخيار)?|(?:ال)?(?:خيار|حل)\\s+(?:الصحيح)(?:\\s+هو)?\\s*[:]?",
].join("|");

const LINKED = `(?:${NOT_IN_WORD}(?:(?:${ANSWER_NOUNS})["'\\])]*(?:\\(s\\))?\\s*(?:${LINKS}\\s*)?|(?:${OPTION_NOUNS})["'\\])]*\\s*${LINKS}\\s*)|${NOT_IN_WORD}(?:richtig|korrekt|zutreffend|correct|right|correct[oa]|cert[oa]|corret[oa]|exacte?|juste|best|better|most\\s+likely)\\s*(?:(?:ist|is|es|est|é|sind)(?!\\p{L})|:)\\s*|(?:${NON_LATIN})[\\])]*\\s*[:]?\\s*)`;
/** A phrase of the answer directly before it: "the answer is ", "Answer: ", "答案：". */
export const STATED_BEFORE = new RegExp(
  `${LINKED}(?:${FILLERS}[\\s:]+)*(?:${LINKS}\\s*)?(?:${FILLERS}\\s+)*${OPEN}$`,
  "iu",
);
/** A phrase of the answer that ends a sentence or a heading: the answer follows in the next one. */
export const STATED_END = new RegExp(
  `(?:^|[.,;:]\\s*|\\b(?:so|therefore|thus|hence|and),?\\s+)(?:the\\s+)?(?:${LINKED}|${NOT_IN_WORD}(?:(?:correct|selected|final|chosen|best)\\s+)(?:option|choice|response))[\\s:.*]*$`,
  "iu",
);
/** A phrase of the answer with other words after it: the answer may follow in brackets. */
export const STATED_EARLIER = new RegExp(
  `${NOT_IN_WORD}(?:${ANSWER_NOUNS}|${OPTION_NOUNS})\\s*${LINKS}[^.;\\n]{1,80}[(\\[]$`,
  "iu",
);
/** "Answer: " */
export const FORM_BEFORE = new RegExp(`(?:${ANSWER_NOUNS}|${NON_LATIN})["'\\])]*\\s*:\\s*${OPEN}$`, "iu");
export const FINAL =
  /(?<!\p{L})(?:final|ultimate|overall|in conclusion|to conclude|最终|最終|finale?|endgültige|النهائية|النهائي|अंतिम)(?!\p{L})/iu;

const VERBS =
  "(?:choose|pick|select|go\\s+(?:with|for)|answer|say|opt\\s+for|vote\\s+for|recommend|favou?r|settle\\s+on|submit|stick\\s+with|prefer|conclude|believe|think|suggest|guess|chose|chosen|selected|picked|am\\s+(?:choosing|picking|selecting)|lean(?:ing)?\\s+towards?|going\\s+with|mark|tick|circle|go)";
/** The first person's choice directly before it: "I would choose ". */
export const CHOSEN_BEFORE = new RegExp(
  `(?:${NOT_IN_WORD}(?:i|we)(?:\\s+(?:would|will|shall|do|can|am|must|have\\s+to)|'d|'ll|'m|'ve)?(?:\\s+(?:therefore|thus|still|also|definitely|probably|have|to|be|inclined|most\\s+likely|strongly|then))*\\s+${VERBS}|${NOT_IN_WORD}(?:let's|let\\s+us|going|my\\s+(?:vote|guess|money|bet)\\s+(?:is|goes)|i'?m)\\s*(?:go|say|pick|choose|for|to|on|with)?(?:\\s+with)?|(?:elijo|escojo|elegiría|escolho|eu\\s+escolheria|je\\s+choisis|je\\s+choisirais|ich\\s+(?:wähle|würde|nehme|denke|glaube)|creo\\s+que|pienso\\s+que|je\\s+pense\\s+que|acho\\s+que|acredito\\s+que|我选|我选择|私は))\\s+(?:(?:that|it|this|is|es|est|ist|é|c'est|it's|would\\s+be|be|for|with|to|on|the|answer|correct|best|option|choice|letter|la|el|die|l'|opción|answer\\s+is)\\s+)*${OPEN}$`,
  "iu",
);
/** A conclusion directly before the answer: "So ", "Therefore, ", "→ ". */
export const CONCLUDED_BEFORE =
  /(?:^|[\s.,;:(])(?:(?:so|therefore|thus|hence|ergo|conclusion|consequently|accordingly|overall|altogether|donc|por tanto|por lo tanto|portanto|also|daher|somit|所以|因此|よって|したがって|इसलिए|لذلك|لذا)(?!\p{L})|=>|->|→|⇒|⟹|∴|➜|➡)[,:]?\s*(?:(?:it|this|that|we)(?:\s+(?:is|must be|should be|would be|has to be|have|choose|get|pick|select)|'s)\s+)?(?:(?:the|option|choice|answer|letter)\s+)*["'([*]*$/iu;
/** Words that only point to an answer. */
export const POINTED_BEFORE =
  /(?<!\p{L})(?:points? (?:to|toward|towards)|pointing to|suggests?|suggesting|indicates?|indicating|supports?|supporting|consistent with|(?:leaves|leaving)(?: us with| only)?|favou?rs?|favou?ring|confirms?|diagnosis of|most likely (?:has|to be)|(?:best|next|first|initial|appropriate|likely|preferred|definitive|indicated|choice|cause|diagnosis|treatment|therapy|management|mechanism of action|mechanism|drug|agent|step|test|yield|yield at this age)(?:\s+[\p{L}-]+){0,6}\s+(?:is|would be|are|was)(?: to)?|(?:it|this|that|these|he|she|the patient|clinically this)(?:'s| is| must be| has| most likely has| likely has| probably has| should be| would be)|i\.e\.|namely|which is|that is|corresponds? to|matches|(?:classic|typical|characteristic|diagnostic|pathognomonic|specific|suggestive|best described) (?:for|of|as|by)|treated with|managed with|use|go with|going with|give|start|choose|select|pick|mark|tick|circle|only|decides for|(?:i|we|you|they|the patient|she|he)(?: would|'d| should| must| will| needs? to)|(?:aquí |ici |hier )?(?:es|est|ist|é|c'est|sería|seria|serait)(?: la| le| die| a)?|(?:最可能|最适合|最合适|首选|诊断|考虑|診断)[^。，,]{0,20}(?:是|为|為)?|(?:最も|もっとも)[^。]{0,20}(?:は|が))[\s,:]*(?:(?:the|a|an|option|choice|answer|letter|most|likely|diagnosis|of|clearly|therefore|definitely|certainly|obviously|probably|undoubtedly|to)\s+)*["'([*]*$/iu;
/** An answer that ends a sentence after one of these marks. */
export const MARKED_BEFORE = /[,:=→⇒⟹∴➜|–—-]\s*["'([*]*$/u;

/** The reply says that the answer before it is right. */
export const RIGHT_AFTER =
  /^[\s)"'\]*]*,?\s*(?:选项|項|项|选择|選択肢)?(?:(?:is|are|was|remains|must be|would be|should be|will be|has to be|'s|fits|matches|ist|wäre|est|es|sería|é|è|seria|है|(?:就?是|为))\s+(?:(?:the|a|my|therefore|thus|clearly|also|indeed|most|single|only|by far|definitely|probably|likely|then|our|la|le|die|der|das|el|a|o|plus|richtige?|más)\s+){0,4}(?:correct|right|best|better|answer|appropriate|likely|choice|exception|safest|optimal|ideal|outlier|odd one out|accurate|true|consistent|suitable|preferred|indicated|diagnosis|one to choose|what i|(?:\p{L}+ )?(?:that )?i (?:would|will|choose|pick)|winner|way to go|richtig|korrekt|zutreffend|antwort|correcta?|corrects?|correcte?|bonne|juste|correto|certo|cert[ao]|corret[ao]|respuesta|resposta|réponse|lösung|सही)|is the (?:only |single |most )?\p{L}+ (?:option|choice|drug|treatment|agent|test|step)(?!\p{L})|gets my vote|(?:fits|matches)(?: (?:best|the|all)|(?=\W*$))|(?:remains|is left|is the only one left)(?=\W*$)|(?:正确|為正解|为正解|是正确|が正しい|が正解|が適切|は正しい|が最も適切|सही है|सही उत्तर है|(?:هو|هي)\s+(?:ال)?(?:صحيح|إجابة|خيار|جواب)))/iu;
/** A reply says of some option only that it seems so. */
export const SEEMS_AFTER =
  /^[\s)"'\]*]*,?\s*(?:seems|looks|appears|sounds|may|might|could|can|was initially|is possible|is plausible)(?!\p{L})/iu;
/** Words after a letter at the start of a sentence that is the answer: "B because", "C over B". */
export const LEADS_AFTER =
  /^[\s)"'\]*]*,?\s*(?:because|since|as|due to|given|over|rather than|instead of|not(?! (?:correct|right|the))|for (?:the|sure)|it is|and here|maybe|probably|most likely|most probably|i (?:guess|think|believe|suppose|would say)|with (?:high|moderate|low|medium|some|great)|without (?:a |any )?doubt|no doubt|of course|clearly|obviously|for certain|is(?=[.!]?\s*$)|(?:first|before anything else|immediately|now|urgently|promptly|right away|at once|initially|today)(?=[.!]?\s*$)|based on|considering|owing to|weil|da|porque|ya que|parce que|car|因为|なぜなら|क्योंकि|لأن)(?![\p{L}])/iu;

/** Another answer that the reply also allows. */
export const ALSO_BEFORE =
  /(?<!\p{L})(?:(?:could|may|might|can|would|possibly|perhaps)\s+(?:also|equally|alternatively|as well|even)\s+(?:be|choose|consider|argue(?:\s+for)?|pick)|alternatively,?|or (?:possibly|perhaps|maybe)|(?:another|second|other) (?:possible |acceptable |correct |good |reasonable )?(?:option|possibility|answer|choice) (?:is|would be|could be)|also (?:acceptable|correct|possible|right)[\s:]|as well as|equally)[\s,:]*(?:(?:the|option|choice|answer|be|is|it)\s+)*["'([*]*$/iu;
/** Two answers are equally good. */
export const ALSO_AFTER =
  /^[\s)"'\]*]*,?\s*(?:is|are|would be|could be|may be)?\s*(?:also|equally|as well|too)\s+(?:be\s+)?(?:correct|right|acceptable|possible|appropriate|valid|plausible)/iu;

/** The answer after a denied one: "not A but C". */
export const CONTRAST =
  /^["')\]*]*\s*(?:ではなくて?|नहीं)?[,;，、]?\s*(?:but(?: rather)?|rather|instead|sino|sondern|mais(?: plutôt)?|mas(?: sim)?|而是|而|बल्कि|بل|(?:but )?(?:it's|it is|that's|that is|the answer is)(?: rather)?)?,?\s*(?:it's|it is|the|la|el|die)?\s*(?:option|choice|answer|opción)?\s*["'([*]*$/iu;
/** "This makes C the best answer": before it, and after it. */
export const MAKES_BEFORE =
  /(?<!\p{L})(?:makes?|making|renders?|leaves?|leaving)(?: us with)?\s+(?:(?:option|choice|answer)\s+)?["'([*]*$/iu;
export const MAKES_AFTER =
  /^[\s)"'\]*]*(?:as )?(?:the|our|my)\s+(?:[\w-]+\s+){0,3}(?:answer|choice|option|one|diagnosis|best|correct|treatment|drug|step)/iu;
/** Words that leave doubt in the statement of an answer. */
export const DOUBTED = /(?<!\p{L})(?:could|may|might|can)(?!\p{L})[^.]{0,40}$/iu;
/** The options are about to be listed or discussed. */
export const LIST_AHEAD =
  /(?<!\p{L})(?:analy[sz]e|consider|evaluate|go (?:through|over)|look at|review|examine|discuss|break down|assess|compare|address|work through|options?|choices)(?!\p{L})[^.\n]{0,60}[:.]?$|^(?:the )?(?:options|choices)(?: are)?:?$|^(?:analysis|reasoning|explanation)(?: of (?:the )?options)?:?$/iu;
/** The other options are about to be discussed. */
export const OTHERS_AHEAD =
  /(?<!\p{L})(?:other|others|why not|incorrect|wrong|distractors?|rationale|explanations?|reasoning|analysis|excluded|eliminated|ruled out|remaining|not)(?!\p{L})|其他|错误/iu;
/** Each of several is right. */
export const BOTH_AFTER =
  /^[\s)"'\]*]*(?:are|would be|could be|seem|can be)\s+(?:both\s+|all\s+|equally\s+)?(?:acceptable|correct|possible|right|valid|reasonable|plausible|appropriate)/iu;
/** "All of these are risk factors except " */
export const EXCEPT_BEFORE =
  /(?<!\p{L})(?:all|each|every|the others|todos|todas|tous|alle)(?!\p{L})[^.]{0,100}(?<!\p{L})(?:except|but|apart from|other than|excepto|sauf|außer)(?: for)?\s+(?:(?:option|choice|answer|for)\s+)*["'([*]*$/iu;
/** A correction directly before an answer: "no, sorry, " */
export const CORRECTED_BEFORE =
  /(?<!\p{L})(?:wait|no|actually|sorry|i meant?|edit|correction|rather|revised|oops|perdón|mejor dicho|pardon|nein|aliás|不对|更正|いや|訂正)[\s,:.–—-]*(?:(?:it's|it is|i meant?|the answer is|sorry|make that|option|choice)[\s,]*)*["'([*]*$/iu;
/** A verdict as a mark or a word: "A: no", "C ✓". */
export const WRONG_MARK_AFTER =
  /^["')\]*]*\s*(?:[:=–—-]\s*(?:no|false|wrong|incorrect|not)(?!\p{L})|[:=–—|-]?\s*[✗✘❌☒✖👎])/iu;
export const RIGHT_MARK_AFTER =
  /^["')\]*]*\s*(?:[:=–—-]\s*(?:yes|true|correct|right)(?!\p{L})|[:=–—|-]?\s*[✓✔✅☑👍])/iu;
export const EMPTY_AFTER =
  /^[\s)>"'\]*]*(?:です|だ|である|だと思います|と思います|と考えられます|だと考えられます|となります|になります|है|हैं|होगा)?[\s.,;:!?)>"'\]*。！？｡।॥؟、✓✔✅👍]*$/u;
/** Marks, a noun and words of doubt before an answer at the start of its sentence. */
export const EMPTY_BEFORE =
  /^[^\p{L}\p{N}]*(?:\d{1,3}[.):]\s*)?(?:(?:the\s+)?(?:option|choice|letter|answer|response|selection|opción|opção|réponse|antwort|alternativa|buchstabe|lettre|letra|选项|選択肢|विकल्प|الخيار)\s*(?:no\.?|number|#)?[\s:]*|(?:(?:it|that|this)\s+)?(?:must|has to|should|would)\s+be\s|(?:only|just|maybe|probably|likely|perhaps|possibly|definitely|clearly|most likely|most probably|surely|certainly|ok|okay|sure|yes|h+m+|well|sorry|but|not sure|i don't know|i'm not sure|i am not sure|unsure|i guess|i think|honestly|undoubtedly|obviously|imo|imho|easy|simple|to me|in my opinion|so|and|then)[\s,:.]+){0,4}["'([*<]*$/iu;
/** A noun with "is" before a letter: "the antidote is B". */
export const IS_BEFORE =
  /(?<!\p{L})(?:is|was|would be|must be|should be|will be)\s+(?:(?:option|choice|answer|letter|the|therefore|thus|clearly|most likely|probably)\s+)*["'([*]*$/iu;
/** A sentence that concludes: "Thus, the patient should be treated with ..." */
export const CONCLUDED_EARLIER =
  /^[^\p{L}]*(?:so|therefore|thus|hence|consequently|accordingly|in conclusion|in summary|to summari[sz]e|overall|for these reasons|based on this)(?!\p{L})/iu;
/** A box of a list of options before one: ticked, or empty. */
export const TICKED_BEFORE = /(?:\[[xX✓✔]\]|[☑✅✔])\s*$/u;
export const UNTICKED_BEFORE = /(?:\[ ?\]|[☐⬜])\s*$/u;
/** The share of an option: "B: 60 %". */
export const SHARE_AFTER = /^["')\]*]*\s*[:=(|–-]?\s*(?:\d{1,3}(?:\.\d+)?\s*%|[01]?\.\d+)/u;
/** An option that the patient has or takes already. */
export const GIVEN_BEFORE =
  /(?<!\p{L})(?:takes|taking|took|already|currently|history of|known|received|receiving|allergic to|allergy to|prescribed|is on|was on)\s+(?:the |a |an )?["'([*]*$/iu;
