import { expect, test } from "vitest";
import { ownerTurns } from "./owner-turns.ts";

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
