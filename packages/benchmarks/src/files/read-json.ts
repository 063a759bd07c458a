import { parseJson } from "@medhelm/core/text/parse-json";
import { issueText } from "@medhelm/core/text/issue-text";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { jsonErrorMessage } from "@medhelm/core/text/json-error-message";
import { z } from "zod";
import { foreignFormat } from "./foreign-file.ts";

/** The longest text that V8 holds. */
const MAX_TEXT_BYTES = 536_870_888;

/**
 * Decodes UTF-8 and drops a byte order mark.
 * @throws UserError that names the file if it is not UTF-8, or too large to be one text
 */
export function readText(file: SourceFile): string {
  if (file.bytes.length > MAX_TEXT_BYTES)
    throw new UserError(
      `${file.label}: it has ${file.bytes.length} bytes, and at most ${MAX_TEXT_BYTES} can be read as one text; split it`,
    );
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file.bytes);
  } catch (cause) {
    throw new UserError(notUtf8Text(file.label, file.bytes, 0), { cause });
  }
}

/**
 * A sentence that names the line with the invalid bytes, or another encoding: Excel also saves Latin-1 and UTF-16.
 * @param bytes the file, or the part of it with the invalid bytes, which begins after `lines` whole lines
 */
export function notUtf8Text(label: string, bytes: Uint8Array, lines: number): string {
  const foreign = lines === 0 ? foreignFormat(bytes) : undefined;
  if (foreign !== undefined)
    return `${label}: ${foreign}, not a text file; save its table as CSV UTF-8 and name that file`;
  const [first, second] = bytes;
  const isUtf16 = lines === 0 && ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff));
  const readable = new TextDecoder("utf-8").decode(bytes);
  const line = lines + readable.slice(0, readable.indexOf("\uFFFD")).split("\n").length;
  const what = isUtf16 ? ": UTF-16 text, not UTF-8" : `, line ${line}: not UTF-8 text`;
  return `${label}${what}; save it as UTF-8 (or fetch it again)`;
}

/**
 * Parses JSON text as `schema`.
 * @throws UserError that names the file, and the key with an unexpected layout
 */
export function readJson<T>(file: SourceFile, schema: z.ZodType<T>): T {
  return parsedAs(file, readText(file), schema);
}

/**
 * Reads the values of a JSON object in the order of the file, because HELM's ids follow this order. JSON.parse would sort keys
 * that look like numbers, so such keys first get a letter in front. Only a key can be an unescaped quote before digits, a quote
 * and a colon.
 * @throws UserError as readJson does
 */
export function readJsonValues<T>(file: SourceFile, schema: z.ZodType<T>): T[] {
  const text = readText(file).replace(/(?<!\\)"(\d+)"(?=\s*:)/g, '"#$1"');
  const values = Object.values(parsedAs(file, text, z.record(z.string(), schema)));
  if (values.length === 0) throw new UserError(`${file.label}: the file is an empty object; fetch the file again`);
  return values;
}

function parsedAs<T>(file: SourceFile, text: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw new UserError(
      `${file.label}: not complete, readable JSON (${jsonErrorMessage(cause)}); fetch the file again`,
      {
        cause,
      },
    );
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(
    `${file.label}: ${issue?.path.join(".") || "top level"}: ${issueText(issue)}; this is not the file that the benchmark expects`,
  );
}
