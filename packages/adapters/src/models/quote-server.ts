import { LEFT_OUT, withoutPromptWords } from "./prompt-words.ts";

/** Texts that a message must not repeat. */
export interface Secrets {
  readonly prompt: string;
  readonly apiKey: string | undefined;
  /** More texts that the client sent and must not show, e.g. the values of the user's extra headers. */
  readonly hidden?: readonly string[];
}

const MAX_CHARACTERS = 200;
/** Parts of the prompt from this length on are replaced. Of shorter ones, some are common phrases, such as "the request" (prompt-words.ts). */
const LEAK_LENGTH = 16;

/** Text in quotes, which names a parameter or repeats a value of the request. */
const QUOTED = /"[^"]{2,}"|'[^']{2,}'|`[^`]{2,}`|[“„][^“”„]{2,}[“”]|‘[^‘’]{2,}’|«[^«»]{2,}»|「[^「」]{2,}」/g;
/** The name or the number of a parameter, e.g. `messages[0].content`. */
const PARAMETER = /^[\w.[\]/:-]+$/;

/**
 * Quotes the server's message as `: "..."`, at most 200 characters of it; "" without a message. The key and every part of the prompt are
 * left out, because the prompt may hold patient text, and messages are logged and stored.
 */
export function quoteServer(message: string, secrets: Secrets): string {
  const safe = safeText(message, secrets);
  return safe === "" ? "" : `: "${safe}"`;
}

/** A text of the server, at most 200 characters of it, without the key, the prompt and characters that a terminal obeys. */
export function safeText(message: string, { prompt, apiKey = "", hidden = [] }: Secrets): string {
  const visible = plain(prompt);
  const plainPrompt = visible.toLowerCase();
  const start = message.slice(0, 40 * MAX_CHARACTERS);
  const line = plain([apiKey.trim(), ...hidden].reduce(withoutSecret, start));
  const long = withoutPrompt(withoutQuotedPrompt(line.slice(0, 4 * MAX_CHARACTERS), plainPrompt), plainPrompt);
  const safe = withoutPromptWords(long, visible);
  return safe.length > MAX_CHARACTERS ? `${safe.slice(0, MAX_CHARACTERS)}...` : safe;
}

/** A shorter key, such as "EMPTY" or "ollama", is a word of some names. */
const LEAST_KEY = 8;

/** A name that the server says, such as that of its model, without the key. */
export const withoutKey = (name: string, key = ""): string =>
  key.length < LEAST_KEY ? name : withoutSecret(name, key);

/** The key in these headers; undefined without one. */
export const bearerOf = (headers: Readonly<Record<string, string>>): string | undefined =>
  headers.authorization?.replace(/^Bearer /, "");

/** A secret is also found as a part of an address or of a text in JSON. */
const withoutSecret = (text: string, secret: string): string =>
  secret === ""
    ? text
    : [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)].reduce(
        (soFar, form) => soFar.replaceAll(form, LEFT_OUT),
        text,
      );

/** Escapes of JSON, HTML and addresses and white space do not hide that two texts are equal. Control characters could change a terminal. */
const plain = (text: string): string =>
  text
    .replaceAll(/(?:%[0-9a-f]{2})+/gi, unescapedBytes)
    .replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,6}));/gi, unescapedEntity)
    .replaceAll(/\\[nrt]/g, " ")
    .replaceAll(/\\(["'\\/])/g, "$1")
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: "&", lt: "<", gt: ">", nbsp: " " };
function unescapedEntity(whole: string, hex?: string, decimal?: string, name = ""): string {
  const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : (ENTITIES[name.toLowerCase()] ?? whole);
}

const unescapedBytes = (bytes: string): string => Buffer.from(bytes.replaceAll("%", ""), "hex").toString("utf8");

function withoutQuotedPrompt(line: string, prompt: string): string {
  return line.replaceAll(QUOTED, (quoted) => {
    const text = quoted.slice(1, -1);
    return !PARAMETER.test(text) && prompt.includes(text.toLowerCase()) ? quoted[0] + LEFT_OUT + quoted.at(-1) : quoted;
  });
}

/** Replaces each longest stretch of at least LEAK_LENGTH characters that the prompt contains. */
function withoutPrompt(line: string, prompt: string): string {
  const lower = line.toLowerCase();
  if (lower.length !== line.length) return LEFT_OUT; // a rare letter changes its length, and positions would shift
  let kept = "";
  for (let at = 0; at < line.length; ) {
    let end = at + LEAK_LENGTH;
    if (end > line.length || !prompt.includes(lower.slice(at, end))) {
      kept += line[at++];
      continue;
    }
    while (end < line.length && prompt.includes(lower.slice(at, end + 1))) end++;
    kept += line.slice(at, end).replace(/\S.*\S|\S/, LEFT_OUT);
    at = end;
  }
  return kept;
}
