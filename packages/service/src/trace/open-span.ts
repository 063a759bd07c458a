import type { Clock, LogFields, Span, Tracer } from "@medhelm/core/ports";
import { sha256Hex } from "@medhelm/core/store/canonical";

/** A span that has not ended. */
export interface OpenSpan {
  child(name: Span["name"], fields?: LogFields): OpenSpan;
  /** Records the span. */
  end(ended?: { readonly isFailed?: boolean; readonly fields?: LogFields }): void;
}

/** Records nothing. */
export const noSpan: OpenSpan = { child: () => noSpan, end: () => undefined };

export interface TracePorts {
  readonly trace?: Tracer;
  readonly clock: Pick<Clock, "nowMs" | "randomUuid">;
}

/** All processes that work on a submission know these ids without asking each other. */
const traceIdOf = (submission: string): string => sha256Hex(`trace of ${submission}`).slice(0, 32);
const submissionSpanId = (submission: string): string => sha256Hex(`span of ${submission}`).slice(0, 16);

/** Opens a span below the submission. */
export function spanOfSubmission(
  { trace, clock }: TracePorts,
  submission: string,
  name: Span["name"],
  fields: LogFields = {},
): OpenSpan {
  if (trace === undefined) return noSpan;
  const open = (parentId: string, own: Span["name"], ownFields: LogFields): OpenSpan => {
    const spanId = clock.randomUuid().replaceAll("-", "").slice(-16);
    const startMs = clock.nowMs();
    return {
      child: (below, more = {}) => open(spanId, below, { ...fields, ...more }),
      end: ({ isFailed = false, fields: last = {} } = {}) =>
        trace.record({
          traceId: traceIdOf(submission),
          spanId,
          parentId,
          name: own,
          startMs,
          endMs: clock.nowMs(),
          isFailed,
          fields: { submission, ...ownFields, ...last },
        }),
    };
  };
  return open(submissionSpanId(submission), name, fields);
}

/** Records the submission's own span, when it has ended. */
export function recordSubmission(
  { trace, clock }: TracePorts,
  { id, createdAt, runs }: { readonly id: string; readonly createdAt: string; readonly runs: readonly unknown[] },
): void {
  trace?.record({
    traceId: traceIdOf(id),
    spanId: submissionSpanId(id),
    name: "submission",
    startMs: Date.parse(createdAt),
    endMs: clock.nowMs(),
    isFailed: false,
    fields: { submission: id, runs: runs.length },
  });
}

/** Does a part of the work in a span below another. */
export async function inSpan<T>(
  parent: OpenSpan,
  name: Span["name"],
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  const span = parent.child(name);
  try {
    const result = await work(span);
    span.end();
    return result;
  } catch (error) {
    span.end({ isFailed: true });
    throw error;
  }
}
