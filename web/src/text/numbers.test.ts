import { expect, it } from "vitest";
import {
  columnDecimals,
  decimals,
  inWords,
  listed,
  median,
  money,
  percent,
  range,
  ranks,
  score,
  seconds,
  signed,
} from "./numbers.ts";

it.each([
  [0.5, { low: 0.2, high: 0.8 }, "0.5"],
  [0.512, { low: 0.48, high: 0.54 }, "0.51"],
  [0.512, { low: 0.38, high: 0.64 }, "0.51"],
  [0.5123, { low: 0.508, high: 0.516 }, "0.512"],
  [61.6, { low: 11, high: 98 }, "62"],
  [3.9112, { low: 3.9, high: 3.92 }, "3.911"],
  [0.5123, undefined, "0.51"],
])("the score %d with the interval %o has the decimals of its interval: %s", (value, interval, text) => {
  expect(score(value, interval)).toBe(text);
});

it("an interval without width has three decimals, and never more", () => {
  expect(decimals({ low: 1, high: 1 })).toBe(3);
  expect(decimals({ low: 0.500001, high: 0.500002 })).toBe(3);
});

it("a column has the decimals that most of its intervals support, the fewer ones in a tie", () => {
  const two = { low: 0.8, high: 0.88 };
  const three = { low: 0.82, high: 0.86 };
  expect(columnDecimals([three, three, two, undefined, undefined])).toBe(2);
  expect(columnDecimals([three, two])).toBe(2);
  expect(columnDecimals([three, three, two])).toBe(3);
  expect(columnDecimals([undefined])).toBe(2);
});

it("an interval, a difference and a rank set read as words and signs", () => {
  expect(range({ low: -0.304, high: 0.5 })).toBe("−0.3 to 0.5");
  expect([signed(0.061), signed(-0.061), signed(0.001), signed(-0.001)]).toEqual(["+0.06", "−0.06", "0.00", "0.00"]);
  expect([ranks([1, 5]), ranks([2, 2])]).toEqual(["1–5", "2"]);
  expect([listed([]), listed(["a"]), listed(["a", "b", "c"])]).toEqual(["", "a", "a, b and c"]);
  expect([inWords(3), inWords(40)]).toEqual(["three", "40"]);
});

it("a small cost, share or time is not shown as zero", () => {
  expect([money(0), money(0.0004), money(0.5), money(1234.4)]).toEqual(["$0", "$0.0004", "$0.50", "$1,234"]);
  expect([percent(0), percent(0.0002), percent(0.031), percent(0.31)]).toEqual(["0 %", "< 0.1 %", "3.1 %", "31 %"]);
  expect([seconds(0.00004), seconds(0.034), seconds(2.44), seconds(31.6)]).toEqual([
    "< 0.001 s",
    "0.034 s",
    "2.4 s",
    "32 s",
  ]);
});

it("the middle of an even number of values is between the two middle ones", () => {
  expect([median([]), median([3]), median([4, 1, 2]), median([1, 4, 2, 3])]).toEqual([undefined, 3, 2, 2.5]);
});
