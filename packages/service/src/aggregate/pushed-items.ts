/** Items that one function pushes and another reads. */
export interface PushedItems<T> extends AsyncIterable<T> {
  /** Returns a promise if the pusher must wait until the reader has taken enough. */
  push(item: T): Promise<void> | undefined;
  /** Call it after the last item. */
  end(): void;
  /** The reader gets the error after the items before it. */
  fail(error: unknown): void;
}

/** Holds about `most` items that are not read yet. A reader that stops early frees the pusher, whose other items are dropped. */
export function pushedItems<T>(most: number): PushedItems<T> {
  const items: T[] = [];
  let ended: { readonly error?: unknown } | undefined;
  let isStopped = false;
  let wake: (() => void) | undefined;
  let room: PromiseWithResolvers<void> | undefined;
  const awaken = (): void => {
    wake?.();
    wake = undefined;
  };
  const freeRoom = (): void => {
    room?.resolve();
    room = undefined;
  };
  async function* reader(): AsyncGenerator<T> {
    try {
      for (;;) {
        for (let item = items.shift(); item !== undefined; item = items.shift()) {
          if (items.length < most) freeRoom();
          yield item;
        }
        if (ended !== undefined) break;
        await new Promise<void>((resolve) => (wake = resolve));
      }
      if (ended.error !== undefined) throw ended.error;
    } finally {
      isStopped = true;
      items.length = 0;
      freeRoom();
    }
  }
  return {
    push(item) {
      if (isStopped || ended !== undefined) return undefined;
      items.push(item);
      awaken();
      return items.length <= most ? undefined : (room ??= Promise.withResolvers<void>()).promise;
    },
    end() {
      ended ??= {};
      awaken();
    },
    fail(error) {
      ended ??= { error };
      freeRoom();
      awaken();
    },
    [Symbol.asyncIterator]: reader,
  };
}
