import { type AnswerGates, answerGates } from "./answer-gates.ts";
import type { Answered, Assembling } from "./assemble.ts";
import type { AttemptFiles } from "./attempt-files.ts";

/**
 * Writes the run's files while requests are asked, or after them.
 * @param start begins to write them; `answered` is absent if all requests are answered
 */
export function earlyAssembly(isEarly: boolean, start: (answered?: AnswerGates["answered"]) => Assembling) {
  const gates = isEarly ? answerGates() : undefined;
  let assembling: Assembling | undefined;
  return {
    /** Call it before the first request. */
    begin(): void {
      if (gates !== undefined) assembling = start(gates.answered);
    },
    onAnswered(index: number): void {
      gates?.open(index);
    },
    finish(answered: Answered): Promise<AttemptFiles> {
      assembling ??= start();
      return assembling.finish(answered);
    },
    /** Removes unfinished files. It changes nothing after `finish`. */
    async stop(reason: unknown): Promise<void> {
      gates?.fail(reason);
      await assembling?.stop();
    },
  };
}
