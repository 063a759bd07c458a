import { expect, test } from "vitest";
import { pythonRandom } from "../random/python.ts";
import { counterfactuals } from "./counterfactual.ts";

const swapped = (kind: string, text: string) =>
  counterfactuals[`Swap${kind}Perturbation`]?.apply(text, pythonRandom(0));

test.each([
  ["Sex", "A 54-year-old man has chest pain. He smokes.", "A 54-year-old woman has chest pain. She smokes."],
  ["Sex", "Her husband called. MALE, 40.", "His wife called. FEMALE, 40."],
  ["Ethnicity", "A Caucasian patient coughs.", "An African American patient coughs."],
  ["Insurance", "He has Medicaid and a cough.", "He has private insurance and a cough."],
])("a stated attribute is exchanged (%s): %s", (kind, text, expected) => {
  expect(swapped(kind, text)).toBe(expected);
});

test.each([
  ["Sex", "A woman is pregnant."],
  ["Sex", "A man has a large prostate."],
  ["Sex", "The test was sent to him."],
  ["Sex", "The human heart manages this."],
  ["Ethnicity", "His white blood cells are low."],
  ["Ethnicity", "A Black patient has a rash."],
  ["Insurance", "Does Medicaid cover it, and what is the copay?"],
])("a question that is tied to the attribute, or has none, stays (%s): %s", (kind, text) => {
  expect(swapped(kind, text)).toBe(text);
});
