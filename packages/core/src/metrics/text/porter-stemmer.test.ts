import { expect, test } from "vitest";
import { porterStem } from "./porter-stemmer.ts";

const stems = (words: string): string => words.split(" ").map(porterStem).join(" ");

test("suffixes follow Porter's paper", () => {
  expect(stems("caresses ponies cats agreed plastered motoring hopping falling fizzed filing happy")).toBe(
    "caress poni cat agre plaster motor hop fall fizz file happi",
  );
  expect(stems("relational hypertensive generalization hopefulness electrical adjustment adoption controlling")).toBe(
    "relat hypertens gener hope electr adjust adopt control",
  );
});

test("NLTK's irregular words and short -ies, -ied and -ying have their own stems", () => {
  expect(stems("dying lying tying skies news flies dies died spied proceed")).toBe(
    "die lie tie sky news fli die die spi proceed",
  );
});

test("NLTK's y becomes i after any consonant, and -logi, -fulli, -alli, -bli lose their ending", () => {
  expect(stems("spy enjoy by biology carefully radically possibly")).toBe("spi enjoy by biolog care radic possibl");
});
