import { keys } from "@medhelm/core/store/object-keys";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { expect, test } from "vitest";
import { countedStore, noRequests } from "../../../../../bench/scale/counted-store.ts";
import { findRuns } from "./find-runs.ts";

test("1,500 runs are found with two listings of their files and one of their folders, in pages of 1,000", async () => {
  const store = countedStore(fakeClock(), noRequests());
  for (let i = 0; i < 1500; i++) {
    store.place(keys.manifest("s", `run-${i}`), "{}");
    for (const file of ["identity.json", "progress.json"]) store.place(`${keys.work("s", `run-${i}`)}${file}`, "{}");
  }
  store.place(`${keys.work("s", "started")}identity.json`, "{}");
  const { runs, leftOut } = await findRuns(store, "s", false);
  expect([runs.length, leftOut]).toEqual([
    1500,
    [{ suite: "s", run: "started", reason: "it is still running or was interrupted" }],
  ]);
  expect(store.requests).toEqual({ ...noRequests(), list: 5, head: 1 });
});

test("runs whose names sort before the folder of the generations are found", async () => {
  const store = countedStore(fakeClock(), noRequests());
  const names = ["#1 quiz", "(draft) triage", "+plus", "-rf", "plain"];
  for (const name of names) store.place(keys.manifest("s", name), "{}");
  store.place(keys.generationFile("s", "plain", `public/1-${"a".repeat(32)}`, "manifest.json"), "{}");
  const { runs, leftOut } = await findRuns(store, "s", false);
  expect([runs.map(({ run }) => run), leftOut]).toEqual([names, []]);
});
