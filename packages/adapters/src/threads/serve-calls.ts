import type { MessagePort } from "node:worker_threads";
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

/** Answers the calls of the main thread. The programs of a pool call it; both threads are of one program, so the form of a call is known. */
export function serveCalls<Call, Result>(
  port: Pick<MessagePort, "on" | "postMessage"> | null,
  work: (call: Call) => Promise<Result>,
): void {
  if (port === null) throw new Error("this program runs as a thread of a pool");
  const answer = async ({ id, call }: Called<Call>): Promise<Answered<Result>> => {
    try {
      return { id, result: await work(call) };
    } catch (error) {
      return { id, error, ...(error instanceof UserError && { userError: error.message }) };
    }
  };
  port.on("message", async (called: Called<Call>) => port.postMessage(await answer(called)));
}
