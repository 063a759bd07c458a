import { type PlantedLanguage, WORDS } from "./languages.ts";
import type { PlantedWords } from "./planted-words.ts";

/** Frequent words without a meaning of their own. A word of two languages counts for both. */
const FREQUENT = [
  [
    "English",
    "the of and is are was with for to in on at be should has have no not if this that a an by or from patient superior inferior",
  ],
  [
    "German",
    "der die das den dem des und ist sind war mit für bei im zu auf nicht kein keine keinen ein eine einen einem einer oder von wird werden sich patient",
  ],
  [
    "French",
    "le la les des du de et est sont avec pour chez dans au aux ne pas un une ou par sur il elle ce cette patient patiente en",
  ],
  ["Spanish", "el la los las del al de y es son con para en no un una o por se su que paciente hay ni dolor fue tiene"],
  [
    "Portuguese",
    "o a os as do da dos das de e é são com para em no na ao à não um uma ou por se que paciente há nem dor foi tem",
  ],
] as const;
/** The words of the rules distinguish languages, too: a text without any of them cannot be changed. */
const KNOWN = FREQUENT.map(([language, words]) => ({
  language,
  words: new Set([...words.split(" "), ...wordsOfRules(WORDS[language])]),
}));

function wordsOfRules({ frequency, advice, negation, side }: PlantedWords): string[] {
  return [frequency, advice, negation, side].flatMap((pairs) =>
    Object.keys(pairs).flatMap((key) => key.split(" ").filter((word) => word.length > 1)),
  );
}

const HAN = /\p{Script=Han}/gu;
const LETTERS = /\p{L}/gu;
/** Letters of codes such as E78 are no words. */
const WORD = /(?<![\p{L}\d])\p{L}+(?![\p{L}\d])/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Names the language of a text by its script and by its words. English if no other language has more of them. */
export function plantedLanguageOf(text: string): PlantedLanguage {
  const share = (text.match(HAN)?.length ?? 0) / (text.match(LETTERS)?.length ?? 1);
  if (share > 0.3 && !KANA.test(text)) return "Chinese";
  const words = text.toLowerCase().match(WORD) ?? [];
  let best: { readonly language: PlantedLanguage; readonly count: number } = { language: "English", count: 0 };
  for (const { language, words: known } of KNOWN) {
    const count = words.filter((word) => known.has(word)).length;
    if (count > best.count) best = { language, count };
  }
  return best.language;
}
