import { json, serve } from "@medhelm/testing/fault-server";
import type { Span } from "@medhelm/core/ports";
import { expect, onTestFinished, test } from "vitest";
import { otlpTracer } from "./otlp-tracer.ts";

const span: Span = {
  traceId: "0123456789abcdef0123456789abcdef",
  spanId: "0123456789abcdef",
  parentId: "fedcba9876543210",
  name: "request",
  startMs: 1_700_000_000_000,
  endMs: 1_700_000_000_250,
  isFailed: true,
  fields: { submission: "s", instance: "id1", promptTokens: 12, isStored: false, run: undefined },
};

async function collector(status = 200) {
  const received: unknown[] = [];
  const { port, close } = await serve((request, body, response) => {
    received.push({ path: request.url, type: request.headers["content-type"], body: JSON.parse(body) as unknown });
    json(response, status, {});
  });
  onTestFinished(close);
  const reported: string[] = [];
  const endpoint = `http://127.0.0.1:${port}`;
  const tracer = otlpTracer({ endpoint, version: "1", fetch, report: (reason) => reported.push(reason) });
  return { tracer, received, reported };
}

test("a collector gets the spans in OTLP's JSON", async () => {
  const { tracer, received } = await collector();
  tracer.record(span);
  await tracer.flush();
  expect(received).toEqual([
    {
      path: "/v1/traces",
      type: "application/json",
      body: {
        resourceSpans: [
          {
            resource: {
              attributes: [
                { key: "service.name", value: { stringValue: "medhelm" } },
                { key: "service.version", value: { stringValue: "1" } },
              ],
            },
            scopeSpans: [
              {
                scope: { name: "medhelm", version: "1" },
                spans: [
                  {
                    traceId: "0123456789abcdef0123456789abcdef",
                    spanId: "0123456789abcdef",
                    parentSpanId: "fedcba9876543210",
                    name: "request",
                    kind: 1,
                    startTimeUnixNano: "1700000000000000000",
                    endTimeUnixNano: "1700000000250000000",
                    attributes: [
                      { key: "medhelm.submission", value: { stringValue: "s" } },
                      { key: "medhelm.instance", value: { stringValue: "id1" } },
                      { key: "medhelm.promptTokens", value: { intValue: "12" } },
                      { key: "medhelm.isStored", value: { boolValue: false } },
                    ],
                    status: { code: 2 },
                  },
                ],
              },
            ],
          },
        ],
      },
    },
  ]);
});

test("a thousand spans arrive in two requests", async () => {
  const { tracer, received } = await collector();
  for (let i = 0; i < 1000; i++) tracer.record(span);
  await tracer.flush();
  expect(received).toHaveLength(2);
});

test("a collector that refuses the spans is reported one time, and the work goes on", async () => {
  const { tracer, reported } = await collector(503);
  tracer.record(span);
  await tracer.flush();
  tracer.record(span);
  await tracer.flush();
  expect(reported).toEqual(["HTTP 503"]);
});
