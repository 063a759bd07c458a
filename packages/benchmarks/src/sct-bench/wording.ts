import type { WordingPart } from "../define.ts";
import { alike } from "../shared/read-wording.ts";
import { examples, guideline } from "./guideline.ts";

/** Starts a case, after the guideline and the examples. */
export const ABOVE_CASE = "\n## Scenario\n\n";

/** The text before every case. */
export const wording: WordingPart<{ readonly reason: boolean; readonly few_shot: boolean }, "guideline"> = {
  own: ({ reason, few_shot: fewShot }) => ({ guideline: `${guideline(reason)}${fewShot ? examples() : ""}` }),
  read: (texts) =>
    alike(texts, (text) => {
      const end = text.lastIndexOf(ABOVE_CASE);
      return end < 0 ? undefined : { guideline: text.slice(0, end) };
    }),
};
