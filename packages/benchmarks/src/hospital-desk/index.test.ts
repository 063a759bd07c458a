import { expect, test } from "vitest";
import type { Move } from "@medhelm/core/agents/environment";
import { userFilesOf } from "@medhelm/testing/fixtures/benchmarks/files";
import hospitalDesk from "./index.ts";
import { environment } from "./environment.ts";
import { instances } from "./instances.ts";
import { type Change, type Task, tasks } from "./tasks.ts";

const move = (calls: readonly Change[]): Move => ({
  text: "",
  isCut: false,
  calls: calls.map(([name, args], i) => ({ id: `c${i}`, name, arguments: JSON.stringify(args) })),
});

async function play(task: Task, changes: readonly Change[], closing: object): Promise<readonly string[]> {
  const instance = instances().find(({ id }) => id === task.id);
  if (instance === undefined) throw new Error("no instance");
  const episode = await environment(20).open(instance);
  await episode.react(move([...changes, ["close_request", { answer: "", ...closing }]]));
  const checks = await episode.checks();
  return checks.filter(({ passed }) => !passed).map(({ name }) => name);
}

const right = ({ closing, answers }: Task) => ({ result: closing, answer: answers?.[0] ?? "" });

test("there are twenty tasks of three kinds", () => {
  const kinds = Map.groupBy(tasks, ({ kind }) => kind);
  expect([...kinds].map(([kind, all]) => [kind, all.length])).toEqual([
    ["records", 7],
    ["scheduling", 7],
    ["prior authorisation", 6],
  ]);
});

test.each(tasks)("$id: the wanted calls pass every check", async (task) => {
  expect(await play(task, task.changes, right(task))).toEqual([]);
});

test.each(tasks.filter(({ changes }) => changes.length > 0))("$id: a missing call fails", async (task) => {
  for (const left of task.changes)
    expect(
      await play(
        task,
        task.changes.filter((one) => one !== left),
        right(task),
      ),
    ).not.toEqual([]);
});

test.each(tasks)("$id: another end of the request fails", async (task) => {
  const result = task.closing === "done" ? "not_possible" : "done";
  expect(await play(task, task.changes, { ...right(task), result })).toEqual(["end of the request"]);
});

test.each(tasks)("$id: a change beyond the request fails", async (task) => {
  const extra: Change = ["add_to_waiting_list", { record: "P-105", service: "cardiology" }];
  expect(await play(task, [...task.changes, extra], right(task))).toEqual(["waiting list"]);
});

test("an answer with other words fails", async () => {
  const [, task] = tasks;
  if (task === undefined) throw new Error("no task");
  expect(await play(task, [], { result: "done", answer: "Northsea Basic" })).toEqual(["answer"]);
});

test.each([
  [1e-7, "at least 0.000001"],
  [1e300, "at most 1000000000"],
])("a limit of %d dollars is refused", async (maxUsd, bound) => {
  await expect(hospitalDesk.settle({ max_usd: maxUsd }, userFilesOf({}))).rejects.toThrow(bound);
});

test.each([
  [{}, "hospital_desk"],
  [{ max_steps: 4, max_usd: 0.5 }, "hospital_desk:max_steps=4,max_usd=0.5"],
])("another limit is another run: %j", async (args, name) => {
  expect((await hospitalDesk.settle(args, userFilesOf({}))).name).toBe(name);
});
