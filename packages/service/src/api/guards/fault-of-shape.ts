/** No body of this API has more. Millions of nested lists would occupy the parser for seconds. */
const MAX_DEPTH = 32;

/** Two times as many as the largest submission has. The check of a million fields would occupy the API for seconds. */
const MAX_VALUES = 50_000;

/** Names a JSON text that opens too many brackets at one place, or has too many values. */
export function faultOfShape(text: string): string | undefined {
  let depth = 0;
  let values = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isText = !isText;
    else if (isText && character === "\\") at++;
    else if (isText) continue;
    else if (character === ",") values++;
    else if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    if (depth > MAX_DEPTH) return `The body nests more than ${MAX_DEPTH} lists and objects; send a flat body.`;
    if (values > MAX_VALUES) return `The body has more than ${MAX_VALUES} values; send fewer.`;
  }
  return undefined;
}
