import { json, serve } from "@medhelm/testing/fault-server";
import { onTestFinished } from "vitest";
import { z } from "zod";

const Attribute = z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) });
const ReceivedSpan = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.array(Attribute),
});
type ReceivedSpan = z.infer<typeof ReceivedSpan>;
const Body = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(ReceivedSpan) })) })),
});

/** Starts an OpenTelemetry collector in this process. It closes with the test. */
export async function startCollector() {
  const bodies: string[] = [];
  const server = await serve((_, body, response) => {
    bodies.push(body);
    json(response, 200, {});
  });
  onTestFinished(server.close);
  const spans = (): ReceivedSpan[] =>
    bodies.flatMap((body) =>
      Body.parse(JSON.parse(body)).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
    );
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    bodies,
    /** The names of a submission's spans after those of their parents, without duplicates. */
    paths(submission: string): string[] {
      const own = spans().filter(({ attributes }) =>
        attributes.some(({ key, value }) => key === "medhelm.submission" && value.stringValue === submission),
      );
      const byId = new Map(own.map((span) => [span.spanId, span]));
      const pathOf = ({ name, parentSpanId }: ReceivedSpan): string => {
        if (parentSpanId === undefined) return name;
        const parent = byId.get(parentSpanId);
        return `${parent === undefined ? "?" : pathOf(parent)} > ${name}`;
      };
      return [...new Set(own.map(pathOf))].toSorted();
    },
  };
}
