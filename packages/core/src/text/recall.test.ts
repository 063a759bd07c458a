import { expect, test } from "vitest";
import { recall, recallOf } from "./recall.ts";

/** The lengths of texts, and the texts for which they were computed. */
function lengths() {
  const computed: string[] = [];
  return { computed, lengthOf: recall((text) => (computed.push(text), text.length)) };
}

test("a short text is computed once", () => {
  const { computed, lengthOf } = lengths();
  expect([lengthOf("no"), lengthOf("yes"), lengthOf("no")]).toEqual([2, 3, 2]);
  expect(computed).toEqual(["no", "yes"]);
});

test("a long text is computed each time", () => {
  const { computed, lengthOf } = lengths();
  const long = "x".repeat(201);
  expect([lengthOf(long), lengthOf(long)]).toEqual([201, 201]);
  expect(computed).toEqual([long, long]);
});

test("after many texts the first is computed again", () => {
  const { computed, lengthOf } = lengths();
  for (let i = 0; i < 257; i++) lengthOf(String(i));
  lengthOf("0");
  expect(computed.filter((text) => text === "0")).toEqual(["0", "0"]);
});

test("a text is computed once for each object", () => {
  const computed: string[] = [];
  const lengthFrom = recallOf((text, { from }: { readonly from: number }) => (computed.push(text), text.length - from));
  const [one, other] = [{ from: 1 }, { from: 2 }];
  expect([lengthFrom("yes", one), lengthFrom("yes", other), lengthFrom("yes", one)]).toEqual([2, 1, 2]);
  expect(computed).toEqual(["yes", "yes"]);
});
