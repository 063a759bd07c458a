import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import { oneOf } from "@medhelm/core/reading/text/pattern";
import { replace, type ReplyText } from "@medhelm/core/reading/text/reply-text";

const { raw } = String;

const latin = (...parts: readonly string[]): string => raw`(?<![\p{L}'])${oneOf(...parts)}(?!\p{L})`;
const ARTICLE = oneOf(
  "el |la |los |il |lo |le |les |l'|o |a |os |der |die |das |den |dem |de |het |un |una |une |um |uma |einen? |een ",
);
const FAULT = oneOf("error(?:es|i)?|erreurs?|fehler|errore|erros?|fout(?:en)?");
const ADJECTIVES = raw`(?:\s(?:m[ée]dic\p{L}*|cl[ií]nic\p{L}*|médicale?s?|clinique|medizinische[rns]?))?`;
const FAULT_ABROAD = oneOf("错误|錯誤|問題|问题|誤り|間違い|エラー|오류|오류가");
/** A denial before a fault, with words between them that say how or of what kind: "并不存在任何明显的医学错误". */
const NOT_HAN = raw`(?:没有|沒有|没|并无|並無|无|無|不存在|不含有?|不包含|未(?:能)?(?:发现|發現|见|見|检出|找到|看到|检测到)|(?:找|看)不(?:到|出)|没(?:有)?(?:发现|發現|找到|看到|看出))`;
const KIND_HAN = raw`(?:任何|明显|明顯|其他|什么|甚麼|医学|醫學|医疗|醫療|临床|臨床|事实|诊断|用药|逻辑|性|上|的|存在)*`;
const KIND_JAPANESE = raw`(?:医学的|臨床的|明らか|明確|重大)?な?`;
const IS_IN = oneOf(
  raw`está|se encuentra|se halla|aparece|est[aà]|se trouve|se situe|est|liegt|steckt|befindet sich|ist|si trova|è|fica|encontra-se|se encontra|zit|staat|находится|содержится`,
);
const IN = oneOf("en|dans|à|in|na|no|em|nella|nell'|nel|в|im|op");
const SENTENCE = oneOf(
  "oraci[óo]n(?:es)?|frases?|enunciado|phrases?|s[aä]tze?[ns]?|satz|sentenças?|frasi|zin|zinnen|предложени(?:е|и|я|ю|ем)|الجملة|वाक्य",
);
const NUMBER = raw`(?:\s?(?:número|num\.?|núm\.?|numéro|n\s?[°º]\.?|n\.\s?[°º]|nummer|nr\.?|numero|no\.?|id|номер|№|رقم|संख्या))?\s?[:#]?\s?`;
const WRONG = oneOf(
  "incorrect[ao]s?|err[óo]ne[ao]s?|equivocad[ao]s?|incorrecte?s?|fauss?e?s?|erronée?s?|falsch|fehlerhaft|inkorrekt|sbagliat[ao]|errat[ao]|scorrett[ao]|errad[ao]s?|incorret[ao]s?|onjuist|fout",
  "неверно|неправильно|ошибочно|خاطئة|خطأ|गलत",
);
const WRONG_ADJECTIVE = oneOf(
  "incorrect[ao]|err[óo]ne[ao]|equivocad[ao]|incorrecte|fausse|erronée|sbagliat[ao]|errat[ao]|errad[ao]|incorret[ao]",
);
const TEXT = oneOf("texto|nota|texte|note|compte rendu|text|bericht|vermerk|testo|tekst|текст|النص");
const CORRECT = oneOf("correct[oa]|correcte?|korrekt|richtig|fehlerfrei|corrett[oa]|corret[oa]|верен|правильный|صحيح");

/** " (0 bis 4)" */
const RANGE = raw`(?:\s?\(\p{L}{0,9}\s?\d{1,2}\s?(?:[-–~]|bis|à|a|al|até|到|至)\s?\d{1,2}\))?`;

/** Phrases of replies in other languages about the text, with the same in English. The order matters. */
const TERMS: readonly (readonly [RegExp, string])[] = [
  // no error
  [
    latin(
      raw`(?:no (?:hay|existen?|contiene|tiene|se (?:encontr|detect|observ)\p{L}+|encuentro|encontré|veo|detecto)|não (?:há|contém|existem?|encontrei|foram encontrados|tem)|non (?:ci sono|c'è|contiene|ho trovato|vi sono))\s(?:(?:ning[uú]n|nenhum|alcun|nessun|un|um)\p{L}*\s)?${FAULT}`,
      raw`(?:ning[uú]n|sin|nenhum|sem|nessun|senza|aucune|sans|pas d'|pas de |ne (?:contient|comporte|présente) (?:aucune |pas d'|pas de )|geen|kein(?:e|en|erlei)?)\s?(?:medizinischen?\s)?${FAULT}`,
      raw`нет ошибок|ошибок (?:нет|не (?:обнаружено|найдено))|لا (?:يوجد|توجد)(?: أي)? (?:خطأ|أخطاء)|कोई (?:त्रुटि|गलती|ग़लती) नहीं`,
    ) +
      raw`|${NOT_HAN}${KIND_HAN}(?:的?${FAULT_ABROAD})|${KIND_JAPANESE}${FAULT_ABROAD}(?:は|が)?(?:特に)?(?:(?:ありません|あり(?:ま)?せん|ない|見つかりません|見当たりません|認められません|含まれていません|存在しません|없습니다|없음))|(?:의학적\s?)?오류(?:가|는)?\s?없(?:습니다|음)`,
    " no errors ",
  ],
  // the text is right
  [
    latin(raw`${ARTICLE}?${TEXT}\s(?:es|est|ist|è|é|está|is|هو)?\s?(?:\p{L}+mente\s|vollständig\s)?${CORRECT}`) +
      raw`|(?:文本|文章|全文|该文|この文章|本文|テキスト)(?:是|は)?(?:完全)?(?:正确|正確|正しい)(?:的|です)?`,
    "the text is correct",
  ],
  // "Alle fünf Sätze (0 bis 4) sind korrekt"
  [
    latin(
      raw`(?:alle|todas?|todos|toutes|tous|tutte|tutti)(?:\s(?!nicht|no\s|não|non|pas)\p{L}+){0,2}?\s(?:sätze|aussagen|oraciones|frases|enunciados|phrases|sentenças|frasi)${RANGE}(?:\s(?:son|sind|sont|são|sono))?(?:\s(?!nicht|no\s|não|non|pas)\p{L}+)?\s(?:${CORRECT}|correct[oae]s|corrett[ei]|corret[oa]s)(?!\p{L})`,
    ) +
      raw`|(?:所有|全部|每(?:个|一个|一)?)的?(?:句子?|陈述|内容)${RANGE}(?:都|均|皆)?是?(?:正确|無誤|无误|没有错误)的?`,
    "all the sentences are correct",
  ],
  [
    // a whole line, the value of a label, or the cell of a table
    raw`(?<=(?:^|[\n:|])\s*["']?)(?:correcto|korrekt|corretto|correto|正确|正確|正しい|верно|صحيح)(?=["'.。!]*\s*(?:$|[\n|]))`,
    "CORRECT",
  ],
  // an error, with or without its sentence
  [
    latin(
      raw`(?:hay|existe|il y a|es gibt|es liegt|c'è|vi è|há|er is)\s(?:un|una|une|einen?|um|een)\s${FAULT}${ADJECTIVES}(?:\svor)?`,
    ) + raw`|(?:文中|文本|文本中|这里)(?:确实)?(?:有|存在)(?:一个|一处|一處)?${FAULT_ABROAD}`,
    "there is an error",
  ],
  [
    latin(
      raw`(?:contiene|contient|comporte|enthält|contém|tiene|hat|tem|bevat|содержит)\s${ARTICLE}?(?:medizinischen?\s)?${FAULT}${ADJECTIVES}`,
    ) +
      raw`|(?<![没沒不未无無])(?:有|含有|包含|存在)(?:一个|一处)?(?:医学)?${FAULT_ABROAD}|(?:に|には)${FAULT_ABROAD}が(?:あります|ある)|に?\s?오류가 있(?:습니다|음)`,
    " contains the error",
  ],
  [
    latin(
      raw`${ARTICLE}?(?:${FAULT}|ошибка|الخطأ)${ADJECTIVES}\s(?:${IS_IN}\s)?${IN}\s(?:${ARTICLE})?(?=${SENTENCE})`,
      raw`الخطأ (?:يقع |موجود )?في (?=الجملة)`,
    ) + raw`|${FAULT_ABROAD}(?:在于|位于|出现在|在|は|:)(?=\s?(?:第|句|文|문장))`,
    "the error is in ",
  ],
  // names of a sentence
  [
    raw`(?:错误|有误|不正确|錯誤)的?(?:句子|句)(?:的?(?:编号|編號|序号|ID))?\s?(?:是|为|為|:)\s?(?:第)?(?=\d)`,
    "error sentence ID: ",
  ],
  [raw`(?:誤りのある文|誤った文|間違った文|오류 문장)(?:の?番号)?\s?(?:は|:)?\s?(?:第)?(?=\d)`, "error sentence ID: "],
  [
    latin(
      raw`${ARTICLE}?${SENTENCE}\s${WRONG_ADJECTIVE}${NUMBER}(?=\d)`,
      raw`${ARTICLE}?(?:fehlerhafter|falscher|fehlerhafte|falsche)\s${SENTENCE}${NUMBER}(?=\d)`,
    ),
    "error sentence ID: ",
  ],
  [raw`(?:第\s?)(\d{1,3})\s?(?:个|個|番目の)?(?:句子?|文|条|문장)(?:话)?`, " sentence $1 "],
  [
    raw`(?:句子?|(?<![\p{Script=Han}])文|문장)\s?(?:编号|編號|番号|번호|第)?\s?:?\s?(\d{1,3})(?!\d)(?:\s?[号番번])?`,
    " sentence $1 ",
  ],
  [latin(raw`${ARTICLE}?${SENTENCE}${NUMBER}(?=\d)`), "sentence "],
  [
    raw`(?<=sentence \d{1,3}\s?[:–-]\s?)(?:falsch|fehlerhaft|incorrect[ao]|errad[ao]|err[óo]ne[ao]|faux|fausse|错误)(?!\p{L})`,
    "wrong",
  ],
  [
    raw`(?<=sentence \d{1,3}(?:\s?[-–]\s?\d{1,3})?\s?[:–-]\s?)(?:korrekt|richtig|correct[oa]s?|corret[oa]s?|exacte?s?|正确)(?!\p{L})`,
    "correct",
  ],
  // "daher ist Satz 4 falsch"
  [
    raw`(?<!\p{L})(?:ist|muss)\s(?:also\s|somit\s|daher\s)?(sentence \d{1,3})\s(?:also\s|somit\s|eindeutig\s)?${WRONG}`,
    "$1 is wrong",
  ],
  [
    latin(
      raw`(?:es|est|ist|è|é|está|esta|is)\s(?:(?:donc|alors|por tanto|por lo tanto|entonces|portanto|quindi|also|somit|daher|clairement|claramente),?\s)?(?:l'|la |el |the )?${WRONG}`,
    ),
    "is wrong",
  ],
  [
    raw`(?<=sentence \d{1,3}\s{0,2})(?:是|为)?(?:错误的?|错的?|不正确的?|有误|有错|不对|が?誤り(?:です)?|が?間違(?:い|っています|いです))`,
    "is wrong",
  ],
  [raw`(?<=sentence \d{1,3}\s?)(?:неверно|неправильно|خاطئة|गलत है)`, " is wrong"],
  [
    latin(
      "zuerst|zunächst|anfangs|anfänglich|d'abord|au début|initialement|al principio|al inicio|inicialmente|no início|dapprima|inizialmente|aanvankelijk",
    ),
    "at first",
  ],
  [raw`(?<=(?<!\p{L})at first(?!\p{L})[^.;\n]{1,80},\s)(?:aber|doch|jedoch|mais|pero|mas|ma|maar)(?!\p{L})`, "but"],
  [raw`(?<=the error is in\s{1,2}sentence \d{1,3}\s{0,2})(?:に|中|里|裡|处)(?:あります|ある)?`, ""],
].map(([source = "", by = ""]) => [new RegExp(source, "giu"), by] as const);

const ABROAD = lazyPattern(
  raw`[^\p{ASCII}]|(?<!\p{L})(?:el|las?|los|les?|oraciones|der|die|das|ein|un|une|una|il|phrase|frase|satz|errores|erreurs?|fehler|errore|errori|erros?|fouten|sätze|sin|aucune|kein\p{L}*|nessun|correcto|korrekt)(?!\p{L})`,
  "iu",
);

/** Puts the words about the text of a reply in one of ten other languages into English; its other words stay. */
export function inEnglish(text: ReplyText): ReplyText {
  if (!ABROAD.test(text.text)) return text;
  return TERMS.reduce((one, [pattern, by]) => replace(one, pattern, (match) => by.replace("$1", match[1] ?? "")), text);
}

const SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(
  " ",
);
const WORDS = oneOf(...SMALL);
/** "sentence four", "sentences zero to four", "five is not" */
const IN_WORDS = lazyPattern(
  raw`(?<=(?<!\p{L})(?:sentences?|lines?)\s(?:number\s|no\.\s|id\s)?(?:(?:${WORDS}|\d{1,2})\s?(?:,|and|or|to|through|-)\s?)*)${WORDS}(?=$|[\s.,:;)"'-](?!would|should have|might|can|could|by))|(?<=[;,.]\s|\s(?:and|but)\s)${WORDS}(?=\s(?:is|was)\s?(?:not|n't|wrong|incorrect|right|correct|fine))`,
  "iu",
);

/** "All five sentences (0 to 4) are correct", "all statements, 0 to 4, check out" */
const ALL_OF_RANGE = lazyPattern(
  raw`(?<=(?<!\p{L})(?:all|every|each|entire|whole|complete)(?!\p{L})[^.;:\n(]{0,40})\s?(?:,\s|\()(?:(?:sentences?|ids?|lines?|numbers?)\s)?(0)\s?(?:to|through|[-–])\s?(\d{1,2})(?:,|\))`,
  "iu",
);
const TWO = raw`sentences?\s(\d{1,3})\s(?:and|or)\s(?:sentence\s)?(\d{1,3})(?!\d)`;
/** "Sentences 2 and 4 disagree; the former is wrong" */
const ONE_OF_TWO = lazyPattern(raw`(?<=${TWO}[^\n]{0,200})(?<!\p{L})the\s(?:(former)|latter)(?!\p{L})`, "iu");

/** Writes the IDs of sentences in digits, also those of "the former" and "the latter" of two. */
export const withDigits = (text: ReplyText): ReplyText =>
  replace(
    replace(
      replace(text, ALL_OF_RANGE, ([, from, to]) => ` in sentences ${from} to ${to}`),
      IN_WORDS,
      ([word]) => String(SMALL.indexOf(word.toLowerCase())),
    ),
    ONE_OF_TWO,
    ([, first = "", second = "", former]) => `sentence ${former === undefined ? second : first}`,
  );
