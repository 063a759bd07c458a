import { parseJson } from "@medhelm/core/text/parse-json";
import { issueText } from "@medhelm/core/text/issue-text";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { jsonErrorMessage } from "@medhelm/core/text/json-error-message";
import type { z } from "zod";
import { readText } from "./read-json.ts";

/**
 * Reads one JSON value per line, with any file extension. Skips empty lines.
 * @throws UserError that names the file, the line, and the key with an unexpected layout
 */
export function readJsonLines<T>(file: SourceFile, schema: z.ZodType<T>): T[] {
  const values = readText(file)
    .split(/\r\n|\r|\n/)
    .flatMap((line, i) => (line.trim() === "" ? [] : [parseLine(`${file.label}, line ${i + 1}`, line, schema)]));
  if (values.length === 0) throw new UserError(`${file.label}: the file is empty; one JSON object a line is expected`);
  return values;
}

function parseLine<T>(where: string, line: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = parseJson(line);
  } catch (cause) {
    throw new UserError(`${where}: not complete, readable JSON (${jsonErrorMessage(cause)}); fetch the file again`, {
      cause,
    });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const key = issue?.path.join(".") ?? "";
  throw new UserError(
    `${where}: ${key === "" ? "the line" : key}: ${issueText(issue)}; this is not the file that the benchmark expects`,
  );
}
