import { expect, test } from "vitest";
import type { z } from "zod";
import { withServiceModels } from "./service-models.ts";

const models = [
  { name: "simple/model1", deployments: ["simple/model1"] },
  { name: "acme/med-7b", deployments: ["acme/med-7b", "hospital/med-7b"] },
];
const api = {
  call: async <T>(_method: string, _path: string, schema: z.ZodType<T>): Promise<T> => schema.parse({ models }),
};
const small = { description: "small:max_tokens=5", label: "--run-entries" };
const described = async (...names: string[]) =>
  (await withServiceModels(api, names, [small])).entries.map(({ description }) => description);

test("each entry gets each model that --model names, by the model's or the deployment's name", async () => {
  expect(await described("acme/med-7b", "hospital/med-7b")).toEqual([
    "small:max_tokens=5,model=acme/med-7b",
    "small:max_tokens=5,model=acme/med-7b,model_deployment=hospital/med-7b",
  ]);
});

test("without --model the entries are unchanged, and the service is not asked", async () => {
  const refusing = { call: () => Promise.reject(new Error("asked")) };
  expect((await withServiceModels(refusing, [], [small])).entries).toEqual([small]);
});

test("a model that the service does not list is sent, because a server of --endpoint may have it", async () => {
  expect(await described("own/model")).toEqual(["small:max_tokens=5,model=own/model"]);
});

test.each([
  ["acme/med-8b", "did you mean acme/med-7b?"],
  ["own/thing", "it lists simple/model1, acme/med-7b, hospital/med-7b"],
])("the notice about %s names models of the service", async (name, hint) => {
  expect((await withServiceModels(api, [name], [small])).notice).toBe(
    `the service does not list the model ${name}, so its runs fail unless a server of the service has it; ${hint}`,
  );
});

test("an entry with a model of its own, and the address of a server, are refused", async () => {
  const own = { ...small, description: "small:model=a/b" };
  await expect(withServiceModels(api, ["acme/med-7b"], [own])).rejects.toThrow(
    "--run-entries (small:model=a/b): the entry names the model a/b, and --model gives another; leave out one of them",
  );
  await expect(withServiceModels(api, ["http://127.0.0.1:1/v1"], [small])).rejects.toThrow(
    "--model http://127.0.0.1:1/v1: a service asks only the models that its conf names; give one of their names, or use medhelm run",
  );
});
