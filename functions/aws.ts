import type { ObjectStore, Queue } from "@medhelm/core/ports";
import type { Env } from "./aws-environment.ts";

/*
 * What the Lambdas' entry points are wired with. AWS's clients are a third of a bundle: each is loaded when the first event asks for
 * it, not when the function is imported (bench/bundles).
 */

export async function awsObjects(env: Env): Promise<ObjectStore> {
  return (await import("./aws-objects.ts")).awsObjects(env);
}

export async function awsQueue(url: string): Promise<Queue> {
  return (await import("./aws-queue.ts")).awsQueue(url);
}
