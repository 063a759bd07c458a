import { z } from "zod";
import type { Condition, ObjectStore, PutResult } from "../ports.ts";
import { issueText } from "../text/issue-text.ts";
import { UserError } from "../user-error.ts";
import { sha256OfChunks } from "./canonical.ts";
import { HASH_FIELD, hashedText, recordText } from "./record-text.ts";
import { remedyFor } from "./remedy.ts";
import { isTooDeep, TOO_DEEP_JSON } from "../text/json-depth.ts";
import { jsonErrorMessage } from "../text/json-error-message.ts";

const decoder = new TextDecoder();

/** A stored object that is damaged, or that a later version wrote. */
export class UnreadableObject extends UserError {}

/** A stored object is not JSON, or has another layout than its kind. One of a newer format is not damaged. */
export class DamagedObject extends UnreadableObject {}

/** Reads one JSON object and checks it against the schema; undefined if the key is free. */
export async function getJson<T>(
  objects: Pick<ObjectStore, "get">,
  key: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const found = await objects.get(key);
  return found === undefined ? undefined : parseJson(found.body, key, schema);
}

/** As `getJson`; undefined also for an object that cannot be read, for a caller that can do without it. */
export async function getIfReadable<T>(
  objects: ObjectStore,
  key: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  try {
    return await getJson(objects, key, schema);
  } catch (error) {
    if (error instanceof UnreadableObject) return undefined;
    throw error;
  }
}

/** For `catch`: undefined for a damaged object, which the caller makes again. Any other error stays. */
export function orDamaged(error: unknown): undefined {
  if (!(error instanceof DamagedObject)) throw error;
}

/** For `catch`: the error of an object that cannot be read, which the caller names before it goes on. Any other error stays. */
export function orUnreadable(error: unknown): UnreadableObject {
  if (!(error instanceof UnreadableObject)) throw error;
  return error;
}

/**
 * Reads an object that the caller will change. The value also has the fields of a later version, so that `{...stored, field}` keeps them;
 * an object that replaces it does not.
 */
export async function getToChange<T>(objects: ObjectStore, key: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const found = await objects.get(key);
  return found === undefined ? undefined : parseToChange(found.body, key, schema);
}

/** As `parseJson`, with the fields that the schema does not know. */
export function parseToChange<T>(bytes: Uint8Array, label: string, schema: z.ZodType<T>): T {
  const value = parseJson(bytes, label, schema);
  return keepUnknown(JSON.parse(decoder.decode(bytes)), value);
}

/** Adds the fields of a JSON value to the value that a schema has made of it. */
export function keepUnknown<T>(json: unknown, parsed: T): T {
  addUnknown(json, parsed);
  return parsed;
}

/** Adds the fields of `from` that `to` lacks, at every depth. */
function addUnknown(from: unknown, to: unknown): void {
  if (typeof from !== "object" || from === null || typeof to !== "object" || to === null) return;
  for (const [name, value] of Object.entries(from)) {
    const known = Object.getOwnPropertyDescriptor(to, name);
    if (known !== undefined) addUnknown(value, known.value);
    else if (name !== HASH_FIELD)
      Object.defineProperty(to, name, { value, enumerable: true, writable: true, configurable: true });
  }
}

/**
 * Unknown fields pass.
 * @throws DamagedObject with the file and the wrong field, also for a record with another hash; UnreadableObject if the format is newer than this
 * program
 */
export function parseJson<T>(bytes: Uint8Array, label: string, schema: z.ZodType<T>): T {
  const text = hashedText(decoder.decode(bytes));
  if (text === undefined) throw damagedObject(label, "its text differs from its own hash");
  if (isTooDeep(text)) throw damagedObject(label, TOO_DEEP_JSON);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw damagedObject(label, `not valid JSON (${jsonErrorMessage(cause)}); the file is damaged or cut off`, cause);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  refuseNewerFormat(parsed.error.issues, value, label);
  const [issue] = parsed.error.issues;
  throw damagedObject(label, `${issue?.path.join(".") || "the whole file"}: ${issueText(issue)}`);
}

/** The error about a damaged object, with what an operator does about it. */
export function damagedObject(label: string, why: string, cause?: unknown): DamagedObject {
  const remedy = remedyFor(label);
  return new DamagedObject(`${label}: ${why}${remedy === undefined ? "" : `; ${remedy}`}`, { cause });
}

/** @throws UnreadableObject if the object's formatVersion is higher than every one that the schema accepts */
function refuseNewerFormat(issues: readonly z.core.$ZodIssue[], value: unknown, label: string): void {
  const issue = issues.find(({ path }) => path.length === 1 && path[0] === "formatVersion");
  const { data } = FormatVersion.safeParse(value);
  if (issue?.code !== "invalid_value" || data === undefined) return;
  const newest = Math.max(...issue.values.map(Number));
  if (data.formatVersion > newest)
    throw new UnreadableObject(
      `${label}: this object has format ${data.formatVersion}, and this medhelm reads formats up to ${newest}; upgrade medhelm`,
    );
}

const FormatVersion = z.object({ formatVersion: z.int() });

/** The sha256 of an object's bytes; a text that is no hash if a compressed file cannot be unpacked. @throws Error when the key is missing */
export const storedSha256 = async (objects: Pick<ObjectStore, "stream">, key: string): Promise<string> =>
  (await sha256OfChunks(objects.stream(key)).catch(orDamaged)) ?? "unreadable";

/** Puts a value as JSON. A put that throws may have taken place: use `updateJson` or `createJson` where that matters. */
export function putJson(objects: ObjectStore, key: string, value: unknown, condition?: Condition): Promise<PutResult> {
  return objects.put(key, recordText(key, value), condition);
}
