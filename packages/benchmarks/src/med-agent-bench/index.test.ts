import { isSuccess } from "@medhelm/core/agents/transcript";
import type { FhirServer } from "@medhelm/core/agents/fhir-server";
import { type FhirRecord, RECORDS, searchRecords } from "@medhelm/testing/fhir/fhir-records";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { expect, test } from "vitest";
import { environment } from "./environment.ts";
import medAgentBench from "./index.ts";
import { right } from "@medhelm/testing/fhir/right-replies";
import { files } from "./sample.cases.ts";

const { instances } = await (await medAgentBench.settle({}, noUserFiles)).load(dataOf(files));

/** The server of the test with these records. It notes each query. */
function serverOf(records: readonly FhirRecord[], asked: string[] = []): FhirServer {
  return {
    read: async (query) => {
      asked.push(query);
      return { status: 200, text: JSON.stringify(searchRecords(query, records)) };
    },
  };
}

/** Plays the replies of a task. @returns how the task ended, and the names of the failed checks */
async function play(id: string, replies: readonly string[], server = serverOf(RECORDS)) {
  const instance = instances.find((one) => one.id === id);
  if (instance === undefined) throw new Error(`no task ${id}`);
  const episode = await environment(8).open(instance, server);
  let last: Awaited<ReturnType<typeof episode.react>> | undefined;
  for (const text of replies) last = await episode.react({ text, calls: [], isCut: false });
  const checks = [...(await episode.checks())];
  const end = last?.end ?? { kind: "steps" as const };
  const success = isSuccess({ formatVersion: 1, turns: [], end, checks });
  return { success, end: end.kind, failed: checks.filter(({ passed }) => !passed), last };
}

test("there is one sample task of each of the authors' ten kinds", () => {
  expect(instances.map(({ extra_data }) => extra_data?.["kind"])).toEqual(
    Array.from({ length: 10 }, (_, i) => `task${i + 1}`),
  );
});

test.each(Object.entries(right))("%s: the right replies succeed", async (id, replies) => {
  expect(await play(id, replies)).toMatchObject({ success: true, end: "finished", failed: [] });
});

test.each(Object.entries(right))("%s: an additional order fails", async (id, replies) => {
  const order = 'POST http://localhost:8080/fhir/ServiceRequest\n{"resourceType": "ServiceRequest"}';
  expect((await play(id, [...replies.slice(0, -1), order, ...replies.slice(-1)])).success).toBe(false);
});

test.each(["task3_1", "task5_1", "task8_1", "task9_1", "task10_1"])("%s: a missing order fails", async (id) => {
  expect((await play(id, (right[id] ?? []).slice(-1))).success).toBe(false);
});

test.each(["task1_1", "task2_1", "task4_1", "task5_1", "task6_1", "task7_1", "task9_1", "task10_1"])(
  "%s: another answer fails",
  async (id) => {
    const { failed } = await play(id, [...(right[id] ?? []).slice(0, -1), "FINISH([17])"]);
    expect(failed.map(({ name }) => name)).toEqual(["answer"]);
  },
);

test.each([
  ["task5_1", 0.9, '"value":4', true],
  ["task5_1", 1.4, '"value":2', true],
  ["task5_1", 1.5, '"value":1', true],
  ["task5_1", 1.5, '"value":2', false],
])("%s: magnesium of %d needs the dose %s: %s", async (id, level, dose, success) => {
  const at = "2023-11-13T10:00:00+00:00";
  const value = { resourceType: "Observation", effectiveDateTime: at, valueQuantity: { value: level } };
  const replies = (right[id] ?? []).map((text) => text.replaceAll('"value":2', dose).replace("[1.2]", `[${level}]`));
  const server = serverOf([...RECORDS, { keys: { patient: "P1", code: "MG" }, resource: value }]);
  expect((await play(id, replies, server)).success).toBe(success);
});

test.each(["task5_1", "task9_1"])("%s: nothing is ordered without a value", async (id) => {
  expect((await play(id, ["FINISH([-1])"], serverOf([]))).success).toBe(true);
});

test("the first difference of an order is named", async () => {
  const [order = "", end = ""] = right["task8_1"] ?? [];
  const { failed } = await play("task8_1", [order.replace('"stat"', '"routine"'), end]);
  expect(failed).toEqual([
    {
      name: "order of a ServiceRequest",
      passed: false,
      detail: 'priority: wanted "stat", got "routine"',
    },
  ]);
});

test("a read goes to the server, below its base and without fences", async () => {
  const asked: string[] = [];
  const get = "```tool_code\nGET http://localhost:8080/fhir/Observation?patient=P1&code=K\n```";
  const { last } = await play("task7_1", [get], serverOf(RECORDS, asked));
  expect(asked).toEqual(["Observation?patient=P1&code=K&_format=json"]);
  expect(last?.says).toContain('"valueQuantity":{"value":3.2}');
});

test.each([
  "GET http://localhost:8080/admin",
  "GET http://169.254.169.254/latest/meta-data",
  "GET http://localhost:8080/fhir/../admin?x=1",
  "GET http://localhost:8080/fhir/Patient/..%2f..%2fadmin",
  "POST http://localhost:8080/other\n{}",
])("an address beyond the records is not asked: %s", async (text) => {
  const asked: string[] = [];
  const { last } = await play("task1_1", [text], serverOf(RECORDS, asked));
  expect({ asked, invalid: last?.invalid?.includes("is no address below") }).toEqual({ asked: [], invalid: true });
});

test("an order without JSON is refused, and the model may try again", async () => {
  const { last, end } = await play("task8_1", ["POST http://localhost:8080/fhir/ServiceRequest\nplease"]);
  expect({ invalid: last?.invalid, end }).toEqual({ invalid: "what follows the address is not JSON", end: "steps" });
});

test("a reply that is no action ends the task without success", async () => {
  expect(await play("task1_1", ["The record number is P1."])).toMatchObject({ success: false, end: "no_action" });
});

test("a page of a longer list is no basis for a check", async () => {
  const server: FhirServer = {
    read: async (query) => ({
      status: 200,
      text: JSON.stringify({ ...searchRecords(query), link: [{ relation: "next", url: "x" }] }),
    }),
  };
  await expect(play("task7_1", ["FINISH([100])"], server)).rejects.toThrow(/sends only a part of Observation/);
});

test("a task of another kind is refused, because nothing would check it", async () => {
  const other = {
    ...files,
    "med_agent_bench/test_data_v2.json": JSON.stringify([{ id: "task11_1", instruction: "x", eval_MRN: "P1" }]),
  };
  const loading = (await medAgentBench.settle({}, noUserFiles)).load(dataOf(other));
  await expect(loading).rejects.toThrow(/the task task11_1 is of no kind that this version can check \(task1, /);
});
