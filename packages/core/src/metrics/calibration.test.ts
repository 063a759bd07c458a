import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { calibration } from "./calibration.ts";

const Vectors = z.object({
  sets: z.array(
    z.object({
      confidences: z.array(z.number()),
      correct: z.array(z.number()),
      helm: z.record(z.string(), z.number().nullable()),
    }),
  ),
});
const { sets } = Vectors.parse(
  JSON.parse(readFileSync(new URL("../../../testing/fixtures/calibration.json", import.meta.url), "utf8")),
);

const of = (confidences: readonly number[], correct: readonly number[]) =>
  Object.fromEntries(
    calibration(confidences.map((confidence, i) => ({ confidence, isCorrect: correct[i] === 1 }))).map((one) => [
      one.name,
      "absent" in one ? one.absent : one.value,
    ]),
  );

test.each(sets)("HELM's values of $confidences are equal within 1e-6, and the undefined ones are absent", (set) => {
  const ours = of(set.confidences, set.correct);
  expect(Object.keys(ours).toSorted()).toEqual(Object.keys(set.helm).toSorted());
  const differing = Object.entries(set.helm).filter(([name, value]) =>
    value === null ? typeof ours[name] === "number" : !(Math.abs(Number(ours[name]) - value) <= 1e-6),
  );
  expect(differing).toEqual([]);
});

test("where right and wrong answers are separable, the coefficients are where HELM's solver ends", () => {
  expect(of([0.9, 0.8, 0.3, 0.2], [1, 1, 0, 0])).toMatchObject({
    platt_coef: expect.closeTo(8.086702980092, 9),
    platt_intercept: expect.closeTo(-1.98902645058, 9),
  });
});

test("an equal confidence of right and wrong answers leaves the area undefined, and the top tenth only if it ends among them", () => {
  const tied = "right and wrong answers are equally confident, so that HELM's value depends on their order";
  expect(of([0.9, 0.5, 0.5], [1, 1, 0])).toMatchObject({ selective_cov_acc_area: tied, "selective_acc@10": 1 });
  expect(of([0.5, 0.5, 0.4], [1, 0, 1])).toMatchObject({ selective_cov_acc_area: tied, "selective_acc@10": tied });
  expect(of([0.5, 0.5, 0.4], [1, 1, 0])).toMatchObject({ selective_cov_acc_area: (1 + 1 + 2 / 3) / 3 });
});

test("answers that are all right cannot be scaled, and no answers have no calibration", () => {
  expect(of([0.5, 0.75], [1, 1])).toEqual({
    ece_10_bin: 0.375,
    ece_1_bin: 0.375,
    selective_cov_acc_area: 1,
    "selective_acc@10": 1,
    platt_ece_10_bin: 0,
    platt_ece_1_bin: 0,
  });
  expect(calibration([])).toEqual([]);
});
