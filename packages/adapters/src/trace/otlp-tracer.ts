import type { LogFields, Span, Tracer } from "@medhelm/core/ports";

export interface OtlpOptions {
  /** The collector's address; spans go to <endpoint>/v1/traces. */
  readonly endpoint: string;
  readonly version: string;
  readonly fetch: typeof fetch;
  /** Called one time: at the first batch that the collector does not take. */
  report(reason: string): void;
}

const BATCH = 512;
/** A collector that is down must not fill the memory: later spans are dropped. */
const MAX_WAITING = 8192;
const INTERVAL_MS = 5_000;
const TIMEOUT_MS = 10_000;

/**
 * Sends spans to an OpenTelemetry collector (OTLP over HTTP, JSON). It never fails the work: what the collector does not take is lost
 * (decision 0027).
 */
export function otlpTracer(options: OtlpOptions): Tracer {
  const waiting: Span[] = [];
  let sending: Promise<void> | undefined;
  let isReported = false;

  const fail = (reason: string): void => {
    if (!isReported) options.report(reason);
    isReported = true;
  };
  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, BATCH);
      try {
        const response = await options.fetch(`${options.endpoint.replace(/\/$/, "")}/v1/traces`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(otlpBody(spans, options.version)),
          signal: AbortSignal.timeout(TIMEOUT_MS),
          redirect: "error",
        });
        await response.body?.cancel();
        if (!response.ok) fail(`HTTP ${response.status}`);
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error));
      }
    }
  };
  const flush = async (): Promise<void> => {
    sending ??= send().finally(() => (sending = undefined));
    await sending;
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    record(span) {
      if (waiting.length >= MAX_WAITING) return fail("it is slower than the work, and spans are lost");
      waiting.push(span);
      if (waiting.length >= BATCH) void flush();
      else timer ??= setTimeout(() => ((timer = undefined), void flush()), INTERVAL_MS).unref();
    },
    async flush() {
      clearTimeout(timer);
      timer = undefined;
      await sending;
      while (waiting.length > 0) await flush();
    },
  };
}

/** The body of one request, as the OTLP/HTTP specification has it. */
function otlpBody(spans: readonly Span[], version: string) {
  return {
    resourceSpans: [
      {
        resource: { attributes: [attribute("service.name", "medhelm"), attribute("service.version", version)] },
        scopeSpans: [{ scope: { name: "medhelm", version }, spans: spans.map(otlpSpan) }],
      },
    ],
  };
}

const INTERNAL = 1;
const ERROR = 2;

const otlpSpan = ({ traceId, spanId, parentId, name, startMs, endMs, isFailed, fields }: Span) => ({
  traceId,
  spanId,
  ...(parentId !== undefined && { parentSpanId: parentId }),
  name,
  kind: INTERNAL,
  startTimeUnixNano: nanoseconds(startMs),
  endTimeUnixNano: nanoseconds(endMs),
  attributes: attributes(fields),
  status: isFailed ? { code: ERROR } : {},
});

const nanoseconds = (ms: number): string => `${BigInt(Math.round(ms)) * 1_000_000n}`;

const attributes = (fields: LogFields) =>
  Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [attribute(`medhelm.${name}`, value)]));

function attribute(key: string, value: string | number | boolean) {
  if (typeof value === "string") return { key, value: { stringValue: value } };
  if (typeof value === "boolean") return { key, value: { boolValue: value } };
  // the JSON form of an int64 is a string
  return { key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } };
}
