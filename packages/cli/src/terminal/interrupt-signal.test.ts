import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { interruptSignal } from "./interrupt-signal.ts";

let stop: ReturnType<typeof interruptSignal>;
let nowMs = 1_000_000;
beforeEach(() => {
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  vi.spyOn(Date, "now").mockImplementation(() => nowMs);
  stop = interruptSignal();
});
afterEach(() => {
  stop.dispose();
  vi.restoreAllMocks();
});
const signal = (name: "SIGINT" | "SIGTERM"): boolean => process.emit(name, name);

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s aborts the work, and the process ends when it has come to rest",
  (name) => {
    signal(name);
    expect(stop.signal.aborted).toBe(true);
    expect(stop.signal.reason).toMatchObject({ name: "AbortError", message: `stopped by ${name}` });
  },
);

test("one Ctrl-C that comes twice, from the terminal and the shim, is one", () => {
  signal("SIGINT");
  nowMs += 200;
  expect(() => signal("SIGINT")).not.toThrow();
});

test("a second Ctrl-C ends the process at once", () => {
  signal("SIGINT");
  nowMs += 301;
  expect(() => signal("SIGINT")).toThrow("exit 130");
});

test("a supervisor that asks twice is patient: SIGTERM never cuts the release of a lease short", () => {
  signal("SIGTERM");
  nowMs += 5000;
  expect(() => signal("SIGTERM")).not.toThrow();
});

test("once the work is done, signals are the process's own again", () => {
  const before = process.listenerCount("SIGINT");
  stop.dispose();
  expect(process.listenerCount("SIGINT")).toBe(before - 1);
});
