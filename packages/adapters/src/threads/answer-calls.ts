import { UserError } from "@medhelm/core/user-error";

/** A call to a thread of a pool (thread-pool.ts). */
export interface Called<Call> {
  readonly id: number;
  readonly call: Call;
}

/** The answer to it. An error loses its class on the way between threads. */
export type Answered<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly error: unknown; readonly userError?: string };

/** Answers the calls of the main thread. The programs of a pool use it. */
export const answerCalls =
  <Call, Result>(work: (call: Call) => Promise<Result>) =>
  async ({ id, call }: Called<Call>): Promise<Answered<Result>> => {
    try {
      return { id, result: await work(call) };
    } catch (error) {
      return { id, error, ...(error instanceof UserError && { userError: error.message }) };
    }
  };
