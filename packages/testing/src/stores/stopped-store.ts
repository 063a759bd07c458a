import type { ObjectStore } from "@medhelm/core/ports";

export interface StoppedStore extends ObjectStore {
  /** The number of operations so far. */
  readonly calls: number;
}

/** A store whose program is killed at its n-th operation: it takes place or not, and no later operation takes place. */
export function stoppedAt(objects: ObjectStore, n: number, lastTakesPlace: boolean): StoppedStore {
  let calls = 0;
  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    calls++;
    if (calls < n) return work();
    if (calls === n && lastTakesPlace) await work();
    throw new Error(`killed at operation ${n}`);
  };
  return {
    ...objects,
    get calls() {
      return calls;
    },
    get: (key) => turn(() => objects.get(key)),
    head: (key) => turn(() => objects.head(key)),
    put: (key, body, condition) => turn(() => objects.put(key, body, condition)),
    copy: (from, to) => turn(() => objects.copy(from, to)),
    delete: (key, condition) => turn(() => objects.delete(key, condition)),
    async *stream(key, range) {
      await turn(nothing);
      yield* objects.stream(key, range);
    },
    async *list(prefix, options) {
      await turn(nothing);
      yield* objects.list(prefix, options);
    },
  };
}

const nothing = async (): Promise<void> => undefined;
