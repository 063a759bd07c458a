import { expect, test } from "vitest";
import { askedFor } from "./asked-for.ts";

test.each([
  ["Please work out her body mass index.", ["body", "mass"], undefined],
  ["Calculate the body mass index of this woman in kg/m².", ["body", "mass"], "kg/m2"],
  [
    "Using Cockcroft-Gault, what is this patient's creatinine clearance (mL/min)?",
    ["creatinine", "clearance"],
    "ml/min",
  ],
  ["How high is the sodium once corrected for the glucose?", ["sodium", "corrected"], undefined],
  ["How many points does he get on the CHA2DS2-VASc?", ["cha2ds2", "vasc"], undefined],
  ["Work out the LDL cholesterol with the Friedewald equation in mg/dL.", ["ldl", "cholesterol"], "mg/dl"],
  ["What is the patient's Child-Pugh Score?", ["child", "pugh"], undefined],
])("the words and the unit of a quantity are found in %j", (question, words, unit) => {
  expect(askedFor(question)).toMatchObject({ words, ...(unit === undefined ? {} : { unit }) });
});

test("a method in brackets is not a word of the quantity", () => {
  const { words, methods } = askedFor("What is the body surface area (Mosteller) in m²?");
  expect({ words, methods: [...methods] }).toEqual({ words: ["body", "surface", "area"], methods: ["mosteller"] });
});
