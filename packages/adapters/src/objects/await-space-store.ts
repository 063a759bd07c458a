import type { ObjectStore } from "@medhelm/core/ports";
import { awaitSpace, type SpacePorts } from "../await-space.ts";

/**
 * A put below `prefix` waits as long as the disk has no space for it. For answers, which are paid and depend on no lease: a worker that
 * waits asks nothing further, and an answer that it dropped would be asked again.
 */
export function awaitSpaceStore(store: ObjectStore, prefix: string, ports: SpacePorts): ObjectStore {
  return {
    ...store,
    put: (key, body, condition) =>
      key.startsWith(prefix) && (typeof body === "string" || body instanceof Uint8Array)
        ? awaitSpace(() => store.put(key, body, condition), ports)
        : store.put(key, body, condition),
  };
}
