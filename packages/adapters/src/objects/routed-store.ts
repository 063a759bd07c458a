import type { ObjectHead, ObjectStore } from "@medhelm/core/ports";
import { listFolders } from "@medhelm/core/store/list-folders";
import { compareKeys } from "./object-key.ts";

export interface RoutedStoreOptions {
  /** Copies an object from one store to another. By default the bytes pass through this process. */
  readonly copyBetween?: (source: ObjectStore, from: string, target: ObjectStore, to: string) => Promise<void>;
}

// One tree over several stores. A key belongs to the store of the longest pattern that it starts with, or else to `rest`. A pattern ends
// in "/", and a "*" matches one segment: `{"cache/": answers, "work/*/*/outcomes/": answers}` keeps the many small objects in SQLite and
// all others in the folder. Objects that a store holds under the pattern of another store are invisible.
export function routedStore(
  rest: ObjectStore,
  routes: Readonly<Record<string, ObjectStore>>,
  { copyBetween = copyThrough }: RoutedStoreOptions = {},
): ObjectStore {
  const ordered = Object.entries(routes)
    .map(([pattern, store]) => ({ segments: segmentsOf(pattern), store }))
    .toSorted((a, b) => b.segments.length - a.segments.length);
  const storeOf = (key: string): ObjectStore => {
    const segments = key.split("/");
    return ordered.find((route) => matches(route.segments, segments))?.store ?? rest;
  };
  /** The stores that can hold a key with this prefix. A list skips the others, which would cost a request and may be forbidden. */
  const storesFor = (prefix: string): ObjectStore[] => {
    const segments = prefix.split("/");
    const owner = ordered.findIndex((route) => matches(route.segments, segments));
    const longer = (owner < 0 ? ordered : ordered.slice(0, owner)).filter((route) =>
      canMatch(route.segments, segments),
    );
    return [...new Set([storeOf(prefix), ...longer.map(({ store }) => store)])];
  };
  async function* listOwn(store: ObjectStore, prefix: string, options: { readonly after?: string } | undefined) {
    for await (const head of store.list(prefix, options)) if (storeOf(head.key) === store) yield head;
  }
  return {
    get: (key) => storeOf(key).get(key),
    head: (key) => storeOf(key).head(key),
    stream: (key, range) => storeOf(key).stream(key, range),
    put: (key, body, condition) => storeOf(key).put(key, body, condition),
    delete: (key, condition) => storeOf(key).delete(key, condition),
    async endUploads(prefix) {
      const ended = await Promise.all(storesFor(prefix).map(async (store) => (await store.endUploads?.(prefix)) ?? 0));
      return ended.reduce((sum, count) => sum + count, 0);
    },
    presign: (key, options) => storeOf(key).presign(key, options),
    list: (prefix, options) => merge(storesFor(prefix).map((store) => listOwn(store, prefix, options))),
    async folders(prefix, after) {
      const found = await Promise.all(storesFor(prefix).map((store) => listFolders(store, prefix, { after })));
      return [...new Set(found.flat())].toSorted((a, b) => compareKeys(`${a}/`, `${b}/`));
    },
    async copy(from, to) {
      const [source, target] = [storeOf(from), storeOf(to)];
      if (source === target) await source.copy(from, to);
      else await copyBetween(source, from, target, to);
    },
  };
}

async function copyThrough(source: ObjectStore, from: string, target: ObjectStore, to: string): Promise<void> {
  await target.put(to, source.stream(from));
}

function segmentsOf(pattern: string): string[] {
  if (!pattern.endsWith("/")) throw new Error(`The route ${pattern} must end in "/".`);
  return pattern.slice(0, -1).split("/");
}

const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length < segments.length && pattern.every((part, i) => part === "*" || part === segments[i]);

/** True if a key that matches the pattern can begin with these segments, the last of which may be incomplete. */
const canMatch = (pattern: readonly string[], segments: readonly string[]): boolean =>
  segments.every((segment, i) => {
    const part = pattern[i];
    if (part === undefined || part === "*") return true;
    return i === segments.length - 1 ? part.startsWith(segment) : part === segment;
  });

/** Merges ordered lists without common keys into one ordered list. */
async function* merge(lists: readonly AsyncGenerator<ObjectHead>[]): AsyncGenerator<ObjectHead> {
  try {
    const heads = await Promise.all(lists.map((list) => list.next()));
    for (;;) {
      let first: { readonly list: number; readonly head: ObjectHead } | undefined;
      for (const [list, next] of heads.entries())
        if (next.done !== true && (first === undefined || compareKeys(next.value.key, first.head.key) < 0))
          first = { list, head: next.value };
      if (first === undefined) return;
      yield first.head;
      const following = await lists[first.list]?.next();
      if (following !== undefined) heads[first.list] = following;
    }
  } finally {
    await Promise.all(lists.map((list) => list.return(undefined)));
  }
}
