import { expect, test } from "vitest";
import { allAnswered, PendingAnswers } from "./pending.ts";

test("what is awaited is gathered once everything else has been answered", async () => {
  const ended: string[] = [];
  const slow = new Promise<string>((done) => setTimeout(done, 1, "c")).then((name) => {
    ended.push(name);
    return name;
  });
  const asks = [Promise.reject(new PendingAnswers(["a"])), slow, Promise.reject(new PendingAnswers(["b", "a"]))];
  const error = await allAnswered(asks).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PendingAnswers);
  expect(error).toMatchObject({ deployments: ["a", "b"], message: "answers of a and b are awaited" });
  expect(ended).toEqual(["c"]);
});

test("a fault outweighs what is awaited, and nothing is left running behind it", async () => {
  let ended = false;
  const slow = new Promise((done) => setTimeout(done, 1)).then(() => (ended = true));
  const asks = [Promise.reject(new PendingAnswers(["a"])), Promise.reject(new Error("the key is refused")), slow];
  await expect(allAnswered<unknown>(asks)).rejects.toThrow("the key is refused");
  expect(ended).toBe(true);
});

test("answers keep the order of the asks", async () => {
  expect(await allAnswered([Promise.resolve(1), Promise.resolve(2)])).toEqual([1, 2]);
});
