import type { Spill } from "@medhelm/core/ports";
import { type AnsweredState, type AnsweredStates, answeredStates } from "../answers/answered-states.ts";
import type { Answered, Assembling } from "./assemble.ts";
import type { AttemptFiles } from "./attempt-files.ts";

/**
 * Writes the run's files while requests are asked, or after them.
 * @param start begins to write them; `take` is absent if all requests are answered
 */
export function earlyAssembly(
  isEarly: boolean,
  spill: Spill | undefined,
  start: (take?: AnsweredStates["take"]) => Assembling,
) {
  const states = isEarly ? answeredStates(spill) : undefined;
  let assembling: Assembling | undefined;
  return {
    /** Call it before the first request. */
    begin(): void {
      if (states !== undefined) assembling = start(states.take);
    },
    onAnswered(index: number, answered: AnsweredState): void {
      states?.add(index, answered);
    },
    finish(answered: Answered): Promise<AttemptFiles> {
      states?.end();
      assembling ??= start();
      return assembling.finish(answered);
    },
    /** Removes unfinished files. It changes nothing after `finish`. */
    async stop(reason: unknown): Promise<void> {
      states?.fail(reason);
      await assembling?.stop();
    },
  };
}
