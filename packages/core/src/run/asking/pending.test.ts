import { expect, test } from "vitest";
import { waitForAll, PendingAnswers } from "./pending.ts";

test("the pending deployments are collected after all other requests have settled", async () => {
  const ended: string[] = [];
  const slow = new Promise<string>((done) => setTimeout(done, 1, "c")).then((name) => {
    ended.push(name);
    return name;
  });
  const asks = [Promise.reject(new PendingAnswers(["a"])), slow, Promise.reject(new PendingAnswers(["b", "a"]))];
  const error = await waitForAll(asks).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PendingAnswers);
  expect(error).toMatchObject({ deployments: ["a", "b"], message: "answers of a and b are pending" });
  expect(ended).toEqual(["c"]);
});

test("an error takes precedence over pending answers, and is thrown after all requests have settled", async () => {
  let ended = false;
  const slow = new Promise((done) => setTimeout(done, 1)).then(() => (ended = true));
  const asks = [Promise.reject(new PendingAnswers(["a"])), Promise.reject(new Error("the key is refused")), slow];
  await expect(waitForAll<unknown>(asks)).rejects.toThrow("the key is refused");
  expect(ended).toBe(true);
});

test("answers keep the order of the requests", async () => {
  expect(await waitForAll([Promise.resolve(1), Promise.resolve(2)])).toEqual([1, 2]);
});
