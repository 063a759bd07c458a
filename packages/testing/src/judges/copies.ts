/** Returns the replies of judges that copy an answer: the text whole or in part, in a code fence, in tags, with text around it. */
export function copiesOf(text: string): string[] {
  const parts = new Set([text, ...text.split("\n"), ...objectsIn(text), ...halves(text)]);
  return [...parts].flatMap((part) => [
    part,
    `${part}}`,
    `{${part}}`,
    JSON.stringify(part),
    `\`\`\`json\n${part}\n\`\`\``,
    `<rubric_criteria>\n${part}\n</rubric_criteria>`,
    `Here is my verdict:\n\n${part}\n\nLet me know if you need more.`,
  ]);
}

/** From each "{" to each "}" behind it, at most a few of each. */
function objectsIn(text: string): string[] {
  const starts = [...text.matchAll(/\{/g)].map(({ index }) => index).slice(0, 4);
  const ends = [...text.matchAll(/\}/g)].map(({ index }) => index + 1).slice(-4);
  return starts.flatMap((start) => ends.filter((end) => end > start).map((end) => text.slice(start, end)));
}

const halves = (text: string): string[] => [
  text.slice(0, text.length / 2),
  text.slice(text.length / 2),
  text.slice(text.length / 4, -text.length / 4),
];

/** Changes that a judge makes when it unescapes, decodes or tidies its copy. */
export const TIDIED: Readonly<Record<string, (text: string) => string>> = {
  "straightens quotes": (text) => text.replace(/[“”„‟″＂]/g, '"').replace(/[‘’]/g, "'"),
  "makes single quotes double": (text) => text.replace(/['‘’“”]/g, '"'),
  "makes full-width forms ASCII": (text) => text.normalize("NFKC").replace(/[“”]/g, '"'),
  "decodes HTML entities": (text) =>
    text
      .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&")
      .replaceAll("&lt;", "<")
      .replace(/[“”]/g, '"'),
  "decodes \\u escapes": (text) =>
    text
      .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/[“”]/g, '"'),
  "removes backslashes": (text) => text.replaceAll("\\", "").replace(/[“”]/g, '"'),
  "decodes per cent": (text) => {
    try {
      return decodeURIComponent(text).replace(/[“”]/g, '"');
    } catch {
      return text;
    }
  },
  "decodes base64": (text) => text.replace(/[\w+/]{24,}={0,2}/g, (run) => Buffer.from(run, "base64").toString("utf8")),
  "removes invisible marks": (text) => text.replace(/\p{Cf}/gu, "").replace(/[“”]/g, '"'),
  "reads backwards": (text) => Array.from(text).toReversed().join(""),
  "lowers the case": (text) => text.toLowerCase().replace(/[“”]/g, '"'),
  "translates keys": (text) =>
    text
      .replace(/[“”]/g, '"')
      .replace(/exactitud|genauigkeit|exactitude|准确性/giu, "accuracy")
      .replace(/claridad|klarheit|clarté|清晰度/giu, "clarity")
      .replace(/puntuación|punktzahl|note|分数/giu, "score"),
};

/** Characters that are written as escapes: their digits are no scores. */
const ESCAPED = /&#?\w{2,8};|\\+(?:u\{?[\da-f]{2,6}\}?|x[\da-f]{2})|%[\da-f]{2}/gi;

/** A judge that restates scores in prose, YAML or tags as JSON. Returns undefined if a criterion has none. */
export function restated(text: string, criteria: readonly string[]): string | undefined {
  const seen = text.replace(ESCAPED, " ");
  const entries = criteria.map((name) => {
    const score = new RegExp(`${name}[^\\d]{1,30}(\\d)`, "i").exec(seen)?.[1];
    return [name, { score: Number(score), explanation: "copied" }] as const;
  });
  return entries.some(([, { score }]) => Number.isNaN(score)) ? undefined : JSON.stringify(Object.fromEntries(entries));
}

/** Returns what the fence of a prompt encloses. */
export const insideFence = (prompt: string): string =>
  /\[answer (\w+) begins[^\]]*\]\n([^]*)\n\[answer \1 ends\]/.exec(prompt)?.[2] ?? "";
