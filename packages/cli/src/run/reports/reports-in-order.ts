import type { RunReport } from "./run-report.ts";

/** Collects the reports of runs that end in any order, and passes each to `print` in the order of the plan. */
export function reportsInOrder(print: (report: RunReport) => void) {
  const byIndex = new Map<number, RunReport>();
  let printed = 0;
  return {
    add(index: number, report: RunReport): void {
      byIndex.set(index, report);
      for (let next = byIndex.get(printed); next !== undefined; next = byIndex.get(++printed)) print(next);
    },
    all: (): RunReport[] => [...byIndex].toSorted(([a], [b]) => a - b).map(([, report]) => report),
  };
}
