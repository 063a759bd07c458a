import type { ModelOptions } from "./options/model-options.ts";

/** Refuses connections beyond this machine if --offline is set. Without it the guard is not loaded. */
export async function applyOffline({
  offline,
  offlineAllow,
}: Pick<ModelOptions, "offline" | "offlineAllow">): Promise<void> {
  if (offline) (await import("@medhelm/adapters/models/offline")).installOfflineGuard(offlineAllow);
}
