import type { Damaged } from "@medhelm/core/damaged-line";
import { DeadLetter, type DeadLetterQueue } from "@medhelm/core/jobs/dead-letter";
import type { ObjectStore, Queue } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, orUnreadable, UnreadableObject } from "@medhelm/core/store/objects";

export interface SetAside extends Pick<DeadLetter, "queue" | "body" | "reason" | "at"> {
  readonly id: string;
}

/** Yields the letters that were set aside, by queue. */
export async function* setAsideLetters(objects: ObjectStore): AsyncGenerator<SetAside | Damaged, undefined> {
  for await (const { key } of objects.list(keys.deadLetters())) {
    const id = key.slice(key.lastIndexOf("/") + 1, -".json".length);
    const letter = await getJson(objects, key, DeadLetter).catch(orUnreadable);
    if (letter === undefined) continue;
    if (letter instanceof UnreadableObject) yield { damaged: { id, reason: letter.message } };
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
): Promise<(SetAside | Damaged)[]> {
  const found: (SetAside | Damaged)[] = [];
  for await (const letter of setAsideLetters(objects)) {
    found.push(letter);
    if ("damaged" in letter) continue;
    await queues[letter.queue].send(letter.body);
    await objects.delete(keys.deadLetter(letter.queue, letter.id));
  }
  return found;
}
