import { expect, test } from "vitest";
import { ownerTurns } from "./owner-turns.ts";
import { turnOf } from "./turn-of.ts";

test("owners take turns, and an owner that comes late is next", () => {
  const turns = ownerTurns();
  const waiting = ["hog", "hog", "hog", "ann", undefined, "hog"].map((owner, id) => ({ owner, id }));
  const order: number[] = [];
  for (let i = 0; i < 6; i++) {
    const [next] = turns.heads(waiting.filter(({ id }) => !order.includes(id)));
    if (next === undefined) break;
    order.push(next.id);
    turns.took(next.owner);
  }
  expect(order).toEqual([0, 3, 4, 1, 2, 5]);
});

test("two pools in which the same owner waits take turns, and a further worker comes after all first ones", () => {
  const turns = ownerTurns();
  const pools = [
    { deployment: "a", isFurther: true },
    { deployment: "a", isFurther: false },
    { deployment: "a", isFurther: false },
    { deployment: "b", isFurther: false },
  ];
  const waiting = pools.map((pool, id) => ({ owner: turnOf({ owner: "ann", pool }), id }));
  const order: number[] = [];
  for (let i = 0; i < 4; i++) {
    const [next] = turns.heads(waiting.filter(({ id }) => !order.includes(id)));
    if (next === undefined) break;
    order.push(next.id);
    turns.took(next.owner);
  }
  expect(order).toEqual([1, 3, 2, 0]);
});
