import type { ObjectStore, StoredObject } from "@medhelm/core/ports";
import { ConflictError } from "@medhelm/adapters/objects/conflict-retry";

/**
 * `throw before`: the operation does not take place. `lose reply`: it takes place, and its reply is lost. `conflict`:
 * it does not take place and throws ConflictError, after which `withConflictRetry` repeats it. `stale read` (get and
 * head): the result is the state of the key before its last write through this store, which may be absent.
 */
export type Fault = "throw before" | "lose reply" | "conflict" | "stale read";
export type Operation = "get" | "head" | "stream" | "put" | "copy" | "list" | "delete";
export interface Call {
  readonly operation: Operation;
  readonly key: string;
  /** the number of this call among all calls of this operation on this key */
  readonly count: number;
}
export interface FaultyStore extends ObjectStore {
  /** The injected faults, in order: a test asserts that its faults took place. */
  readonly faults: readonly (Call & { readonly fault: Fault })[];
}

/** Wraps a store and injects the fault that `plan` chooses for each call. */
export function faultyStore(store: ObjectStore, plan: (call: Call) => Fault | undefined): FaultyStore {
  const faults: (Call & { fault: Fault })[] = [];
  const counts = new Map<string, number>();
  const previous = new Map<string, StoredObject | undefined>();
  const decide = (operation: Operation, key: string): Fault | undefined => {
    const count = (counts.get(`${operation} ${key}`) ?? 0) + 1;
    counts.set(`${operation} ${key}`, count);
    const call = { operation, key, count };
    const fault = plan(call);
    if (fault !== undefined) faults.push({ ...call, fault });
    return fault;
  };
  const run = async <T>(operation: Operation, key: string, work: () => Promise<T>): Promise<T> => {
    const fault = decide(operation, key);
    if (fault === "throw before") throw new Error(`fault: ${operation} ${key} did not take place`);
    if (fault === "conflict") throw new ConflictError(`fault: ${operation} ${key} conflicts with another write`);
    const result = await work();
    if (fault === "lose reply") throw new Error(`fault: the reply to ${operation} ${key} was lost`);
    return result;
  };
  const read = async <T>(
    operation: "get" | "head",
    key: string,
    work: () => Promise<T>,
    stale: () => T,
  ): Promise<T> => {
    const fault = decide(operation, key);
    if (fault === "stale read" && previous.has(key)) return stale();
    if (fault !== undefined && fault !== "stale read") throw new Error(`fault: no answer to ${operation} ${key}`);
    return work();
  };
  const remember = async (key: string) => {
    previous.set(key, await store.get(key));
  };
  return {
    ...store,
    faults,
    get: (key) =>
      read(
        "get",
        key,
        () => store.get(key),
        () => previous.get(key),
      ),
    head: (key) =>
      read(
        "head",
        key,
        () => store.head(key),
        () => headOf(previous.get(key)),
      ),
    async *stream(key, range) {
      if (decide("stream", key) !== undefined) throw new Error(`fault: no answer to stream ${key}`);
      yield* store.stream(key, range);
    },
    async *list(prefix, options) {
      if (decide("list", prefix) !== undefined) throw new Error(`fault: no answer to list ${prefix}`);
      yield* store.list(prefix, options);
    },
    put: (key, body, condition) =>
      run("put", key, async () => {
        await remember(key);
        return store.put(key, body, condition);
      }),
    copy: (from, to) => run("copy", to, () => store.copy(from, to)),
    delete: (key, condition) =>
      run("delete", key, async () => {
        await remember(key);
        return store.delete(key, condition);
      }),
  };
}

/** A plan with a fault at every n-th call of these operations, on any key. */
export function everyNth(n: number, fault: Fault, operations: readonly Operation[]): (call: Call) => Fault | undefined {
  let calls = 0;
  return ({ operation }) => (operations.includes(operation) && ++calls % n === 0 ? fault : undefined);
}

function headOf(object: StoredObject | undefined) {
  if (object === undefined) return undefined;
  const { body: _, ...head } = object;
  return head;
}
