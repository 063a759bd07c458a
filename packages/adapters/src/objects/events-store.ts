import type { ObjectStore } from "@medhelm/core/ports";

export interface ObjectEvents {
  readonly matches: (key: string) => boolean;
  readonly onPut: (key: string) => Promise<void>;
  /** Receives an error of `onPut`. The put itself succeeds, because the object is stored and the sweep repairs a lost event. */
  readonly report: (error: unknown, key: string) => void;
}

/**
 * Calls `onPut` after each put and copy that wrote a matching key, and awaits it. This replaces the notifications of S3. As in S3, an
 * event is only a hint: a kill between the put and the call loses it, and one key may cause several events.
 */
export function withObjectEvents(store: ObjectStore, { matches, onPut, report }: ObjectEvents): ObjectStore {
  const notify = async (key: string) => {
    if (!matches(key)) return;
    try {
      await onPut(key);
    } catch (error) {
      report(error, key);
    }
  };
  return {
    ...store,
    async put(key, body, condition) {
      const result = await store.put(key, body, condition);
      if (result.outcome === "written") await notify(key);
      return result;
    },
    async copy(from, to) {
      await store.copy(from, to);
      await notify(to);
    },
  };
}
