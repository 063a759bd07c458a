import type { ObjectStore, Queue } from "@medhelm/core/ports";
import type { Env } from "./environment.ts";

/*
 * What the Lambdas' entry points are wired with. AWS's clients are a third of a bundle: each is loaded when the first event asks for
 * it, not when the function is imported (bench/bundles).
 */

export async function lazyObjects(env: Env): Promise<ObjectStore> {
  return (await import("./objects.ts")).awsObjects(env);
}

export async function lazyQueue(url: string): Promise<Queue> {
  return (await import("./queue.ts")).awsQueue(url);
}
