import type { ObjectSpec } from "@medhelm/core/helm/run-spec";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { ScenarioState } from "@medhelm/core/helm/scenario-state";
import type { Annotator } from "@medhelm/core/run/annotator";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { UserError } from "@medhelm/core/user-error";
import { expect, test } from "vitest";
import { type Counted, plan, workerPorts, workRequest, readRunFile } from "@medhelm/testing/fixtures/work";
import { workRun } from "./work-run.ts";

const two = await plan(2);
const spec = { class_name: "mine.LengthAnnotator", args: {} };
const withProgram: RunPlan = { ...two, runSpec: { ...two.runSpec, annotators: [spec] } };

const statesIn = async (objects: ReturnType<typeof memoryStore>) =>
  (await readRunFile(objects, two.runSpec.name, "scenario_state.json", ScenarioState))?.request_states;

test("the worker runs a program annotator on every answer, stores its details separately and closes it", async () => {
  const objects = memoryStore();
  let closed = 0;
  const program: Annotator = {
    name: "length",
    annotate: async ({ result }) => ({ annotation: { length: result?.completions[0]?.text.length }, details: "ours" }),
    close: async () => {
      closed++;
    },
  };
  const counted: Counted = { answered: [] };
  const ports = {
    ...workerPorts(objects, counted),
    annotators: async ({ class_name }: ObjectSpec) =>
      class_name === spec.class_name ? async () => program : undefined,
  };
  await workRun(ports, workRequest(withProgram));
  const states = await statesIn(objects);
  expect(states?.map(({ annotations }) => annotations)).toEqual(
    states?.map(({ result }) => ({
      length: { length: result?.completions[0]?.text.length },
      medhelm_length: "ours",
    })),
  );
  expect(states).toHaveLength(2);
  expect(closed).toBe(1);
});

test("an annotator without its file stops the run before the first request", async () => {
  const counted: Counted = { answered: [] };
  const ports = {
    ...workerPorts(memoryStore(), counted),
    annotators: async () => async () => {
      throw new UserError("there is no eicu.sqlite");
    },
  };
  await expect(workRun(ports, workRequest(withProgram))).rejects.toThrow("there is no eicu.sqlite");
  expect(counted.answered).toEqual([]);
});
