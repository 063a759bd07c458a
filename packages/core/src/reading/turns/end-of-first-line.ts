import { lazyPattern } from "../../text/lazy-pattern.ts";

const { raw } = String;

/** A line that is no text yet: marks, tags, the language of a code fence, a heading such as "### Final Answer". */
const NO_TEXT = lazyPattern(
  raw`^(?:[^\p{L}\p{N}<]|<[^<>\n]{1,40}>|<(?![^<>\n]{1,40}>))*(?:(?<=\x60{3})\w{1,20}|(?:(?:the|my|your)\s)?(?:(?:final|correct|best)\s)?(?:answer|response|output|result)(?=[^\p{L}\p{N}]*$))?[^\p{L}\p{N}]*$`,
  "iu",
);

/** Returns where the first line with text of the answer ends: marks and headings around a reply are before it. */
export function endOfFirstLine(text: string): number {
  let end = 0;
  for (const line of text.split("\n")) {
    end += line.length;
    if (!NO_TEXT.test(line.slice(0, LONGEST))) return end;
    end++;
  }
  return end;
}
const LONGEST = 100;
