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

it("a label keeps off a line that leaves its mark to the right", () => {
  const one = mark("a name", 50);
  const steps = [{ x1: 50, x2: 100, y1: 50, y2: 50 }];
  expect(placeLabels([one], [400], 300, { steps }).get(one)).toMatchObject({ anchor: "end" });
});
