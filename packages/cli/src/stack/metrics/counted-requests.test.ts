import { expect, test } from "vitest";
import { countedRequests } from "./counted-requests.ts";
import { metricText } from "./metric-text.ts";

const lines = (counted: ReturnType<typeof countedRequests>): string[] =>
  metricText(counted.metrics())
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

test("answers are counted by method and status, with the sum of their times", async () => {
  let nowMs = 0;
  const counted = countedRequests(
    () => new Response("", { status: (nowMs += 250) > 250 ? 404 : 200 }),
    () => nowMs,
  );
  await counted.fetch(new Request("http://127.0.0.1/a"));
  await counted.fetch(new Request("http://127.0.0.1/b", { method: "POST" }));
  expect(lines(counted)).toEqual([
    'medhelm_http_requests_total{method="GET",status="200"} 1',
    'medhelm_http_requests_total{method="POST",status="404"} 1',
    "medhelm_http_request_seconds_total 0.5",
  ]);
});

test("a request that ends in an error is counted, and its error is passed on", async () => {
  const counted = countedRequests(
    () => Promise.reject(new Error("broken")),
    () => 0,
  );
  await expect(counted.fetch(new Request("http://127.0.0.1/a"))).rejects.toThrow("broken");
  expect(lines(counted)[0]).toBe('medhelm_http_requests_total{method="GET",status="error"} 1');
});

test("words that are no usual method share a label", async () => {
  const counted = countedRequests(
    () => new Response(""),
    () => 0,
  );
  await counted.fetch(new Request("http://127.0.0.1/a", { method: "PURGE" }));
  expect(lines(counted)[0]).toBe('medhelm_http_requests_total{method="other",status="200"} 1');
});
