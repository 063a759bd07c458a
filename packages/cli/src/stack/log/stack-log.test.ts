import { expect, test } from "vitest";
import { logSettings } from "./stack-log.ts";

test.each([
  [{}, true, { logFormat: "text", logLevel: "warn" }],
  [{}, false, { logFormat: "json", logLevel: "info" }],
  [{ logFormat: "json" as const }, true, { logFormat: "json", logLevel: "info" }],
  [{ logLevel: "debug" as const }, true, { logFormat: "text", logLevel: "debug" }],
])("the options %j, in a terminal: %s, give %j", (given, isTerminal, settings) => {
  expect(logSettings(given, isTerminal)).toEqual(settings);
});
