import type { DatabaseSync } from "node:sqlite";
import { transaction } from "./open-database.ts";

interface Write {
  /** Runs the statement and returns the call that resolves its promise. */
  readonly run: () => () => void;
  readonly fail: (error: unknown) => void;
}

/** Runs the statements of one turn of the event loop in one transaction, because a commit costs more than a statement. */
export function groupCommit(db: DatabaseSync) {
  let waiting: Write[] = [];
  const one = ({ run, fail }: Write): void => {
    try {
      run()();
    } catch (error) {
      fail(error);
    }
  };
  const flush = (): void => {
    const writes = waiting;
    waiting = [];
    if (writes.length < 2) return writes.forEach(one);
    let resolveAll: (() => void)[];
    try {
      resolveAll = transaction(db, () => writes.map(({ run }) => run()));
    } catch {
      writes.forEach(one); // one at a time, so that a statement that fails fails alone
      return;
    }
    for (const resolve of resolveAll) resolve();
  };
  return {
    /** Resolves after the commit. */
    run<T>(statement: () => T): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const run = () => {
        const result = statement();
        return () => resolve(result);
      };
      if (waiting.push({ run, fail: reject }) === 1) setImmediate(flush);
      return promise;
    },
    /** Commits what waits. Call it before another statement that must see it. */
    flush,
  };
}
