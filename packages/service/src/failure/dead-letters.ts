import { DeadLetter, type DeadLetterQueue } from "@medhelm/core/jobs/dead-letter";
import type { ObjectStore, Queue } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, orUnreadable, UnreadableObject } from "@medhelm/core/store/objects";

export interface SetAside extends Pick<DeadLetter, "queue" | "body" | "reason" | "at"> {
  readonly id: string;
}

/** A letter whose record cannot be read. */
export interface DamagedLetter {
  readonly id: string;
  /** what is wrong with the record, and what to do */
  readonly damage: string;
}

/** Yields the letters that were set aside, by queue. */
export async function* setAsideLetters(objects: ObjectStore): AsyncGenerator<SetAside | DamagedLetter, undefined> {
  for await (const { key } of objects.list(keys.deadLetters())) {
    const id = key.slice(key.lastIndexOf("/") + 1, -".json".length);
    const letter = await getJson(objects, key, DeadLetter).catch(orUnreadable);
    if (letter === undefined) continue;
    if (letter instanceof UnreadableObject) yield { id, damage: letter.message };
    else yield { id, queue: letter.queue, body: letter.body, reason: letter.reason, at: letter.at };
  }
  return undefined;
}

/**
 * Sends the letters to their queues again, and then deletes their records. A letter whose record stays because of a fault is sent twice,
 * which is harmless. A letter that cannot be read stays.
 * @returns the letters that were sent, and the damaged ones
 */
export async function redriveLetters(
  objects: ObjectStore,
  queues: Readonly<Record<DeadLetterQueue, Pick<Queue, "send">>>,
): Promise<(SetAside | DamagedLetter)[]> {
  const found: (SetAside | DamagedLetter)[] = [];
  for await (const letter of setAsideLetters(objects)) {
    found.push(letter);
    if ("damage" in letter) continue;
    await queues[letter.queue].send(letter.body);
    await objects.delete(keys.deadLetter(letter.queue, letter.id));
  }
  return found;
}
