import { DeadLetter, type DeadLetterQueue } from "@medhelm/core/jobs/dead-letter";
import type { ObjectStore, Queue } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";

export interface SetAside extends Pick<DeadLetter, "queue" | "body" | "reason" | "at"> {
  readonly id: string;
}

/** Yields the letters that were set aside, by queue. */
export async function* setAsideLetters(objects: ObjectStore): AsyncGenerator<SetAside, undefined> {
  for await (const { key } of objects.list(keys.deadLetters())) {
    const letter = await getJson(objects, key, DeadLetter);
    if (letter === undefined) continue;
    const { queue, body, reason, at } = letter;
    yield { id: key.slice(key.lastIndexOf("/") + 1, -".json".length), queue, body, reason, at };
  }
  return undefined;
}

/**
 * Sends the letters to their queues again, and then deletes their records. A letter whose record stays because of a fault is sent twice,
 * which is harmless.
 */
export async function redriveLetters(
  objects: ObjectStore,
  queues: Readonly<Record<DeadLetterQueue, Pick<Queue, "send">>>,
): Promise<SetAside[]> {
  const sent: SetAside[] = [];
  for await (const letter of setAsideLetters(objects)) {
    await queues[letter.queue].send(letter.body);
    await objects.delete(keys.deadLetter(letter.queue, letter.id));
    sent.push(letter);
  }
  return sent;
}
