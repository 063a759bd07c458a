/** Lets a reader of the answers, in their order, wait for each of them. */
export interface AnswerGates {
  /** Resolves when the request of this number has its answer and verdicts. Call it once for each number. */
  answered(index: number): Promise<void>;
  open(index: number): void;
  /** Rejects the promises of callers that wait, now or later. */
  fail(error: unknown): void;
}

export function answerGates(): AnswerGates {
  const opened = new Set<number>();
  const waiting = new Map<number, PromiseWithResolvers<void>>();
  let failed: { readonly error: unknown } | undefined;
  return {
    async answered(index) {
      if (opened.delete(index)) return;
      if (failed !== undefined) throw failed.error;
      const gate = Promise.withResolvers<void>();
      waiting.set(index, gate);
      await gate.promise;
    },
    open(index) {
      const gate = waiting.get(index);
      if (gate === undefined) {
        opened.add(index);
        return;
      }
      waiting.delete(index);
      gate.resolve();
    },
    fail(error) {
      failed ??= { error };
      for (const gate of waiting.values()) gate.reject(error);
      waiting.clear();
    },
  };
}
