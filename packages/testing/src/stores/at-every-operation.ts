import type { ObjectStore } from "@medhelm/core/ports";
import { pausedAt } from "./paused-store.ts";

export interface TwoCommands<World extends { readonly objects: ObjectStore }> {
  world(): Promise<World>;
  /** The command that stalls. It works on `objects`. */
  first(world: World, objects: ObjectStore): Promise<unknown>;
  /** The command that runs from its start to its end meanwhile. */
  second(world: World): Promise<unknown>;
  /** Returns what is wrong at the end, after the work that follows such a stop; undefined for a good end. */
  problem(world: World): Promise<unknown>;
}

/**
 * Stalls one command at each of its operations in turn, until another command has ended. A command that refuses with an error may do so.
 * Returns the number of stop points, and those that end badly.
 */
export async function atEveryOperation<World extends { readonly objects: ObjectStore }>({
  world,
  first,
  second,
  problem,
}: TwoCommands<World>): Promise<{ readonly stops: number; readonly bad: readonly unknown[] }> {
  const bad: unknown[] = [];
  for (let stop = 1; ; stop++) {
    const at = await world();
    let isReached = false;
    let ofSecond: unknown;
    const stalled = pausedAt(at.objects, stop, async () => {
      isReached = true;
      ofSecond = await second(at).catch(String);
    });
    const ofFirst = await first(at, stalled).catch(String);
    if (!isReached) return { stops: stop - 1, bad };
    const found = await problem(at);
    if (found !== undefined) bad.push({ stop, found, ofFirst, ofSecond });
  }
}

/**
 * Stalls the first command at an operation until the second one reaches one of its operations, which then waits for the first one's end.
 * It does so at each `step`-th pair of operations.
 */
export async function atPairsOfOperations<World extends { readonly objects: ObjectStore }>(
  commands: Omit<TwoCommands<World>, "second"> & { second(world: World, objects: ObjectStore): Promise<unknown> },
  step: number,
): Promise<{ readonly pairs: number; readonly bad: readonly unknown[] }> {
  const bad: unknown[] = [];
  let pairs = 0;
  for (let stop = 1; ; stop += step) {
    let isFirstReached = false;
    for (let other = 1, isReached = true; isReached; other += step) {
      const at = await commands.world();
      isReached = false;
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      let second: Promise<unknown> = Promise.resolve();
      const partly = async (): Promise<void> => {
        isFirstReached = true;
        await new Promise<void>((done) => {
          const paused = pausedAt(at.objects, other, () => {
            isReached = true;
            done();
            return ended;
          });
          second = commands.second(at, paused).catch(String).finally(done);
        });
      };
      const ofFirst = await commands.first(at, pausedAt(at.objects, stop, partly)).catch(String);
      end();
      const ofSecond = await second;
      pairs++;
      const found = await commands.problem(at);
      if (found !== undefined) bad.push({ stop, other, found, ofFirst, ofSecond });
    }
    if (!isFirstReached) return { pairs, bad };
  }
}
