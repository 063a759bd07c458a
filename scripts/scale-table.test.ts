import { expect, test } from "vitest";
import { passHalf, scenarioTable, type Scenario } from "../bench/scale/scenario.ts";

const scenario = (name: string, ...values: [number, ...number[]]): Scenario => {
  const [first, ...rest] = values.map((value) => ({ of: `sweep-${value}`, value, limit: 240, unit: "s" as const }));
  if (first === undefined) throw new Error("no value");
  return {
    name,
    hours: 0.5,
    serviceUsd: 0.25,
    s3Requests: 1234.4,
    indexRequests: 2,
    queueRequests: 0,
    uses: [first, ...rest],
    before: "330 s",
  };
};

test("a scenario passes half of a limit if one of its uses does", () => {
  const over = passHalf([scenario("at half", 120, 3), scenario("above", 3, 121)]);
  expect(over.map(({ name }) => name)).toEqual(["above"]);
});

test("a line of the table shows the use that is closest to its limit", () => {
  const lines = scenarioTable([scenario("a day", 3, 60)]).split("\n");
  expect(lines[2]).toBe("| a day | 0.5 |  | 0.25 | 1,234 | 2 | 0 | sweep-60: 60 of 240 s | 25.0 | 330 s |");
});
