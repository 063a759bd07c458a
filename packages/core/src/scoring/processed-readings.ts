import type { ReplyReading } from "../metrics/metric.ts";
import type { Step } from "../reading/reading.ts";
import type { Span } from "../reading/text/reply-text.ts";

/**
 * Converts readings of a reply that an output processor changed to places in the reply itself. If the processor did more than remove one
 * stretch, the steps have no places.
 */
export function ofWholeReply(readings: readonly ReplyReading[], reply: string, processed: string): ReplyReading[] {
  if (reply === processed) return [...readings];
  const from = commonStart(reply, processed);
  const removed = reply.length - processed.length;
  const isCut = removed > 0 && reply.slice(from + removed) === processed.slice(from);
  const spanOf = ([start, end]: Span): Span => [
    start >= from ? start + removed : start,
    end > from ? end + removed : end,
  ];
  const first: Step = { step: "processed the output", at: isCut ? [[from, from + removed]] : [] };
  const stepOf = (step: Step): Step => ({ ...step, at: isCut ? step.at.map(spanOf) : [] });
  return readings.map(({ reader, reading }) => ({
    reader,
    reading: { ...reading, steps: [first, ...reading.steps.map(stepOf)] },
  }));
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}
