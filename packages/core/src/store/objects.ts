import type { z } from "zod";
import type { Condition, ObjectStore, PutResult } from "../ports.ts";
import { issueText } from "../text/issue-text.ts";
import { UserError } from "../user-error.ts";
import { jsonErrorMessage } from "../text/json-error-message.ts";

/** Reads one JSON object and checks it against the schema; undefined if the key is free. */
export async function getJson<T>(objects: ObjectStore, key: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const found = await objects.get(key);
  return found === undefined ? undefined : parseJson(found.body, key, schema);
}

/** @throws UserError naming the file, and the field that is wrong */
export function parseJson<T>(bytes: Uint8Array, label: string, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new UserError(`${label}: not valid JSON (${jsonErrorMessage(cause)}); the file is damaged or cut off`, {
      cause,
    });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(`${label}: ${issue?.path.join(".") || "the whole file"}: ${issueText(issue)}`);
}

/** Puts a value as JSON. A put that throws may have taken place: use `updateJson` or `createJson` where that matters. */
export function putJson(objects: ObjectStore, key: string, value: unknown, condition?: Condition): Promise<PutResult> {
  return objects.put(key, JSON.stringify(value), condition);
}
