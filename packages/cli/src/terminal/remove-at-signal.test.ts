import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { endingSignals } from "./say-interrupted.ts";
import { removeAtSignal } from "./remove-at-signal.ts";

function unfinished(): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-unfinished-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "text"), "a prompt");
  return folder;
}

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("%s removes the folder and ends the process", async (signal) => {
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  const folder = unfinished();
  const stop = removeAtSignal(folder, endingSignals(true));
  onTestFinished(stop);
  process.emit(signal, signal);
  await vi.waitUntil(() => !existsSync(folder), { timeout: 30_000 });
  expect(kill.mock.calls).toEqual([[process.pid, signal]]);
});

test("a folder that is finished stays", () => {
  const before = process.listenerCount("SIGTERM");
  removeAtSignal(unfinished())();
  expect(process.listenerCount("SIGTERM")).toBe(before);
});
