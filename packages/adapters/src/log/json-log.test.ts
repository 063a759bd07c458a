import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { errorFields } from "@medhelm/core/log/error-fields";
import { messageFields } from "@medhelm/core/log/message-fields";
import type { LogLevel } from "@medhelm/core/ports";
import { expect, test } from "vitest";
import { jsonLog } from "./json-log.ts";

function written(level: LogLevel) {
  const lines: string[] = [];
  const log = jsonLog({ level, component: "worker", clock: fakeClock(0), write: (line) => lines.push(line) });
  return { log, lines };
}

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test("a record is one line of JSON with its time, level, component and what it concerns", () => {
  const { log, lines } = written("info");
  log("info", "run\nended", { submission: "s", run: "r", instance: undefined, ms: 5 });
  expect(lines).toEqual([
    '{"time":"1970-01-01T00:00:00.000Z","level":"info","component":"worker","message":"run\\nended","submission":"s","run":"r","ms":5}\n',
  ]);
});

test("records below the level are left out", () => {
  const { log, lines } = written("warn");
  log("info", "run ended");
  log("error", "run stopped by a fault");
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ message: "run stopped by a fault" }]);
});

test("the record of text that is no JSON has no part of the text", () => {
  const error = errorOf(() => JSON.parse("canary of a prompt"));
  expect(String(error)).toContain("canary");
  expect(errorFields(error).error).toMatch(/^SyntaxError\n {4}at /);
  expect(errorFields(error).error).not.toContain("canary");
});

test.each([
  ['{"submission":"s","deployment":"d","role":"judge"}', { submission: "s", deployment: "d", role: "judge" }],
  ['{"suite":"s","run":"r","generation":2}', { suite: "s", run: "r" }],
  ['{"release":"r1"}', { release: "r1" }],
  ["canary", {}],
])("the message %s concerns %j", (body, fields) => {
  expect(messageFields(body)).toEqual(fields);
});
