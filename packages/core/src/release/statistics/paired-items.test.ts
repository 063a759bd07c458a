import { expect, test } from "vitest";
import { type PairedItem, pairItems } from "./paired-items.ts";

const items = (values: readonly (number | undefined)[], more: (i: number) => Partial<PairedItem> = () => ({})) =>
  values.map((value, i): PairedItem => ({ id: `id${i}`, text: `Question ${i}`, value, ...more(i) }));

test("the interval of four independent differences is Student's with three degrees of freedom", () => {
  // mean 0.5, standard error 0.288675, t = 3.182446
  const found = pairItems([{ a: items([1, 1, 1, 0]), b: items([0, 0, 1, 0]) }]);
  expect(found).toMatchObject({ n: 4, difference: 0.5 });
  expect(found?.interval?.low).toBeCloseTo(-0.418693, 6);
  expect(found?.interval?.high).toBeCloseTo(1.418693, 6);
});

test("questions of one cluster count once, so that the interval is wider", () => {
  const a = items([1, 1, 1, 0, 0, 0], (i) => ({ cluster: Math.floor(i / 2) }));
  const b = items([0, 0, 0, 0, 0, 0]);
  const alone = pairItems([{ a: a.map(({ id, text, value }) => ({ id, text, value })), b }])?.interval;
  const clustered = pairItems([{ a, b }])?.interval;
  expect((clustered?.high ?? 0) - (clustered?.low ?? 0)).toBeGreaterThan(2 * ((alone?.high ?? 0) - (alone?.low ?? 0)));
});

test("a question without a score of one model, and another question with the same id, are left out", () => {
  const b = items([0, undefined, 0]).map((item, i) => (i === 2 ? { ...item, text: "Another question" } : item));
  expect(pairItems([{ a: items([1, 1, 1]), b }])).toEqual({ n: 1, difference: 1 });
});

test("repeated requests of a question are their mean", () => {
  expect(pairItems([{ a: [...items([1]), ...items([0])], b: items([0]) }])).toEqual({ n: 1, difference: 0.5 });
});

test("the parts of a benchmark count equally", () => {
  const found = pairItems([
    { a: items([1, 0, 1, 0]), b: items([0, 0, 0, 0]) },
    { a: items([0, 1]), b: items([0, 0]) },
  ]);
  expect(found).toMatchObject({ n: 6, difference: 0.5 });
});

test("equal differences have no interval, and models without a common question have no comparison", () => {
  expect(pairItems([{ a: items([1, 1]), b: items([1, 1]) }])).toEqual({ n: 2, difference: 0 });
  expect(pairItems([{ a: items([1]), b: [] }])).toBeUndefined();
});
