import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { platform } from "node:os";
import { describe, expect, test } from "vitest";
import { holderIsAlive, holderIsGone, thisProcess } from "./lease-holder.ts";

describe.skipIf(platform() !== "linux")(
  "the holder of a lease (only Linux distinguishes processes for certain)",
  () => {
    test("this process is named by host and boot, id and start time, and is not gone", () => {
      const holder = thisProcess();
      expect(holder).toEqual({
        host: expect.stringMatching(/^.+\/[0-9a-f-]{36}$/),
        pid: process.pid,
        startedAt: expect.stringMatching(/^\d+$/),
      });
      expect(thisProcess()).toEqual(holder);
      expect(holderIsGone(holder)).toBe(false);
    });

    test("a process that has ended is gone", async () => {
      const child = spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"]);
      await once(child, "spawn");
      const holder = { ...thisProcess(), pid: child.pid ?? 0, startedAt: startOf(child.pid ?? 0) };
      expect([holderIsGone(holder), holderIsAlive(holder)]).toEqual([false, true]);
      child.kill("SIGKILL");
      await once(child, "exit");
      expect([holderIsGone(holder), holderIsAlive(holder)]).toEqual([true, false]);
    });

    test("another process that has the same id since is not the holder", () => {
      expect(holderIsGone({ ...thisProcess(), startedAt: "1" })).toBe(true);
    });

    test("a process of another host, or of this host before its boot, is not known to have ended", () => {
      expect(holderIsGone({ ...thisProcess(), host: "elsewhere/0", pid: 1, startedAt: "1" })).toBe(false);
    });

    test("a holder without a start time is not known to have ended", () => {
      expect(holderIsGone({ ...thisProcess(), pid: 2 ** 22 + 1, startedAt: "unknown" })).toBe(false);
    });
  },
);

/** Field 22 of /proc/<pid>/stat. */
function startOf(pid: number): string {
  const [, after = ""] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
  return after.split(" ")[19] ?? "";
}
