import type { LogFields } from "../ports.ts";
import { AggregateMessage, DispatchMessage, ReleaseMessage } from "../submission.ts";

/** The fields of a record about a message of a queue. */
export function messageFields(body: string): LogFields {
  const message = jsonOf(body);
  const dispatched = DispatchMessage.safeParse(message).data;
  if (dispatched !== undefined) return dispatched;
  const released = ReleaseMessage.safeParse(message).data;
  if (released !== undefined) return { release: released.release };
  const attempt = AggregateMessage.safeParse(message).data;
  return attempt === undefined ? {} : { suite: attempt.suite, run: attempt.run };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
