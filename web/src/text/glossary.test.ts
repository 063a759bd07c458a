import { expect, it } from "vitest";
import { GLOSSARY } from "./glossary.ts";

it("the glossary is in the order of the alphabet, and every address in it is unique", () => {
  const terms = GLOSSARY.map(({ term }) => term.toLowerCase());
  expect(terms.toSorted((a, b) => a.localeCompare(b))).toEqual(
    GLOSSARY.toSorted((a, b) => a.term.localeCompare(b.term)).map(({ term }) => term.toLowerCase()),
  );
  expect(new Set(GLOSSARY.map(({ id }) => id)).size).toBe(GLOSSARY.length);
});
