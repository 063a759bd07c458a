import type { ObjectStore } from "@medhelm/core/ports";

export interface ObjectEvents {
  readonly matches: (key: string) => boolean;
  readonly onPut: (key: string) => Promise<void>;
  /** An event that could not be given is a fact to show, not a reason to fail a put that took place: sweep repairs it. */
  readonly report: (error: unknown, key: string) => void;
}

/**
 * Calls `onPut` after each put and copy that wrote a matching key, and waits for it: what S3 notifications do in AWS. As there, an
 * event is a hint: it may be lost (a kill between the put and the call), and one key may give several.
 */
export function withObjectEvents(store: ObjectStore, { matches, onPut, report }: ObjectEvents): ObjectStore {
  const tell = async (key: string) => {
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
      if (result.outcome === "written") await tell(key);
      return result;
    },
    async copy(from, to) {
      await store.copy(from, to);
      await tell(to);
    },
  };
}
