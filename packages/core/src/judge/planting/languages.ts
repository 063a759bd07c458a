import { CHINESE } from "./chinese.ts";
import { ENGLISH } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { PORTUGUESE } from "./portuguese.ts";
import { SPANISH } from "./spanish.ts";
import type { PlantedWords } from "./planted-words.ts";

/** The languages for which there are rules that plant an error. */
export const WORDS = {
  English: ENGLISH,
  German: GERMAN,
  French: FRENCH,
  Spanish: SPANISH,
  Portuguese: PORTUGUESE,
  Chinese: CHINESE,
} satisfies Readonly<Record<string, PlantedWords>>;
export type PlantedLanguage = keyof typeof WORDS;
