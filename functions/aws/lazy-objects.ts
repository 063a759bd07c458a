import type { Index, ObjectStore, Queue } from "@medhelm/core/ports";
import type { Env } from "./environment.ts";

/*
 * The stores, indexes and queues of the Lambdas' entry points. AWS's clients are a third of a bundle, so the first event that needs a client
 * loads it; the import of the function does not (bench/bundles).
 */

export async function lazyObjects(env: Env): Promise<ObjectStore> {
  return (await import("./objects.ts")).awsObjects(env);
}

export async function lazyIndex(table: string): Promise<Index> {
  return (await import("./index.ts")).awsIndex(table);
}

export async function lazyQueue(url: string): Promise<Queue> {
  return (await import("./queue.ts")).awsQueue(url);
}
