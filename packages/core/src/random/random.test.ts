import { expect, test } from "vitest";
import { permutation } from "./numpy.ts";
import { pythonRandom } from "./python.ts";

test("permutation equals numpy's RandomState(0).permutation", () => {
  expect(permutation(5).slice(0, 3)).toEqual([2, 0, 1]);
  expect(permutation(1)).toEqual([0]);
  expect(permutation(0)).toEqual([]);
});

test("permutation equals numpy's for 1000 items", () => {
  expect(permutation(1000).slice(0, 4)).toEqual([993, 859, 298, 553]);
});

test("an integer seed gives CPython's numbers", () => {
  const random = pythonRandom(0);
  expect([random.getrandbits(32), random.getrandbits(32)]).toEqual([3626764237, 1654615998]);
  expect([10, 100, 7].map((n) => pythonRandom(1).randrange(n))).toEqual([2, 17, 1]);
});

test("a large, a negative and a text seed give CPython's numbers", () => {
  expect(pythonRandom(2 ** 40 + 5).getrandbits(32)).toBe(2166296868);
  expect(pythonRandom(-3).getrandbits(32)).toBe(1022050301);
  expect(pythonRandom("h\u00e9llo").getrandbits(32)).toBe(56709863);
});

test("random() returns CPython's numbers", () => {
  expect(pythonRandom("id0").random()).toBe(0.51172047939132);
  expect(pythonRandom("3id7").random()).toBe(0.8500420161216363);
});

test("shuffle and both algorithms of sample equal CPython's", () => {
  expect(pythonRandom(0).shuffle(["a", "b", "c", "d"])).toEqual(["c", "a", "b", "d"]);
  const numbers = Array.from({ length: 200 }, (_, i) => i);
  expect(pythonRandom(0).sample(numbers.slice(0, 20), 5)).toEqual([12, 13, 1, 8, 15]);
  expect(pythonRandom(0).sample(numbers, 5)).toEqual([98, 194, 107, 10, 66]);
  expect(() => pythonRandom(0).sample(["a"], 2)).toThrow(RangeError);
});
