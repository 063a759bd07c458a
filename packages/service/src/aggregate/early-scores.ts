import type { Clock } from "@medhelm/core/ports";
import { turns } from "@medhelm/core/run/turns";
import type { Answer, LivePass, LiveRun } from "./live-pass.ts";
import { pushedItems } from "./pushed-items.ts";
import { readList, STATES_LIST } from "./read-lists.ts";

/** The pass over the requests that took place while the worker wrote scenario_state.json. */
export interface DonePass {
  readonly live: LivePass;
  /** of the scenario_state.json with these requests */
  readonly stateSha256: string;
}

/** Scores requests while the worker still asks others. */
export interface EarlyScores {
  /** Call it for each request in order, before its text is written. */
  add(answer: Answer): void;
  /** Takes the next bytes of scenario_state.json. Returns a promise if the writer must wait for the scores. */
  write(chunk: Uint8Array): Promise<void> | undefined;
  /** Call it after the last request. */
  end(stateSha256: string): void;
  /** Ends the scores of a run that is not completed. It changes nothing after `end`. */
  stop(): Promise<void>;
}

/** Chunks of about 64 kB that wait for the scores. */
const WAITING_CHUNKS = 4;
/** Some metrics take milliseconds for an answer. Replies wait no longer than this. */
const LONGEST_TURN_MS = 2;

/**
 * Makes the pass over the requests for the aggregation of the same process, which takes it by `done`. It calls `begin` when the first request is
 * answered, because the code of the metrics takes its time to load. `done` gives undefined if a metric failed: the aggregation then reports the failure.
 */
export function earlyScores(begin: (run: LiveRun) => Promise<LivePass>, clock: Pick<Clock, "monotonicMs">) {
  let done: Promise<DonePass | undefined> | undefined;
  const open = (run: LiveRun): EarlyScores => {
    const chunks = pushedItems<Uint8Array>(WAITING_CHUNKS);
    const answers: Answer[] = [];
    let live: LivePass | undefined;
    let reading: Promise<LivePass | undefined> | undefined;
    let hasEnded = false;
    const read = async (): Promise<LivePass> => {
      live = await begin(run);
      const turnNow = turns(1);
      let turnedMs = clock.monotonicMs();
      const batches = readList({ key: "scenario_state.json", list: STATES_LIST }, chunks);
      for (;;) {
        const next = await batches.next();
        if (next.done === true) {
          live.endOfStates(next.value);
          return live;
        }
        for (const element of next.value) {
          const answer = answers.shift();
          if (answer === undefined) throw new Error("a request of scenario_state.json was not announced");
          const writing = live.add(element, answer);
          if (writing !== undefined) await writing;
          if (clock.monotonicMs() - turnedMs <= LONGEST_TURN_MS) continue;
          await turnNow();
          turnedMs = clock.monotonicMs();
        }
      }
    };
    const orNone = async (error: unknown): Promise<undefined> => {
      chunks.fail(error);
      await live?.stop();
    };
    return {
      add(answer) {
        answers.push(answer);
        reading ??= read().catch(orNone);
      },
      write: (chunk) => chunks.push(chunk),
      end(stateSha256) {
        hasEnded = true;
        chunks.end();
        done = reading?.then((ended) => ended && { live: ended, stateSha256 });
      },
      async stop() {
        if (hasEnded) return;
        chunks.fail(new Error("the work on this run has ended"));
        await reading;
      },
    };
  };
  return { open, done: (): Promise<DonePass | undefined> => done ?? Promise.resolve(undefined) };
}
