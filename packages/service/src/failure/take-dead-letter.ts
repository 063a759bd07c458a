import type { DeadLetter, DeadLetterQueue } from "@medhelm/core/jobs/dead-letter";
import { errorFields } from "@medhelm/core/log/error-fields";
import { messageFields } from "@medhelm/core/log/message-fields";
import type { Log } from "@medhelm/core/ports";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { z } from "zod";
import { type FailurePorts, recordDeadLetter } from "./record-failure.ts";

export interface TakenLetter {
  readonly queue: DeadLetterQueue;
  readonly body: string;
  /** how often it was received from the queue of dead letters, with this time */
  readonly receives: number;
}

/** After this number of attempts a letter is set aside. Usually an outage of the store ends earlier. */
const MAX_RECEIVES = 5;

/**
 * Records the failure of a dead letter. A letter that cannot be read is set aside at once. One whose failure cannot be recorded is set aside after
 * five attempts, so that no letter is delivered for ever. `medhelm dead-letters` lists them and sends them again.
 */
export async function takeDeadLetter(ports: FailurePorts & { readonly log?: Log }, letter: TakenLetter): Promise<void> {
  const { queue, body, receives } = letter;
  try {
    await recordDeadLetter(ports, body);
  } catch (error) {
    if (!isUnreadable(error) && receives < MAX_RECEIVES) throw error;
    const record: DeadLetter = {
      formatVersion: 1,
      queue,
      body,
      reason: reasonOf(error),
      at: new Date(ports.clock.nowMs()).toISOString(),
    };
    await putJson(ports.objects, keys.deadLetter(queue, sha256Hex(body)), record, { ifAbsent: true });
    ports.log?.("error", "a dead letter was set aside", { queue, ...messageFields(body), ...errorFields(error) });
  }
}

/** No later attempt reads a message that is no JSON or of no known kind. */
const isUnreadable = (error: unknown): boolean => error instanceof SyntaxError || error instanceof z.ZodError;

function reasonOf(error: unknown): string {
  if (isUnreadable(error)) return "no part of this version can read the message";
  return error instanceof Error ? error.message : String(error);
}
