import { expect, test } from "vitest";
import { reportsInOrder } from "./reports-in-order.ts";

const failed = (run: string) => ({ kind: "failed", run, path: run, error: "no", seconds: 1 }) as const;

test("reports are printed in the order of the plan, each as soon as the ones before it are there", () => {
  const printed: string[] = [];
  const reports = reportsInOrder(({ run }) => printed.push(run));
  reports.add(1, failed("second"));
  expect(printed).toEqual([]);
  reports.add(0, failed("first"));
  expect(printed).toEqual(["first", "second"]);
});

test("the reports have the order of the plan", () => {
  const reports = reportsInOrder(() => undefined);
  reports.add(2, failed("third"));
  reports.add(0, failed("first"));
  expect(reports.all().map(({ run }) => run)).toEqual(["first", "third"]);
});
