import { queueContract } from "../contract/queue.ts";
import { memoryQueue } from "./memory-queue.ts";

queueContract("memory", (terms) => {
  const queue = memoryQueue(terms);
  return { queue, dead: queue.dead, dispose: () => queue.close() };
});
