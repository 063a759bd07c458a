/** Names of fields in which servers say what went wrong, the likeliest first. `messages` is no such name: it may repeat the prompt. */
const NAMES = [
  /(?:message|msg)$/i,
  /^details?$/i,
  /errors?$|description$/i,
  /reason$|cause$|fault|exception|explanation/i,
  /^(?:title|info|hint|warning|text)$/i,
];
/** Why an answer ended, which is no fault. */
const END_OF_ANSWER = /^(?:finish|stop)_?reason$/i;
/** OpenRouter's field with the words of the provider behind it, next to a message of its own. */
const QUOTED_PROVIDER = "raw";

const MAX_DEPTH = 6;
const MAX_PARTS = 500;
const MAX_TEXTS = 3;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the server's message from an error body of any shape: the text of a usual field, the title of a page, or the whole text. Of several fields
 * it takes the nearest to the root, and a sentence rather than a word. "" if it says nothing. The result may repeat the prompt: show it by
 * quoteServer.
 */
export function serverMessage(body: unknown): string {
  if (typeof body === "string" && !isJson(body)) return plainText(body);
  const levels = levelsOf(body);
  const own = firstTexts(levels, NAMES, isSentence) ?? firstTexts(levels, NAMES, () => true) ?? [];
  const quoted = levels.flat().flatMap((fields) => Object.entries(fields).filter(([name]) => name === QUOTED_PROVIDER));
  return [...new Set([...own, ...quoted.map(([, value]) => serverMessage(value)).filter(isSentence)])]
    .slice(0, MAX_TEXTS)
    .join(", ");
}

const isSentence = (text: string): boolean => /\S\s+\S/.test(text);
const isJson = (text: string): boolean => /^\s*[{[]/.test(text) && parsed(text) !== undefined;

/** A page says it in its title. */
function plainText(text: string): string {
  if (/^\s*\[?\s*\{\s*"/.test(text)) return ""; // JSON that breaks off, or several: it may hold an answer
  if (text.includes("\uFFFD") || text.includes("\0")) return ""; // bytes of something else
  if (!/<(?:!doctype|html|head|body|title|h1)\b/i.test(text.slice(0, 2000))) return text.trim();
  const [, title = ""] = /<(?:title|h1)\b[^>]*>([^<]*)</i.exec(text.slice(0, 20_000)) ?? [];
  return title.trim();
}

/** The objects of the body by their depth. A text that is JSON counts as its value, because gateways wrap errors in texts. */
function levelsOf(body: unknown): Fields[][] {
  const levels: Fields[][] = [];
  let parts: unknown[] = [body];
  let left = MAX_PARTS;
  for (let depth = 0; depth < MAX_DEPTH && parts.length > 0; depth++) {
    const objects = parts.flatMap((part) => objectsIn(part)).slice(0, left);
    left -= objects.length;
    levels.push(objects);
    parts = objects.flatMap((fields) => Object.values(fields).slice(0, MAX_PARTS));
  }
  return levels;
}

function objectsIn(part: unknown): Fields[] {
  const value = typeof part === "string" && isJson(part) ? parsed(part) : part;
  if (Array.isArray(value)) return value.slice(0, MAX_PARTS).filter(isFields);
  return isFields(value) ? [value] : [];
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The wanted texts under the likeliest name of the nearest level that has some. */
function firstTexts(
  levels: readonly Fields[][],
  names: readonly RegExp[],
  isWanted: (text: string) => boolean,
): string[] | undefined {
  for (const level of levels)
    for (const name of names) {
      const texts = level
        .flatMap((fields) => Object.entries(fields).filter(([field]) => name.test(field) && !END_OF_ANSWER.test(field)))
        .flatMap(([, value]) => textsIn(value))
        .filter(isWanted);
      if (texts.length > 0) return texts.slice(0, MAX_TEXTS);
    }
  return undefined;
}

function textsIn(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_TEXTS) : [value];
  return values.flatMap((one) => (typeof one === "string" && one.trim() !== "" && !isJson(one) ? one.trim() : []));
}

function parsed(text: string): unknown {
  if (text.length > 1_000_000) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
