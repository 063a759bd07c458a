/** Refusals, courtesies and referrals in other languages than English, as stems for small letters of normalizeCharacters(). */
import { lazyPattern } from "../../text/lazy-pattern.ts";
import { oneOf } from "../text/pattern.ts";

const { raw } = String;

/** The parts of a refusal in a language that puts spaces between words. */
interface Language {
  /** The first person cannot, or will not. */
  readonly cannot: readonly string[];
  /** Stems of acts of help, which need no object. */
  readonly helping: readonly string[];
  /** Stems of acts of giving, which need one of `information` near them: "I cannot give a beta blocker" is an answer. */
  readonly giving: readonly string[];
  readonly information: readonly string[];
  /** The acts stand behind their object. */
  readonly isVerbLast?: true;
}

const SPANISH: Language = {
  cannot: [
    raw`no (?:me es posible|me resulta posible|puedo|podemos|podría|debo|voy a|deseo|tengo (?:permitido|autorización para|la capacidad de))`,
    raw`no (?:estoy|estamos|soy|me encuentro) (?:autorizad|capacitad|facultad|cualificad|calificad|habilitad|capaz|en condiciones|en posición|en disposición|programad|diseñad)\p{L}*(?: de| para| a)?`,
  ],
  helping: [
    "ayud|respond|contest|asist|atend|cumpl|diagnostic|coment|opin|interpret|analiz|evalu|valor|aconsej|asesor|continu",
    "proced|particip|revis|calcul|resum|redact|escrib|complet|proces|pronunci|acced|hacer (?:eso|esto|un)",
  ],
  giving: ["dar|proporcion|ofrec|brind|recom|emit|facilit|prescrib|recet|suger|indic|suministr|aport|hac|realiz"],
  information: [
    "consej|asesor|diagnós|dosis|recomend|informac|opini|respuest|ayuda|orienta|prescrip|receta|indicac|tratamiento",
    "valorac|interpret|evaluac|instruc|resum|consulta|eso|esto|ello|nada|médic",
  ],
};

const FRENCH: Language = {
  cannot: [
    raw`(?:je|nous) (?:ne |n')?(?:peux|puis|pouvons|saurais|suis|sommes|dois|souhaite|vais|veux|pourrai)(?: (?:malheureusement|donc|hélas))? pas(?: (?:en mesure|capable|autoris|habilit|qualifi|apte|programm|conçu)\p{L}*(?: de| à)?)?(?: d')?`,
    raw`il (?:m'est|ne m'est pas) (?:im)?possible (?:de|d')`,
  ],
  helping: [
    "aid|répond|assist|conseill|diagnosti|interprét|analys|évalu|comment|discut|poursuiv|continu|trait|examin|rédig",
    "calcul|résum|effectu|réalis|prononc|accéd|m'engag",
  ],
  giving: ["fourn|donn|offr|propos|prescri|recommand|délivr|formul|émett|apport|faire|poser|communiqu|indiqu"],
  information: [
    "conseil|avis|diagnos|dose|dosage|posolog|recommand|inform|opinion|réponse|aide|ordonnance|prescription|indication",
    "traitement|interprét|évaluat|instruct|résumé|cela|ça|médic",
  ],
};

const GERMAN: Language = {
  cannot: [
    raw`(?:(?:ich|wir) (?:kann|darf|werde|können|dürfen|werden|möchte|möchten)|(?:kann|darf|können|dürfen) (?:ich|wir))(?: \p{L}+,?){0,8} (?:nicht|keine?[nrms]?|keinerlei)`,
    raw`(?:ich bin|bin ich) (?:\p{L}+ ){0,3}nicht (?:in der lage|befugt|berechtigt|qualifiziert|befähigt|dafür)`,
    raw`(?<=und )(?:kann|darf)(?: \p{L}+){0,4} (?:nicht|keine?[nrms]?)`,
    raw`es ist mir (?:leider )?nicht (?:möglich|erlaubt|gestattet)`,
  ],
  helping: [
    "helfen|weiterhelfen|beantwort|antworten|beraten|behilflich|diagnostiz|beurteil|bewerten|interpretier|auswert|eingehen",
    "unterstütz|kommentier|besprech|erstell|berechn|zusammenfass|schreiben|verfass|durchführ|äußern|bearbeit|fortfahr",
  ],
  giving: [
    "geben|stellen|anbieten|erteil|liefer|machen|abgeb|aussprech|verschreib|empfehl|nenn|bereitstell|leist|treff",
  ],
  information: [
    "rat|ratschl|auskunft|auskünft|diagnos|dosis|dosier|empfehl|information|berat|antwort|meinung|einschätz|behandl|hilfe",
    "angabe|beurteil|aussage|das|dies|dazu|hierzu|medizin",
  ],
  isVerbLast: true,
};

const PORTUGUESE: Language = {
  cannot: [
    raw`não (?:posso|podemos|consigo|conseguimos|poderia|devo|vou|pretendo|tenho (?:permissão|autorização|como|condições)|me é possível)(?: de| para)?`,
    raw`não (?:estou|sou|estamos) (?:autorizad|apt|habilitad|capaz|capacitad|qualificad|em condições|programad)\p{L}*(?: de| a| para)?`,
  ],
  helping: [
    "ajud|respond|auxili|diagnostic|aconselh|interpret|avali|analis|coment|opin|prossegu|continu|orient|calcul|resum",
    "redig|escrev|complet|process|atend|assist|particip",
  ],
  giving: ["fornec|dar|oferec|prest|recom|prescrev|receit|indic|suger|emit|passar|faz|realiz"],
  information: [
    "conselh|aconselh|diagnós|dose|dosag|recomend|informaç|opini|respost|ajuda|orientaç|prescriç|receita|tratamento",
    "avaliaç|interpret|isso|isto|consult|nada|médic",
  ],
};

const ITALIAN: Language = {
  cannot: [
    raw`non (?:posso|possiamo|potrei|riesco|devo|intendo|mi è possibile|ho la possibilità di)`,
    raw`non (?:sono|siamo) (?:in grado|autorizzat|abilitat|qualificat|programmat|nella posizione)\p{L}*(?: di| a| per)?`,
  ],
  helping: [
    "aiut|rispond|assist|diagnostic|consigli|interpret|valut|analizz|comment|prosegu|continu|esamin|redig|calcol|riassum",
    "complet|elabor|scriv|soddisf|pronunci",
  ],
  giving: ["forni|dar|offri|prescriv|raccomand|sugger|esprim|rilasci|formul|indic|far"],
  information: [
    "consigl|consulenz|diagnos|dose|dosagg|raccomand|informazion|opinion|rispost|aiut|prescrizion|ricett|trattament",
    "valutazion|parer|indicazion|questo|ciò|medic",
  ],
};

const DUTCH: Language = {
  cannot: [
    raw`(?:ik|wij|we) (?:kan|mag|zal|kunnen|mogen|ben)(?: \p{L}+){0,8} (?:niet|geen)`,
    raw`(?:kan|mag) ik(?: \p{L}+){0,8} (?:niet|geen)`,
  ],
  helping: ["helpen|beantwoord|antwoord|advis|adviseren|beoordel|interpreter|bespreken|ingaan|diagnostic|ondersteun"],
  giving: ["geven|bieden|verstrek|stellen|doen|voorschrijv|aanbevel|leveren"],
  information: ["advies|diagnos|dosis|dosering|aanbevel|informatie|antwoord|mening|hulp|uitspraak|behandel|dit|dat"],
  isVerbLast: true,
};

/** Words between a verb and its object. */
const NEAR = raw`(?:[\p{L}'-]+,? ){0,6}?`;

function refusalIn({ cannot, helping, giving, information, isVerbLast }: Language): string {
  const help = raw`(?<=[ '])(?:\p{L}+')?${oneOf(...helping)}\p{L}*`;
  const give = raw`(?<=[ '])${oneOf(...giving)}\p{L}*`;
  const info = raw`(?<=[ '])(?:\p{L}+')?${oneOf(...information)}`;
  const acts =
    isVerbLast === true
      ? oneOf(raw` ${NEAR}${help}`, raw` ${NEAR}${info}\p{L}* ${NEAR}${give}`)
      : oneOf(raw` ?(?:[\p{L}'-]+ ){0,3}?${help}`, raw` ?(?:[\p{L}'-]+ ){0,2}?${give} ${NEAR}${info}`);
  return raw`(?<!\p{L})${oneOf(...cannot)}${acts}`;
}

/** "fuera de lo que puedo hacer", "dépasse ce que je peux faire": beyond what the first person can do. */
const BEYOND = raw`(?:fuera de|más allá de|excede|supera) lo que (?:puedo|podemos|me es posible)|(?:dépasse|excède|au-delà de|hors de) ce (?:que je peux|que nous pouvons|qui m'est possible)|(?:fora|além) do que (?:posso|podemos|consigo)|(?:excede|ultrapassa) o que (?:posso|consigo)|(?:oltre|al di là di|fuori da) (?:quello|ciò|quanto) che (?:posso|possiamo)|(?:außerhalb|jenseits) (?:dessen|von dem),? was (?:ich|wir)|(?:超出|超过)(?:了)?我(?:的|所|们)?(?:能|可以|能力)`;
/** Refusals of languages without spaces, or with endings on the verb. */
const OTHERS = [
  "(?:无法|無法|不能|不可以|不便|不方便|拒绝|没有办法|恕不能|恕难)(?:为您|向您|给您|给你|为你|替您|对此|直接|在此|就此|针对此)?(?:进行|做出|作出)?(?:提供|回答|解答|回应|帮助|帮|协助|給出|给出|幫助|協助|满足|讨论|诊断|診斷|建议|处理|完成|判断您|评估您|开具|替代)",
  "(?:我|本助手|本模型)[^，。]{0,6}(?:无法|無法|不能|不便|不会|无权|没有资格)[^，。]{0,12}(?:建议|意见|诊断|診斷|处方|答案|信息|帮助|回答)",
  "(?:お答え|回答|お手伝い|提供|診断|ご案内|対応|お応え|支援)(?:する|を|は|も|すること|を提供|を差し上げる|いた)*(?:こと)?(?:が|は)?(?:でき(?:ません|ない|かねます)|控え|しかねます|いたしかねます)",
  "(?:لا (?:أستطيع|استطيع|يمكنني|أقدر)|لست قادر[اًاة]* على)(?: \\p{L}+)? ?(?:ال)?(?:مساعد|تقديم|[إا]جاب|إعطاء|اعطاء|تشخيص)",
  "(?:नहीं (?:दे|कर|बता) (?:सकता|सकती|सकते)|असमर्थ (?:हूँ|हूं|हैं))",
  raw`(?<!\p{L})не (?:могу|можем|вправе|имею права|в состоянии|уполномочен)(?: \p{L}+){0,4}? (?:помо|ответ|отвеч|консульт|диагност|посовет|(?:да|предостав|постав|назнач|рекоменд)\p{L}* (?:\p{L}+ ){0,3}?(?:совет|рекоменд|диагноз|доз|консульт|информац|ответ))`,
  raw`(?<!\p{L})nie (?:mogę|możemy|potrafię|wolno mi|jestem w stanie|jestem upoważnion\p{L})(?: \p{L}+){0,4}? (?:pomóc|odpowied|doradz|udziel|diagnoz|postawić diagno)`,
  raw`(?:dépasse|excède|sort de) (?:le cadre de )?mes (?:compétences|capacités)|fuera de mi(?:s capacidades| alcance| competencia)|fora d[oa]s? (?:meu|minha)|(?:übersteigt|überschreitet) meine|außerhalb meine[rs]|${BEYOND}|esula dalle mie|oltre le mie (?:competenze|capacità)`,
  "(?:답변|제공|도움|진단|조언|상담|도와)[^.]{0,12}(?:수 없|어렵습|불가|못합)",
  "(?:yardımcı olam|(?:cevap|yanıt|tavsiye|bilgi) verem|yanıtlayam|cevaplayam|teşhis koyam)",
];

/** Refusals in other languages, in any place of a sentence. */
export const REFUSES_ABROAD = lazyPattern(
  oneOf(...[SPANISH, FRENCH, GERMAN, PORTUGUESE, ITALIAN, DUTCH].map(refusalIn), ...OTHERS),
  "u",
);

/** Words behind a refusal that introduce an answer. */
export const BUT_ABROAD =
  /但是|不过|然而|しかし|ただし|ですが、|(?<!\p{L})(?:pero|sin embargo|mais|cependant|toutefois|aber|jedoch|mas|porém|entanto|ma|però|tuttavia|maar|но|однако|لكن|ولكن|लेकिन|परंतु|किंतु)(?!\p{L})/u;

const TURNS_TO = oneOf(
  "consult|habl|acud|dirij|contact|pregunt|busqu|busc|procur|fal|parl|convers|adress|demand",
  "sprech|wend|frag|such|kontaktier|konsultier|rivolg|chied|contatt|raadpleeg|neem contact|vra?ag|besprech|klär|discut|coment|overleg|bespreek",
);
const CARE_ABROAD = oneOf(
  "médic|méde|profes|profiss|sanitari|farmac|pharmac|apothek|arzt|ärzt|ärzt|medic|dottor",
  raw`santé|salud|saúde|salute|arts|huisarts|[oó]log[aoe](?!\p{L})|olog(?:in|en|innen|ue|ues|ist|isten|ista|istas)(?!\p{L})`,
  "hebamme|sage-femme|matrona|partera|parteira|ostetrica|verloskundige|therapeut|spezialist|especialist|spécialist|врач|специалист|lekarz",
);
/** German and Dutch words before the person to whom a sentence sends, the verb that ends it, and the person. */
const LEAD_IN_GERMAN = oneOf(
  "das|dies|diese|frage|ich|wir|bitte|daher|deshalb|würde|würden|möchte|kann|nur|dringend|empfehle|empfehlen|rate|raten",
  "ihnen|dir|sie|du|sollten|solltest|am|besten|es|ist|wäre|ratsam|sinnvoll|wichtig|hier|unbedingt|in diesem fall|ik|raad|u|aan",
);
const TO_PERSON =
  "(?:sich|dich|an|mit|bei|von|einen?|einem|einer|ihre[nmr]?|deine[nmr]?|den|die|uw|een|contact|op|te|nemen|met|om)";
const TO_PERSON_GOES_ON =
  "(?:an|mit|bei|von|einen?|einem|einer|ihre[nmr]?|deine[nmr]?|den|die|uw|een|contact|op|te|nemen|met)";
const CARER_IN_GERMAN = raw`(?:arzt|ärzt|apothek|mediziner|facharzt|arts|olog(?:e|in|en)(?!\p{L})|hebamme|therapeut|spezialist)`;
const TURN_TO =
  "(?: (?:zu )?(?:wenden|konsultieren|kontaktieren|fragen|sprechen|besprechen|aufsuchen|aufzusuchen|beraten|lassen|raadplegen))*";
/** Sends to care. */
export const REFERS_ABROAD = lazyPattern(
  oneOf(
    "(?:和|与|跟|向|同).{0,12}(?:医生|医师|药师|专科|醫|医院).{0,6}(?:讨论|商量|沟通|咨询|请教|确认|討論)",
    "(?:咨询|请教|就医|联系|諮詢|问).{0,12}(?:医生|医师|专业|醫|医院|药师)|医師.{0,12}(?:相談|ご相談|受診)",
    raw`(?<!\p{L})(?:${TURNS_TO}\p{L}{0,6}|обратитесь|проконсультируйтесь|skonsultuj)(?!\p{L}).{0,80}${CARE_ABROAD}`,
    // "Ich empfehle Ihnen, sich an Ihren Hausarzt zu wenden": the verb is behind the person
    raw`^[^\p{L}]*(?:${LEAD_IN_GERMAN}[ ,]+){2,9}?${TO_PERSON}(?:[ ,]+${TO_PERSON_GOES_ON}){0,5}(?: (?:behandelnde|zuständige|qualifizierte)[nmr]?)? \p{L}*${CARER_IN_GERMAN}\p{L}*(?: (?:oder|und|bzw\.) (?:(?:einen?|ihren?|einem|einer) )?\p{L}+)?(?: (?:zeitnah|direkt|persönlich|bald|darüber|dazu|hierzu|sofort))?${TURN_TO}[.!]*$`,
    // "una cuestión que requiere la valoración de un especialista"
    raw`(?<!\p{L})(?:cuestión|tema|asunto|pregunta|questão|assunto|pergunta|sujet|question|thème|frage|thema|angelegenheit|questione|argomento|domanda)(?!\p{L}).{0,40}(?:requ|necesit|precis|merec|exig|nécessit|mérit|erforder|benötig|bedarf|verlang|richied|merit).{0,60}(?:especialista|médic|méde|profes|profiss|spécialiste|spezialist|facharzt|fachärzt|arztes|ärzt|specialista|medic)`,
    "(?:استشر|استشارة|مراجعة|راجع).{0,20}(?:طبيب|مختص)",
    "(?:डॉक्टर|चिकित्सक).{0,20}(?:परामर्श|सलाह|संपर्क|मिलें)",
  ),
  "u",
);

/** A label of the answer may be before a sentence. */
const LABEL = raw`[^\p{L}]*(?:(?:final )?(?:answer|response)\s?:\s*)?[^\p{L}]*`;

/** A sentence that only announces a text: "Hier ist die Zusammenfassung:" */
export const ANNOUNCES_ABROAD = lazyPattern(
  oneOf(
    raw`^(?:gerne?[,!.]? )?(?:hier (?:ist|sind|kommt|finden sie|folgt)|(?:nachfolgend|anbei|im folgenden)(?: finden sie)?|es folgt) (?:die|der|das|eine?|ihre?|meine?|den) (?:\p{L}+ ){0,3}?(?:zusammenfassung|antwort|brief|\p{L}*brief|bericht|\p{L}*bericht|plan|notiz|entwurf|text|übersicht)(?: für sie)?`,
    raw`^(?:die|der|das|meine?|ihre?) (?:\p{L}+ ){0,2}?(?:zusammenfassung|antwort|\p{L}*brief|\p{L}*bericht|plan|notiz|entwurf|text) (?:folgt|lautet wie folgt|ist wie folgt|steht unten)(?: unten)?`,
    raw`^(?:voici|ci-dessous|vous trouverez ci-dessous)(?:,| donc)? (?:le|la|un|une|votre|mon|ma|l')\s?(?:\p{L}+ ){0,3}?(?:résumé|réponse|lettre|note|plan|rapport|compte[ -]rendu|texte|synthèse|ébauche)(?: (?:demandée?|que vous avez demandée?))?`,
    raw`^(?:a continuación|aquí (?:está|tiene|tienes|va)|este es)(?:,| (?:se )?(?:presenta|encuentra|encontrará|muestro|presento))?,? (?:el|la|un|una|su|mi|tu) (?:\p{L}+ ){0,3}?(?:resumen|respuesta|carta|nota|plan|informe|texto|borrador)(?: (?:solicitad[oa]|que (?:pidió|solicitó)))?`,
    raw`^(?:aqui está|segue(?: abaixo)?|abaixo está|a seguir)(?:,)? (?:o|a|um|uma|seu|sua|meu|minha) (?:\p{L}+ ){0,3}?(?:resumo|resposta|carta|nota|plano|relatório|texto|rascunho)(?: solicitad[oa])?`,
    "^(?:以下|下面|这)是(?:您(?:要|要求)的|我的)?(?:病历|出院)?(?:总结|摘要|回答|答案|信|计划|报告|记录|草稿|小结)|^(?:我的)?(?:总结|摘要|回答|答案|报告|计划)如下",
  ) + raw`[\s:：.。!]*$`,
  "u",
);
/** The start of a sentence of courtesy, or of one about the assistant. */
export const COURTESY_ABROAD = lazyPattern(
  raw`^${LABEL}${oneOf(
    raw`(?:lo siento|lo lamento|lamento|disculpe|perdón|gracias|entiendo|comprendo|espero que|soy (?:un|una) (?:ia|asistente|modelo|inteligencia))(?!\p{L})`,
    raw`si (?:tiene|tienes|necesita|desea)\p{L}* (?:otra|más|alguna)|por favor,? (?:proporcione|indique|comparta|envíe|facilite)`,
    raw`(?:je regrette|je suis (?:vraiment )?(?:désolé|navré|un|une)|désolé|merci|je comprends|j'espère|n'hésitez|si vous avez d'autres)`,
    raw`veuillez (?:fournir|préciser|indiquer|partager)`,
    raw`(?:es tut mir (?:sehr )?leid|tut mir leid|entschuldig|danke|vielen dank|ich verstehe|ich hoffe|ich bin (?:nur )?eine? (?:ki|künstliche|sprachmodell|assistent))`,
    raw`(?:wenn sie (?:weitere|noch)|bei weiteren fragen|bitte (?:teilen|geben|nennen|senden|beschreiben) sie)`,
    raw`(?:sinto muito|desculpe|peço desculpa|obrigad|entendo|compreendo|sou (?:apenas )?uma? (?:ia|assistente|modelo|inteligência)|se (?:tiver|precisar))`,
    raw`por favor,? (?:forneça|informe|envie|compartilhe)`,
    raw`(?:mi dispiace|spiacente|scusa|grazie|capisco|spero|sono (?:solo )?una? (?:ia|assistente|modello|intelligenza)|se (?:ha|hai) (?:altre|bisogno))(?!\p{L})`,
    raw`per favore,? (?:fornisc|indic)`,
    raw`(?:gerne?|natürlich|klar|selbstverständlich|bien sûr|avec plaisir|volontiers|claro|por supuesto|con (?:mucho )?gusto|com prazer|com certeza)(?:[\s,!.]*$|,)`,
    raw`bitte (?:fügen|kopieren|laden|schicken|senden) sie|(?:collez|copiez|envoyez|partagez|déposez)(?:-moi)? (?:le|la|les|votre)|(?:pegue|copie|envíe|comparta|adjunte|pega|envía|cole|envie|compartilhe|anexe) (?:aquí |aqui )?(?:el|la|su|los|tu|o|a|seu|sua)(?!\p{L})`,
    "(?:好的|当然(?:可以)?|没问题)[，,！!。\\s]*(?:请(?:提供|粘贴|发送|上传|告诉)[^。]*)?[。！!\\s]*$|很抱歉|抱歉|对不起|對不起|不好意思|谢谢|感谢|我理解|希望|我(?:只)?是(?:一个|一名)?(?:ai|人工智能|语言模型)|如果您(?:还)?有|如有|请(?:提供|告诉|补充|说明)|祝您",
  )}`,
  "u",
);

/** The start of a question back. */
export const ASKS_ABROAD = lazyPattern(
  raw`^${LABEL}${oneOf(
    "puede|puedes|podría|podrías|me puede|qué|cuál|cuáles|cuánto|desde cuándo|pouvez-vous|pourriez-vous|avez-vous|quel|depuis quand",
    "können sie|könnten sie|haben sie|nehmen sie|welche|seit wann|você|poderia|pode|qual|quais|può|puoi|potrebbe|da quanto|您|请问",
  )}`,
  "u",
);
