import { benchmarkRun } from "@medhelm/testing/fixtures/benchmark-run";
import { expect, test } from "vitest";
import { settleOnce } from "./settle-once.ts";

test("entries with equal arguments settle their benchmark once, so that its files are read once", async () => {
  const settled: string[] = [];
  const settle = settleOnce(async (name, args) => {
    settled.push(`${name} ${JSON.stringify(args)}`);
    return benchmarkRun(name);
  });
  for (const args of [{ a: 1 }, { a: 1 }, { a: "1" }, {}]) await settle("demo", args);
  await settle("other", {});
  expect(settled).toEqual(['demo {"a":1}', 'demo {"a":"1"}', "demo {}", "other {}"]);
});
