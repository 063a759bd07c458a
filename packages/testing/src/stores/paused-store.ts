import type { Compute, Index, ObjectStore } from "@medhelm/core/ports";

/** Called before each operation. */
type Turn = () => Promise<void>;

/** Waits for `until` before the n-th operation of all wrapped ports together. */
export function pauseAt(n: number, until: () => Promise<unknown>): Turn {
  let calls = 0;
  return async () => {
    if (++calls === n) await until();
  };
}

/** A store that waits for `until` before its n-th operation. */
export const pausedAt = (objects: ObjectStore, n: number, until: () => Promise<unknown>): ObjectStore =>
  pausedStore(objects, pauseAt(n, until));

export function pausedStore(objects: ObjectStore, turn: Turn): ObjectStore {
  return {
    ...objects,
    get: (key) => turn().then(() => objects.get(key)),
    head: (key) => turn().then(() => objects.head(key)),
    put: (key, body, condition) => turn().then(() => objects.put(key, body, condition)),
    copy: (from, to) => turn().then(() => objects.copy(from, to)),
    delete: (key, condition) => turn().then(() => objects.delete(key, condition)),
    async *stream(key, range) {
      await turn();
      yield* objects.stream(key, range);
    },
    async *list(prefix, options) {
      await turn();
      yield* objects.list(prefix, options);
    },
  };
}

export function pausedIndex(index: Index, turn: Turn): Index {
  return {
    get: (key) => turn().then(() => index.get(key)),
    getAll: (keys) => turn().then(() => index.getAll(keys)),
    query: (partition, query) => turn().then(() => index.query(partition, query)),
    write: (writes) => turn().then(() => index.write(writes)),
  };
}

/** An index whose operations take place before `turn`, which may end the process: its reply is lost then. */
export function killedAfter(index: Index, turn: Turn): Index {
  const after = async <T>(operation: Promise<T>): Promise<T> => {
    const result = await operation;
    await turn();
    return result;
  };
  return {
    get: (key) => after(index.get(key)),
    getAll: (keys) => after(index.getAll(keys)),
    query: (partition, query) => after(index.query(partition, query)),
    write: (writes) => after(index.write(writes)),
  };
}

export function pausedCompute(compute: Compute, turn: Turn): Compute {
  return {
    submit: (request) => turn().then(() => compute.submit(request)),
    describe: (id) => turn().then(() => compute.describe(id)),
    describeAll: (ids) => turn().then(() => compute.describeAll(ids)),
    findByName: (name) => turn().then(() => compute.findByName(name)),
    cancel: (id, reason) => turn().then(() => compute.cancel(id, reason)),
  };
}
