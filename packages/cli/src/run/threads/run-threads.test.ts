import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { UserError } from "@medhelm/core/user-error";
import { summarizeSuite } from "@medhelm/service/release/build-release";
import { CARD } from "@medhelm/testing/fixtures/api";
import { fixture, putRun } from "@medhelm/testing/fixtures/release";
import { textsBelow } from "@medhelm/testing/fixtures/work";
import { expect, onTestFinished, test } from "vitest";
import { runThreads } from "./run-threads.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-threads-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Threads of a folder that end with the test. */
function threadsOf(outputPath: string, count = 1) {
  const threads = runThreads({ outputPath, plugins: [] }, count);
  onTestFinished(threads.end);
  return threads;
}

const summarize = (folder: string, more = {}) =>
  summarizeSuite(
    { ...fixture(), objects: fsStore(folder), cards: () => CARD, ...more },
    { kind: "suite", suite: "s", profile: "helm" },
  );

test("two threads write the bytes of one thread, read every run that HELM wrote, and end before the statistics", async () => {
  const [one, two] = [newFolder(), newFolder()];
  for (let model = 0; model < 10; model++)
    await putRun(fsStore(one), { suite: "s", model: `m/${model}`, score: model / 10 });
  cpSync(one, two, { recursive: true });
  const threads = threadsOf(two, 2);
  const calls: string[] = [];
  const readers = {
    ...threads,
    read: (job: Parameters<typeof threads.read>[0]) => (calls.push("read"), threads.read(job)),
    end: () => (calls.push("end"), threads.end()),
  };
  await summarize(one);
  await summarize(two, { readers });
  expect(calls).toEqual([...Array<string>(10).fill("read"), "end"]);
  expect(await textsBelow(fsStore(two), "runs/")).toEqual(await textsBelow(fsStore(one), "runs/"));
});

test("a thread's error that a user can fix is one here, too", async () => {
  await expect(threadsOf(newFolder()).verify("s", "none")).rejects.toThrow(UserError);
});
