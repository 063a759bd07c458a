import type { ObjectStore } from "@medhelm/core/ports";

/** A store that waits for `until` before its n-th operation. */
export function pausedAt(objects: ObjectStore, n: number, until: () => Promise<unknown>): ObjectStore {
  let calls = 0;
  const turn = async (): Promise<void> => {
    if (++calls === n) await until();
  };
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
