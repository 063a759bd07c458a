import { expect, test } from "vitest";
import { plantError } from "./plant-error.ts";

test.each([
  ["Start metoprolol 25 mg daily.", "Start metoprolol 250 mg daily.", "dose"],
  ["Give 0.5mg now, then 1 mg.", "Give 5mg now, then 1 mg.", "dose"],
  ["Vitamin D 1,000 IU", "Vitamin D 10,000 IU", "dose"],
  ["Il prend 2,5 mg.", "Il prend 25 mg.", "dose"],
  ["Insulin 10 units at night", "Insulin 100 units at night", "dose"],
  ["Glucose 110 mg/dL; methotrexate weekly.", "Glucose 110 mg/dL; methotrexate daily.", "frequency"],
  ["Aspirin is contraindicated here.", "Aspirin is indicated here.", "advice"],
  ["Avoid alcohol.", "Take alcohol.", "advice"],
  ["There is no evidence of fracture.", "There is clear evidence of fracture.", "negation"],
  ["She denies chest pain.", "She reports chest pain.", "negation"],
  ["Treat the hyperkalemia.", "Treat the hypokalemia.", "direction"],
  ["Hypotension after surgery", "Hypertension after surgery", "direction"],
  ["Pain in the left knee", "Pain in the right knee", "side"],
])("in %j one dangerous error is planted", (text, expected, kind) => {
  expect(plantError(text)).toMatchObject({ text: expected, kind });
});

test("the changed words are named, and all other words stay", () => {
  const text = "Take 5 mg. Take 5 mg again.";
  expect(plantError(text)).toEqual({
    text: "Take 50 mg. Take 5 mg again.",
    kind: "dose",
    before: "5 mg",
    after: "50 mg",
  });
});

test.each(["", "Drink water and rest.", "Blood glucose was 110 mg/dL."])("no error can be planted in %j", (text) => {
  expect(plantError(text)).toBeUndefined();
});
