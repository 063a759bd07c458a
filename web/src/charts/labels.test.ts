import { expect, it } from "vitest";
import { placeLabels } from "./labels.ts";

const mark = (label: string, x: number, y = 50) => ({ label, x, y, top: y, bottom: y });

it("two marks at one place get labels on different sides", () => {
  const [a, b] = [mark("left", 50), mark("right", 50.1)];
  const spots = placeLabels([a, b], [400], 300);
  expect([spots.get(a)?.anchor, spots.get(b)?.anchor]).toEqual(["start", "end"]);
});

it("a label stays inside the drawing", () => {
  const end = mark("a long name of a model", 100);
  expect(placeLabels([end], [300], 300).get(end)).toMatchObject({ anchor: "end" });
});

it("a mark without a free place gets no label, unless it must have one", () => {
  const crowd = Array.from({ length: 60 }, (_, i) => mark("a long name", 50 + i / 100));
  const spots = placeLabels(crowd, [300], 60);
  expect(spots.size).toBeLessThan(crowd.length);
});
