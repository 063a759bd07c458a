import type { Index, ObjectStore } from "@medhelm/core/ports";

/** A program that is killed at one operation of its ports. */
export interface KilledProgram {
  /** The number of operations so far. */
  readonly calls: number;
  objects(store: ObjectStore): ObjectStore;
  index(index: Index): Index;
}

/** Kills a program at its n-th operation: that operation takes place or not, and no later operation takes place. */
export function killedAt(n: number, lastTakesPlace: boolean): KilledProgram {
  let calls = 0;
  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    calls++;
    if (calls < n) return work();
    if (calls === n && lastTakesPlace) await work();
    throw new Error(`killed at operation ${n}`);
  };
  return {
    get calls() {
      return calls;
    },
    objects: (store) => ({
      ...store,
      get: (key) => turn(() => store.get(key)),
      head: (key) => turn(() => store.head(key)),
      put: (key, body, condition) => turn(() => store.put(key, body, condition)),
      copy: (from, to) => turn(() => store.copy(from, to)),
      delete: (key, condition) => turn(() => store.delete(key, condition)),
      async *stream(key, range) {
        await turn(nothing);
        yield* store.stream(key, range);
      },
      async *list(prefix, options) {
        await turn(nothing);
        yield* store.list(prefix, options);
      },
    }),
    index: (index) => ({
      get: (key) => turn(() => index.get(key)),
      getAll: (keys) => turn(() => index.getAll(keys)),
      query: (partition, query) => turn(() => index.query(partition, query)),
      write: (writes) => turn(() => index.write(writes)),
    }),
  };
}

export interface StoppedStore extends ObjectStore {
  /** The number of operations so far. */
  readonly calls: number;
}

/** The store of a program that is killed at its n-th operation, as in `killedAt`. */
export function stoppedAt(objects: ObjectStore, n: number, lastTakesPlace: boolean): StoppedStore {
  const program = killedAt(n, lastTakesPlace);
  return {
    ...program.objects(objects),
    get calls() {
      return program.calls;
    },
  };
}

const nothing = async (): Promise<void> => undefined;
