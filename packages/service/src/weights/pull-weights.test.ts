import { keysIn } from "@medhelm/testing/stores/keys-in";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { endlessReply, serve } from "@medhelm/testing/fault-server";
import { type HubFault, REPO, REVISION, type TestHub, testHub } from "@medhelm/testing/fixtures/hub";
import { pullWeights, WEIGHTS_SEAL, wantedFiles } from "./pull-weights.ts";

const files = {
  "config.json": '{"architectures": []}',
  "model-00001-of-00002.safetensors": "first weights ".repeat(1000),
  "model-00002-of-00002.safetensors": "second weights ".repeat(1000),
  "nested folder/tokenizer.json": "{}",
  "original/consolidated.00.pth": "the same weights again",
  "pytorch_model.bin": "and again",
};
const folder = keys.weights(REPO, REVISION);
const open: TestHub[] = [];
afterEach(async () => {
  for (const hub of open.splice(0)) await hub.close();
});

async function hubWith(options: { token?: string; faults?: Record<string, HubFault> } = {}): Promise<TestHub> {
  const hub = await testHub(files, options);
  open.push(hub);
  return hub;
}

const pull = (hub: TestHub, objects: ObjectStore, token?: string) =>
  pullWeights(
    { objects, hub: { endpoint: hub.endpoint, token, fetch, sleep: async () => undefined }, say: () => undefined },
    REPO,
    REVISION,
  );

const filesIn = async (objects: ObjectStore) => (await keysIn(objects)).map((key) => key.slice(folder.length));

test("a pull stores each checked file once and writes the seal last", async () => {
  const objects = memoryStore();
  const hub = await hubWith({ token: "hf_test" });
  expect(await pull(hub, objects, "hf_test")).toEqual({ files: 4, bytes: 29_023, present: 0 });
  expect(await filesIn(objects)).toEqual([
    "config.json",
    WEIGHTS_SEAL,
    "model-00001-of-00002.safetensors",
    "model-00002-of-00002.safetensors",
    "nested folder/tokenizer.json",
  ]);
  const stored = await objects.get(`${folder}model-00002-of-00002.safetensors`);
  expect(new TextDecoder().decode(stored?.body)).toBe(files["model-00002-of-00002.safetensors"]);
});

test("a restarted pull does not fetch stored files again", async () => {
  const objects = memoryStore();
  const broken = await hubWith({ faults: { "model-00002-of-00002.safetensors": { damaged: true } } });
  await expect(pull(broken, objects)).rejects.toThrow(
    /^model-00002-of-00002\.safetensors has the checksum [0-9a-f]{64}, but the hub lists [0-9a-f]{64}: it was not stored; start the job pull-weights again$/,
  );
  expect(await filesIn(objects)).toEqual(["config.json", "model-00001-of-00002.safetensors"]);
  const whole = await hubWith();
  expect(await pull(whole, objects)).toMatchObject({ files: 4, present: 2 });
  expect(whole.requests.filter((request) => request.includes("00001"))).toEqual([]);
});

test("a pull resumes a broken download at the byte where it broke", async () => {
  const objects = memoryStore();
  const name = "model-00001-of-00002.safetensors";
  const hub = await hubWith({ faults: { [name]: { cutAfter: 5000 } } });
  await pull(hub, objects);
  expect(hub.requests.filter((request) => request.includes(name))).toEqual([
    `GET /${REPO}/resolve/${REVISION}/${name}`,
    `GET /${REPO}/resolve/${REVISION}/${name} bytes=5000-`,
  ]);
  expect(new TextDecoder().decode((await objects.get(`${folder}${name}`))?.body)).toBe(files[name]);
});

test("a pull stops at a file that is longer than the hub's list says", async () => {
  const objects = memoryStore();
  const hub = await hubWith({ faults: { "model-00001-of-00002.safetensors": { longer: true } } });
  await expect(pull(hub, objects)).rejects.toThrow(
    "model-00001-of-00002.safetensors: the hub sent more than the 14000 bytes that it lists; run the job again",
  );
  expect(await filesIn(objects)).toEqual(["config.json"]);
});

test("a pull refuses a list of files without an end", async () => {
  const { handler, closed } = endlessReply();
  const hub = await serve(handler);
  onTestFinished(() => hub.close());
  const endpoint = new URL(hub.baseUrl).origin;
  await expect(
    pullWeights(
      { objects: memoryStore(), hub: { endpoint, fetch, sleep: async () => undefined }, say: () => undefined },
      REPO,
      REVISION,
    ),
  ).rejects.toThrow(`${REPO}@${REVISION}: the hub does not answer with a list of files; correct its address`);
  await closed;
});

test("a pull checks a small file by its git hash", async () => {
  const objects = memoryStore();
  const hub = await hubWith({ faults: { "config.json": { damaged: true } } });
  await expect(pull(hub, objects)).rejects.toThrow(/^config\.json has the checksum [0-9a-f]{40},/);
  expect(await filesIn(objects)).toEqual([]);
});

test("a pull reports a repository that needs a token, and one that does not exist, at once", async () => {
  const hub = await hubWith({ token: "hf_test" });
  await expect(pull(hub, memoryStore())).rejects.toThrow(
    `${REPO}@${REVISION}: the hub refuses access (401); accept the model's licence there, and set HF_TOKEN to a token that may read it`,
  );
  const ports = { objects: memoryStore(), say: () => undefined };
  const anonymous = { endpoint: (await hubWith()).endpoint, fetch, sleep: async () => undefined };
  await expect(pullWeights({ ...ports, hub: anonymous }, "someone/else", REVISION)).rejects.toThrow(
    `someone/else@${REVISION}: the hub has no such repository, revision or file`,
  );
});

const named = (...paths: string[]) => paths.map((path) => ({ path, sizeBytes: 1 }));

test("a pull takes the .bin files only if the repository has no safetensors", () => {
  expect(wantedFiles(named("pytorch_model.bin", "config.json", ".gitattributes"))).toEqual(
    named("pytorch_model.bin", "config.json"),
  );
  expect(wantedFiles(named("pytorch_model.bin", "model.safetensors"))).toEqual(named("model.safetensors"));
});

test("a pull for llama.cpp takes only the deployment's GGUF file", () => {
  const all = named("x-q4_k_m.gguf", "x-q8_0.gguf", "config.json", "model.safetensors");
  expect(wantedFiles(all, "x-q4_k_m.gguf")).toEqual(named("x-q4_k_m.gguf"));
});

test("a pull for llama.cpp takes all parts of a divided GGUF file", () => {
  const all = named("q4/x-00001-of-00002.gguf", "q4/x-00002-of-00002.gguf", "q8/x-00001-of-00002.gguf");
  expect(wantedFiles(all, "q4/x-00001-of-00002.gguf")).toEqual(
    named("q4/x-00001-of-00002.gguf", "q4/x-00002-of-00002.gguf"),
  );
});

test("a pull names the GGUF file that the repository does not have", async () => {
  const hub = await hubWith();
  const ports = { objects: memoryStore(), hub: { endpoint: hub.endpoint, fetch, sleep: async () => undefined } };
  await expect(pullWeights({ ...ports, say: () => undefined }, REPO, REVISION, "x.gguf")).rejects.toThrow(
    `${REPO}@${REVISION} does not have the file x.gguf; correct \`gguf\` of the deployment`,
  );
});
