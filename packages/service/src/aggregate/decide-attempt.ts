import { createJson } from "@medhelm/core/store/create-json";
import { keys } from "@medhelm/core/store/object-keys";
import { raisedInt } from "@medhelm/core/store/raised-int";
import { getJson, orDamaged } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { z } from "zod";

/** `folder`: the folder of one attempt (keys.generation). */
export interface Attempt {
  readonly suite: string;
  readonly run: string;
  readonly folder: string;
}

/**
 * decision.json of an attempt: whether its folder is sealed or deleted. It never changes, so that no seal refers to deleted files.
 * `after`: the generation that was sealed then, or an earlier one; 0 without a seal.
 */
export const Decision = z.discriminatedUnion("end", [
  z.object({ formatVersion: z.literal(1), end: z.literal("seal"), after: raisedInt }),
  z.object({ formatVersion: z.literal(1), end: z.literal("delete") }),
]);
type Decision = z.infer<typeof Decision>;

const keyOf = ({ suite, run, folder }: Attempt): string => keys.attemptDecision(suite, run, folder);

/** Decides that an attempt is sealed. Returns false if it is deleted. `after`: the generation that is sealed now. */
export const decideToSeal = (objects: ObjectStore, attempt: Attempt, after: number): Promise<boolean> =>
  decide(objects, attempt, { formatVersion: 1, end: "seal", after });

/** Decides that an attempt is deleted. Returns false if it is sealed. */
export const decideToDelete = (objects: ObjectStore, attempt: Attempt): Promise<boolean> =>
  decide(objects, attempt, { formatVersion: 1, end: "delete" });

async function decide(objects: ObjectStore, attempt: Attempt, decision: Decision): Promise<boolean> {
  const { stored } = await createJson(objects, keyOf(attempt), Decision, decision);
  return stored.end === decision.end;
}

/** Whether the attempt's files are deleted, or are being deleted. */
export async function isDiscarded(objects: ObjectStore, attempt: Attempt): Promise<boolean> {
  return (await getJson(objects, keyOf(attempt), Decision))?.end === "delete";
}

/** The generation that was sealed before this attempt. 0: none, an earlier version sealed the attempt, or the decision is damaged. */
export async function sealedBefore(objects: ObjectStore, attempt: Attempt): Promise<number> {
  const decision = await getJson(objects, keyOf(attempt), Decision).catch(orDamaged);
  return decision?.end === "seal" ? decision.after : 0;
}
