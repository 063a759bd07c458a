import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endingSignals } from "./say-interrupted.ts";
import { interruptSignal } from "./interrupt-signal.ts";

let stop: ReturnType<typeof interruptSignal>;
let nowMs = 1_000_000;
beforeEach(() => {
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  vi.spyOn(Date, "now").mockImplementation(() => nowMs);
  stop = interruptSignal(endingSignals(true));
});
afterEach(() => {
  stop.dispose();
  vi.restoreAllMocks();
});
const signal = (name: "SIGINT" | "SIGTERM" | "SIGHUP"): boolean => process.emit(name, name);

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s aborts the work, and the process ends after the work has stopped",
  (name) => {
    signal(name);
    expect(stop.signal.aborted).toBe(true);
    expect(stop.signal.reason).toMatchObject({ name: "AbortError", message: `stopped by ${name}` });
  },
);

test("one Ctrl-C that arrives twice, from the terminal and from the shim, counts once", () => {
  signal("SIGINT");
  nowMs += 200;
  expect(() => signal("SIGINT")).not.toThrow();
});

test("a second Ctrl-C ends the process at once", () => {
  signal("SIGINT");
  nowMs += 301;
  expect(() => signal("SIGINT")).toThrow("exit 130");
});

test("a second SIGTERM does not end the process, so that it can release its lease", () => {
  signal("SIGTERM");
  nowMs += 5000;
  expect(() => signal("SIGTERM")).not.toThrow();
});

test("after the work, signals have their default effect again", () => {
  const before = process.listenerCount("SIGINT");
  stop.dispose();
  expect(process.listenerCount("SIGINT")).toBe(before - 1);
});
