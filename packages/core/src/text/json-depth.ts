/** Our own files have some ten levels. Readers and writers of values call themselves for each level, and deeper ones would fill the stack. */
export const MAX_JSON_DEPTH = 200;

/** The fault of a JSON text that `isTooDeep`. */
export const TOO_DEEP_JSON = `it has more than ${MAX_JSON_DEPTH} lists or objects in each other`;

/** Whether a JSON text opens more than 200 brackets at one place. Takes linear time, a small part of that of JSON.parse. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth++;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The place of the quotation mark that ends a string, or the end of the text. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}
