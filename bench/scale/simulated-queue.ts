import type { Clock, Queue } from "@medhelm/core/ports";
import { SQS_SEND_MS } from "./assumptions.ts";
import type { SqsRequests } from "./bill.ts";

export interface SimulatedQueue extends Pick<Queue, "send"> {
  /** The next batch, as Lambda's pollers take it: one receive and, after the handler, one delete per ten messages. */
  take(): string[];
}

/** SQS as its sender and Lambda's pollers see it. `wake`: the queue has a message. */
export function simulatedQueue(options: {
  readonly clock: Pick<Clock, "sleep">;
  readonly requests: SqsRequests;
  readonly batch: number;
  wake(): void;
}): Queue & SimulatedQueue {
  const { clock, requests, batch, wake } = options;
  let messages: string[] = [];
  return {
    async send(body) {
      requests.send++;
      await clock.sleep(SQS_SEND_MS);
      messages.push(body);
      wake();
    },
    take() {
      const taken = messages.slice(0, batch);
      messages = messages.slice(batch);
      if (taken.length === 0) return taken;
      requests.receive++;
      requests.delete += Math.ceil(taken.length / 10);
      return taken;
    },
    receive: none,
    delete: none,
    extend: none,
    depth: async () => ({ visible: messages.length, inFlight: 0 }),
  };
}

function none(): never {
  throw new Error("the simulated Lambda takes messages, not the handler");
}
