import { highest, sentencesOf } from "./words.ts";

export interface Option {
  readonly letter: string;
  readonly text: string;
}
/** The parts of a prompt that a baseline can find. A baseline knows no benchmark, only lines, letters and empty lines. */
export interface ReadPrompt {
  /** The last consecutive lines of the form "A. ..."; empty for an open task. */
  readonly options: readonly Option[];
  /** The question, as far as the layout shows it. */
  readonly question: string;
  /** The sentences of the longest paragraph, without the question's paragraph if there are others. */
  readonly sentences: readonly string[];
}

const OPTION = /^\s*\(?([A-Z])[.)]\s+(\S.*)$/;

export function readPrompt(prompt: string): ReadPrompt {
  const { options, before } = splitOptions(prompt.split("\n"));
  const paragraphs = before
    .split(/\n\s*\n/)
    .map((paragraph) => withoutOutputNoun(paragraph).trim())
    .filter((paragraph) => paragraph !== "");
  const question = withoutLabel(paragraphs.at(-1) ?? "");
  const rest = paragraphs.length > 1 ? paragraphs.slice(0, -1) : paragraphs;
  const source = withoutLabel(highest(rest, (paragraph) => paragraph.length) ?? "");
  return { options, question, sentences: sentencesOf(source) };
}

function splitOptions(lines: readonly string[]): { options: Option[]; before: string } {
  const read = lines.map((line) => OPTION.exec(line));
  const end = read.findLastIndex((match, i) => match !== null && read[i - 1]?.[1] !== undefined);
  if (end === -1) return { options: [], before: lines.join("\n") };
  let start = end;
  while (start > 0 && read[start - 1] !== null) start -= 1;
  const options = read
    .slice(start, end + 1)
    .flatMap((match) => (match === null ? [] : [{ letter: match[1] ?? "", text: match[2] ?? "" }]));
  return { options, before: lines.slice(0, start).join("\n") };
}

/** "Task: write a note\nAnswer:" -> "Task: write a note" */
const withoutOutputNoun = (paragraph: string): string => paragraph.replace(/\n[A-Z][\w ]{0,40}:\s*$/, "");

/** "Source:\nText" -> "Text" */
const withoutLabel = (paragraph: string): string => paragraph.replace(/^[A-Z][\w ]{0,40}:\s*/, "");
