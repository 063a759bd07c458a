import { createJson } from "@medhelm/core/store/create-json";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { z } from "zod";

/** `folder`: the folder of one attempt (keys.generation). */
export interface Attempt {
  readonly suite: string;
  readonly run: string;
  readonly folder: string;
}

/** decision.json of an attempt: whether its folder is sealed or deleted. It never changes, so that no seal refers to deleted files. */
const Decision = z.object({ formatVersion: z.literal(1), end: z.enum(["seal", "delete"]) });
type End = z.infer<typeof Decision>["end"];

const keyOf = ({ suite, run, folder }: Attempt): string => keys.attemptDecision(suite, run, folder);

/** Decides what becomes of an attempt. Returns false if the opposite was decided before. */
export async function decideAttempt(objects: ObjectStore, attempt: Attempt, end: End): Promise<boolean> {
  const { stored } = await createJson(objects, keyOf(attempt), Decision, { formatVersion: 1, end });
  return stored.end === end;
}

/** Whether the attempt's files are deleted, or are being deleted. */
export async function isDiscarded(objects: ObjectStore, attempt: Attempt): Promise<boolean> {
  return (await getJson(objects, keyOf(attempt), Decision))?.end === "delete";
}
