import { expect, onTestFinished, test, vi } from "vitest";
import { endingSignals, sayInterrupted } from "./say-interrupted.ts";

const SIGNALS = endingSignals(true);

/** Sends a signal to this process. Returns what happens, in order. */
function seenAt(signal: NodeJS.Signals, { hasTerminal }: { readonly hasTerminal: boolean }): string[] {
  const seen: string[] = [];
  vi.spyOn(process, "kill").mockImplementation((_, name) => {
    seen.push(`killed by ${name}`);
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => seen.push(String(text)) > 0);
  const others = SIGNALS.map((name) => [name, process.rawListeners(name)] as const);
  for (const name of SIGNALS) process.removeAllListeners(name);
  onTestFinished(() => {
    for (const [name, listeners] of others) {
      process.removeAllListeners(name);
      for (const listener of listeners) process.on(name, (...args) => Reflect.apply(listener, process, args));
    }
  });
  sayInterrupted(() => seen.push("held messages"), endingSignals(hasTerminal));
  process.emit(signal, signal);
  return seen;
}

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s is named in one sentence, after the messages that were held, and ends the process",
  (signal) => {
    expect(seenAt(signal, { hasTerminal: true })).toEqual([
      "held messages",
      "medhelm: interrupted; run the same command again\n",
      `killed by ${signal}`,
    ]);
  },
);

test("SIGHUP does not end a command without a terminal, because nohup starts one for a long time", () => {
  expect(seenAt("SIGHUP", { hasTerminal: false })).toEqual([]);
});
