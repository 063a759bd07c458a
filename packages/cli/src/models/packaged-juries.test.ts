import { expect, test } from "vitest";
import { refuseRetired } from "@medhelm/service/models/refuse-retired";
import { packagedJuries } from "./packaged-juries.ts";

const claude = {
  model: "anthropic/claude-3-7-sonnet-20250219",
  modelDeployment: "anthropic/claude-3-7-sonnet-20250219",
};
const noServer = { flags: {}, isRegistered: () => false };
const juries = await packagedJuries();

test("from the day of its retirement, a retired judge is refused with its substitute", () => {
  expect(() => refuseRetired(claude, juries, noServer, "2026-02-19")).toThrow(
    "was retired by its provider on 2026-02-19: use anthropic/claude-sonnet-4-6 instead",
  );
  expect(() => refuseRetired(claude, juries, noServer, "2026-02-18")).not.toThrow();
});

test("a retired judge that the user serves is accepted", () => {
  expect(() =>
    refuseRetired(claude, juries, { ...noServer, flags: { endpoint: "http://127.0.0.1:1/v1" } }, "2027-01-01"),
  ).not.toThrow();
  expect(() => refuseRetired(claude, juries, { ...noServer, isRegistered: () => true }, "2027-01-01")).not.toThrow();
});

test("no packaged jury names an institution, and medhelm-2025 has HELM's names in HELM's order", () => {
  expect(juries["medhelm-2025"]?.map(({ name }) => name)).toEqual(["gpt", "llama", "claude"]);
  const deployments = Object.values(juries).flatMap((judges) => judges.map((judge) => judge.modelDeployment));
  for (const name of deployments) expect(name).toMatch(/^(?:openai|meta|anthropic|local)\//);
});
