import { lazyPattern } from "../../text/lazy-pattern.ts";
import { oneOf } from "../text/pattern.ts";
import { type Step, stepAt } from "../reading.ts";
import { replace, type ReplyText } from "../text/reply-text.ts";

const HEADING = oneOf(
  "References|REFERENCES|Bibliography|Sources|Works [Cc]ited|Citations|Further [Rr]eading|Suggested [Rr]eading|Literature",
  "Literatur(?:verzeichnis|angaben)?|Quellen|Références|Bibliographie|Referencias|Bibliografía|Fuentes|Referências|Bibliografia|Fontes|参考文献|参考资料",
);
/** A list of sources, up to the phrase of an answer or the end. */
const REFERENCES = lazyPattern(
  String.raw`(?<=(?:^|\n)[ \t]*(?:#{1,6}[ \t]*)?)(?:\*\*)?(?:${HEADING})(?:\*\*)?[ \t]*(?:[:：](?:\*\*)?[^\n]*)?(?=\n|$)(?:(?!\n[^\p{L}\n]{0,6}(?:(?:the |my )?(?:final |correct )?(?:answer|verdict)|antwort|réponse|respuesta|resposta|答案)(?!\p{L}))[^])*`,
  "u",
);

/** Leaves out a list of sources, whose authors have initials such as "A. Smith". */
export const withoutReferences = (text: ReplyText, steps: Step[]): ReplyText =>
  replace(text, REFERENCES, ({ 0: all, index }) => {
    steps.push(stepAt("left out references", text, index, index + all.length));
    return "";
  });
