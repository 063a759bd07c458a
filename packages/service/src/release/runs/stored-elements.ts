import { readElements } from "@medhelm/core/helm/read-elements";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { faultIn } from "../fault-in.ts";

/** A larger file is not read again for the line of its fault. */
const MAX_BYTES = 200_000_000;

/**
 * Reads the elements of a stored list as `readElements` does.
 * @throws UserError that names the file and the line, if the file is damaged
 */
export async function* storedElements(objects: ObjectStore, key: string, list?: string): AsyncGenerator {
  try {
    yield* readElements(objects.stream(key), list, { label: key });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const line = await faultLine(objects, key);
    throw line === undefined ? error : new UserError(error.message.replace(key, `${key}, line ${line},`));
  }
}

/** The line of the first fault; undefined for a valid or very large file. */
async function faultLine(objects: ObjectStore, key: string): Promise<number | undefined> {
  const head = await objects.head(key);
  if (head === undefined || head.sizeBytes > MAX_BYTES) return undefined;
  const found = await objects.get(key);
  return found && faultIn(new TextDecoder().decode(found.body))?.line;
}
