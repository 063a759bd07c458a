import { ANNOUNCEMENT, FINAL, STATED_END } from "./phrases.ts";
import { type Sentence, sentences } from "../text/sentences.ts";

/** A sentence with the strength that an announcement before it gives to an answer that leads it. */
export interface AnnouncedSentence extends Sentence {
  readonly announced: "stated" | "final" | undefined;
}

/** A sentence that announces the answer is at most this long. */
const LONGEST = 160;

/**
 * Splits a text into sentences without the announcements before them, such as a heading "Final answer" or "Answer: ". Each sentence is then read as
 * if it had no announcement. `isWithin`: whether a place is inside of a value; `hasValue`: whether the sentence that was yielded last names one.
 */
export function* announcedSentences(
  text: string,
  isWithin: (at: number) => boolean,
  hasValue: () => boolean,
): Generator<AnnouncedSentence> {
  let heading: string | undefined;
  let isFirst = true;
  for (const sentence of sentences({ text }, isWithin)) {
    const label = ANNOUNCEMENT.exec(sentence.text)?.[0] ?? "";
    const hasRest = label.length < sentence.text.length;
    const own = hasRest ? label : "";
    const words = own === "" ? heading : own;
    const isFinal = words !== undefined && !isFirst && FINAL.test(words);
    yield {
      ...sentence,
      from: sentence.from + own.length,
      text: sentence.text.slice(own.length),
      announced: words === undefined ? undefined : isFinal ? "final" : "stated",
    };
    const isHeading = sentence.text.length < LONGEST && STATED_END.test(sentence.text) && !hasValue();
    isFirst &&= isHeading;
    heading = isHeading ? sentence.text : undefined;
  }
}

/** The text behind a heading or a label that only announces it: "### Final Answer", "Answer: ". */
export function behindAnnouncement(text: string): string {
  const [first = ""] = text.trimStart().split("\n", 1);
  const isHeading = first.length < LONGEST && STATED_END.test(first) && first.length < text.trimStart().length;
  const rest = isHeading ? text.trimStart().slice(first.length).trimStart() : text;
  return ANNOUNCEMENT.replace(rest, "");
}
