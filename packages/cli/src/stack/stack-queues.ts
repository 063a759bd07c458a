import { join } from "node:path";
import { setAsideIfDamaged } from "@medhelm/adapters/sqlite/damaged-database";
import { deadLettersOf, sqliteQueue } from "@medhelm/adapters/queues/sqlite-queue";
import { DeadLetterQueue } from "@medhelm/core/jobs/dead-letter";
import type { Queue } from "@medhelm/core/ports";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";

/** Time for which the queue hides a received message. The consumer extends it while it works. */
export const VISIBILITY_MS = 20_000;
const MAX_RECEIVES = 5;

type QueueName = DeadLetterQueue;

export function openQueue(outputPath: string, name: QueueName): Queue {
  return sqliteQueue(queueFile(outputPath), name, { visibilityMs: VISIBILITY_MS, maxReceives: MAX_RECEIVES });
}

/** The queues of a stack. `dead` has the messages that no handler could work on, in a queue for each of them. */
export interface StackQueues extends Readonly<Record<QueueName, Queue>> {
  readonly dead: readonly { readonly name: QueueName; readonly queue: Queue }[];
}

export function openQueues(outputPath: string): StackQueues {
  return {
    dispatch: openQueue(outputPath, "dispatch"),
    aggregate: openQueue(outputPath, "aggregate"),
    release: openQueue(outputPath, "release"),
    dead: DeadLetterQueue.options.map((name) => ({ name, queue: openDeadLetters(outputPath, name) })),
  };
}

export function openDeadLetters(outputPath: string, name: QueueName): Queue {
  return sqliteQueue(queueFile(outputPath), deadLettersOf(name), { visibilityMs: VISIBILITY_MS });
}

/** Makes a damaged file of queues again: the sweep sends their messages. Only for the process that owns the stack of the folder. */
export function repairQueues(outputPath: string, notice: (text: string) => void): void {
  const file = queueFile(outputPath);
  if (setAsideIfDamaged(file)) notice(`${file} was damaged and is made again: the sweep sends lost messages`);
}

function queueFile(outputPath: string): string {
  return join(outputPath, PRIVATE_FOLDER, "queues.sqlite");
}
