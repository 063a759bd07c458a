import type { DiffedRun } from "@medhelm/core/release/runs/run-diff";
import { Scores } from "@medhelm/core/release/runs/scores";
import { parseJson } from "@medhelm/core/store/objects";
import { type ApiClient, ServiceRefusal } from "../service-api/api-client.ts";
import { runOfService, type ServiceRun } from "../service-api/run-of-service.ts";

/** The sealed run of a service with its scores; undefined if the service has no sealed run of this name. */
export async function sealedRunOf(api: ApiClient, suite: string, run: string): Promise<DiffedRun | undefined> {
  const found = await unlessMissing(runOfService(api, suite, run));
  return found && sealedRun(found);
}

/** The run with its scores; undefined if it is not sealed. */
export async function sealedRun(found: ServiceRun): Promise<DiffedRun | undefined> {
  if (found.manifest === undefined) return undefined;
  const key = found.keyOf("scores.json");
  const stored = await found.objects.get(key);
  return { manifest: found.manifest, scores: stored && parseJson(stored.body, key, Scores) };
}

/** Undefined if the service has no such thing, or does not show it to this key. */
export async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ServiceRefusal && error.status === 404) return undefined;
    throw error;
  }
}
