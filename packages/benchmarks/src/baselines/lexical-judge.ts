import { parseJson } from "@medhelm/core/text/parse-json";
import { overlap, pairsOf, wordsOf } from "./words.ts";

/** The parts of a text that a judge counts, with their name. */
interface Counted {
  readonly what: string;
  readonly of: (text: string) => ReadonlySet<string>;
}
const WORDS: Counted = { what: "words", of: wordsOf };
const PAIRS: Counted = { what: "pairs of words", of: pairsOf };

/**
 * Replies to a judge prompt in the form of its <rubric_criteria>. The scale is the one that the prompt names ("from 1 to 5", "0 to 5"), otherwise 1
 * to 5. Scores follow the words that the answer and the reference share. A criterion about completeness gets the share of the reference. One about
 * accuracy, faithfulness or safety gets the share of the answer. Any other criterion gets both (F1). Without a reference, the question replaces it.
 */
export const lexicalJudge = (prompt: string): string => judgeBy(WORDS, prompt);

/** The same with words that follow each other, so that it is stricter and the two judges disagree at times. */
export const wordPairsJudge = (prompt: string): string => judgeBy(PAIRS, prompt);

function judgeBy({ what, of: countedIn }: Counted, prompt: string): string {
  const answer = countedIn(withoutFence(insideTags(prompt, ["answer", "response"])));
  const gold = insideTags(prompt, ["reference", "gold", "gold_response"]);
  const reference = countedIn(gold === "" ? insideTags(prompt, ["question", "task", "source"]) : gold);
  const against = gold === "" ? "the question, as there is no reference," : "the reference";
  const shared = overlap(answer, reference);
  const share = (of: ReadonlySet<string>): number => (of.size === 0 ? 0 : shared / of.size);
  const [precision, recall] = [share(answer), share(reference)];
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  const [low, high] = scaleOf(prompt);
  const verdict = criteriaOf(prompt).map((criterion) => {
    const part = /complet/i.test(criterion) ? recall : /accura|faithful|safe/i.test(criterion) ? precision : f1;
    const score = low + Math.round(part * (high - low));
    const about = `Stand-in judge: it counts ${what} and is not a language model.`;
    return [
      criterion,
      { score, explanation: `${about} ${Math.round(part * 100)} % of ${what} shared with ${against}` },
    ];
  });
  const key = VERDICT_KEY_AT_END.exec(prompt)?.[1];
  return JSON.stringify({ ...Object.fromEntries(verdict), ...(key && { verdict_key: key }) }, null, 2);
}

/** The key that a second request states (core/src/judge/ask-judge.ts). */
const VERDICT_KEY_AT_END = /"verdict_key": "([0-9a-f]{16})" to the object\.$/;

/** Returns the text between the first opening and the last closing tag of the first name that occurs, or "". */
function insideTags(prompt: string, names: readonly string[]): string {
  for (const name of names) {
    const found = new RegExp(`<${name}>([^]*)</${name}>`, "i").exec(prompt)?.[1];
    if (found !== undefined && found.trim() !== "") return found;
  }
  return "";
}

/** Removes the texts between tags, because "fell from 31 to 18" in a note is not a scale. */
const ownWords = (prompt: string): string => prompt.replace(/<([a-z]\w*)>[^]*<\/\1>/gi, "");

/** Removes the marker lines of protocol fenced (core/src/judge/fence.ts). */
const withoutFence = (text: string): string => text.replace(/^\[answer [0-9a-f]{16} (?:begins; .*|ends)\]$/gm, "");

function scaleOf(prompt: string): readonly [number, number] {
  const found = /\bfrom (\d+) to (\d+)/i.exec(ownWords(prompt));
  return found === null ? [1, 5] : [Number(found[1]), Number(found[2])];
}

function criteriaOf(prompt: string): string[] {
  const block = /<rubric_criteria>\s*(\{[^]*?\})\s*<\/rubric_criteria>/.exec(prompt)?.[1] ?? "{}";
  try {
    const value: unknown = parseJson(block);
    return typeof value === "object" && value !== null ? Object.keys(value) : [];
  } catch {
    // if the block of the prompt is not JSON, it has no criteria that a reply could name
    return [];
  }
}
