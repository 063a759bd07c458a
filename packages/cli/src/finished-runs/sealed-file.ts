import type { ObjectStore } from "@medhelm/core/ports";
import { DamagedObject, getJson } from "@medhelm/core/store/objects";
import { damagedFile } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import type { z } from "zod";

/** The manifest lists the file. */
export const missingFile = (key: string): UserError =>
  new UserError(`${key}: this file of a sealed run is missing; restore it, or run the entry again`);

/** Reads a JSON file of a sealed run; undefined if it does not exist. @throws UserError if it is damaged */
export async function readSealed<T>(objects: ObjectStore, key: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return await getJson(objects, key, schema);
  } catch (error) {
    throw error instanceof DamagedObject ? damagedFile(key, error) : error;
  }
}
