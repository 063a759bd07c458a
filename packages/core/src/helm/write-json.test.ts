import { expect, test } from "vitest";
import { AdapterSpec } from "./run-spec.ts";
import { RequestState } from "./scenario-state.ts";
import { helmJson, writeList, writeScenarioState } from "./write-json.ts";

const state = RequestState.parse({
  instance: { input: { text: "Häufig?\n☃" }, references: [], id: "id0", extra_data: { a: null } },
  train_trial_index: 0,
  request: { model_deployment: "d", model: "m", prompt: "p" },
  num_train_instances: 0,
  prompt_truncated: false,
});

async function text(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let all = "";
  for await (const chunk of chunks) all += new TextDecoder().decode(chunk);
  return all;
}

test("helmJson drops absent fields, keeps nulls, escapes non-ASCII and DEL, and ends without a line break", () => {
  expect(helmJson({ a: undefined, b: null, c: "é\u007f😀" })).toBe(
    '{\n  "b": null,\n  "c": "\\u00e9\\u007f\\ud83d\\ude00"\n}',
  );
});

test("a number that JSON cannot represent is refused with its field", () => {
  expect(() => helmJson({ sum: Number.NaN })).toThrow("sum is NaN");
});

test("the streamed scenario state equals the text of helmJson", async () => {
  const adapter_spec = AdapterSpec.parse({});
  const request_states = Array.from({ length: 200 }, () => state);
  const annotator_specs = [{ class_name: "x", args: {} }];
  expect(await text(writeScenarioState(adapter_spec, request_states, annotator_specs))).toBe(
    helmJson({ adapter_spec, request_states, annotator_specs }),
  );
  expect(await text(writeScenarioState(adapter_spec, []))).toBe(helmJson({ adapter_spec, request_states: [] }));
});

test("the scenario state is streamed in chunks of about 64 kB", async () => {
  const sizes: number[] = [];
  const states = Array.from({ length: 300 }, () => state);
  for await (const chunk of writeScenarioState(AdapterSpec.parse({}), states)) sizes.push(chunk.length);
  expect(sizes.length).toBeGreaterThan(2);
  expect(Math.max(...sizes)).toBeLessThan(70_000);
});

test("a streamed list equals the text of helmJson", async () => {
  expect(await text(writeList([{ a: 1 }, { b: [] }]))).toBe(helmJson([{ a: 1 }, { b: [] }]));
  expect(await text(writeList([]))).toBe("[]");
});
