import { expect, it, vi } from "vitest";
import { inSteps } from "./in-steps.ts";

it("the first steps run at once, and the others a few at a time", async () => {
  vi.stubGlobal("requestAnimationFrame", (paint: () => void) => setTimeout(paint, 0));
  const done: number[] = [];
  const steps = [1, 2, 3, 4].map((step) => () => done.push(step));
  inSteps(steps, { first: 2, later: 1 });
  expect(done).toEqual([1, 2]);
  await expect.poll(() => done).toEqual([1, 2, 3, 4]);
});

it("dropped steps do not run", async () => {
  vi.stubGlobal("requestAnimationFrame", (paint: () => void) => setTimeout(paint, 0));
  const done: number[] = [];
  const drop = inSteps([() => done.push(1), () => done.push(2)], { first: 1, later: 1 });
  drop();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(done).toEqual([1]);
});
