import { expect, test } from "vitest";
import { leadersOf, leadersWithoutColumn, leadersWithoutRow } from "./leaders.ts";

const column = (...values: (number | null)[]) => ({ lowerIsBetter: false, values });

test("the first place changes when the benchmark that it rests on is left out", () => {
  const columns = [column(0.9, 0.1), column(0.2, 0.8), column(0.9, 0.1)];
  expect(leadersOf(columns, 2)).toEqual({ first: [0], meanWinRate: 2 / 3 });
  expect(leadersWithoutColumn(columns, 2)).toEqual([
    { first: [0, 1], meanWinRate: 0.5 },
    { first: [0], meanWinRate: 1 },
    { first: [0, 1], meanWinRate: 0.5 },
  ]);
});

test("the first place of the others is found when a model is left out", () => {
  expect(leadersWithoutRow([column(0.9, 0.5, 0.1)], 3)).toEqual([
    { first: [1], meanWinRate: 1 },
    { first: [0], meanWinRate: 1 },
    { first: [0], meanWinRate: 1 },
  ]);
  expect(leadersWithoutRow([column(0.9, 0.5)], 2)).toEqual([undefined, undefined]);
});
