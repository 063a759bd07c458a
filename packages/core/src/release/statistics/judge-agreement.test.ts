import { expect, test } from "vitest";
import { judgeAgreements } from "./judge-agreement.ts";

const scores = (judges: readonly (readonly (number | null)[])[]) => ({
  judges: { names: ["a", "b", "c"].slice(0, judges[0]?.length), criteria: ["accuracy"] },
  rows: judges.map((of, i) => ({ id: `id${i}`, trial: 0, values: [], judges: of.map((score) => [score]) })),
});

test("a judge is compared with the rounded mean of the others", () => {
  const found = judgeAgreements(
    scores([
      [5, 5, 5],
      [5, 4, 4],
      [1, 4, 5],
      [3, 2, 4],
    ]),
  );
  // a gives 5, 5, 1, 3 and the others 5, 4, 5, 3: squared distances of 17, and of 64 over all 16 combinations
  expect(found.get("a")).toEqual({ n: 4, exact: 0.5, withinOne: 0.75, kappa: -0.0625 });
});

test("verdicts without a score are left out", () => {
  const found = judgeAgreements(
    scores([
      [5, null, 5],
      [null, null, 4],
      [4, 2, null],
    ]),
  );
  expect([...found].map(([name, { n }]) => [name, n])).toEqual([
    ["a", 2],
    ["b", 1],
    ["c", 1],
  ]);
});

test("judges that always give one point have no kappa", () => {
  expect(
    judgeAgreements(
      scores([
        [5, 5],
        [5, 5],
      ]),
    ),
  ).toEqual(
    new Map([
      ["a", { n: 2, exact: 1 }],
      ["b", { n: 2, exact: 1 }],
    ]),
  );
});

test("one judge has nobody to agree with", () => {
  expect(judgeAgreements(scores([[5], [4]]))).toEqual(new Map());
});
