import { lazyPattern } from "../../text/lazy-pattern.ts";
import { oneOf } from "../text/pattern.ts";
import type { Choice } from "../commitments/choice.ts";

const { raw } = String;

const OPTIONS =
  "(?:options?|choices?|answers?|alternatives?|ones?|answer choices?|drugs?|diagnos[ei]s|possibilities|tests?|treatments?)";
/** A heading such as "Why not the others?", "Incorrect options:" or "Warum nicht die anderen?". */
const HEADING = lazyPattern(
  oneOf(
    raw`^why (?:not|(?:are )?(?:the )?(?:other|remaining|rest)|[\p{L} ]{0,30}(?:wrong|incorrect|not correct|not (?:the )?(?:best|right)))`,
    raw`^(?:the |all )?(?:other|remaining|incorrect|wrong|rejected|eliminated|excluded|less likely|unlikely|inferior) ${OPTIONS}`,
    raw`^(?:distractors?|eliminated|excluded|ruled out|rule out|elimination|eliminate|not correct|incorrect|wrong|why others?|the others|others)(?!\p{L})`,
    // the keys of YAML: "differential:"
    raw`^(?:differential(?: diagnos[ei]s)?|alternatives?|(?:also )?considered|runners?-?ups?|backups?|second choices?)\s?:`,
    raw`^(?:reasons?|rationale|explanation|analysis)[\p{L} ]{0,30} (?:excluding|eliminating|rejecting|ruling out|incorrect|other|wrong|against)(?!\p{L})`,
    raw`^warum (?:nicht|(?:sind )?die (?:anderen|übrigen))|^(?:die )?(?:anderen|übrigen|falschen?) (?:optionen|antworten)|^ausschluss`,
    raw`^pourquoi (?:pas|les autres)|^(?:les )?(?:autres|mauvaises) (?:options|réponses|propositions)|^options (?:incorrectes|écartées|éliminées)`,
    raw`^¿?por ?qu[eé] (?:no|las (?:otras|demás)|as outras)|^(?:las |as )?(?:otras|outras|demás) (?:opciones|opções|respuestas|alternativas)|^(?:opciones|opções|alternativas) (?:incorrectas|incorretas|descartadas|erradas)`,
    raw`^(?:为什么)?其[他它余餘]选?项?|^(?:错误|排除)(?:的)?(?:选项|項)?|^他の選択肢|^誤り`,
  ),
  "iu",
);
/** A line of a list, or a blank one. */
const ITEM =
  /^[\s>*•·–—-]*(?:(?:\d{1,2}[.)]|["'(*]{0,3}[A-J]["')*]{0,3}(?:[.):,]|\s[-–—:|]|\s\())\s?|["'(*]{0,3}[A-J]["')*]{0,3}\s*$|$)|^\s*[*•·–—-]\s/u;
/** The text of a line before its item's label. */
const START = /^[\s>*•·"'(–—-]*(?:\d{1,2}[.)]\s)?["'(*]{0,3}$/u;
/** A list has at most this many characters. */
const LONGEST = 6000;

/** Whether a place is the label of a list whose heading says that its options are not the answer. */
export function isOfOthers<T>(text: string, { from, label, announced }: Choice<T>): boolean {
  const isAlone = /^\S{1,6}[ \t]*(?:\n|$)/u.test(text.slice(from, from + 12));
  if ((label === undefined && !isAlone) || announced !== undefined) return false;
  const lines = text.slice(Math.max(0, from - LONGEST), from).split("\n");
  if (!START.test(lines.at(-1) ?? "")) return false;
  const at = lines.findLastIndex((line, i) => i < lines.length - 1 && !ITEM.test(line));
  const words = lines[at]?.replace(STEP, "").trim() ?? "";
  const isHeading = words.length < 90 && /(?:[:：?？]|\p{L})["')\]]*$/u.test(words) && HEADING.test(words);
  return isHeading && !isBehindList(lines.slice(at + 1, -1));
}
const isBlank = (line: string | undefined): boolean => line?.trim() === "";
/** Whether a blank line ends a list of several lines without one. */
function isBehindList(items: readonly string[]): boolean {
  const list = items.slice(isBlank(items[0]) ? 1 : 0, -1);
  return isBlank(items.at(-1)) && list.length > 1 && !list.some(isBlank);
}
/** "Step 3 – Why not the others?" */
const STEP = /^[^\p{L}\p{N}]*(?:(?:step|schritt|étape|paso|passo)?\s?\d{1,2}\s?[.:)–—-]\s?)?[^\p{L}¿]*/iu;
