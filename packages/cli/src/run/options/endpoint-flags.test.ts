import { expect, test } from "vitest";
import { endpointFlags } from "./endpoint-flags.ts";

const plain = { judgesMayBeCandidate: false, offline: false, offlineAllow: [] };

test("--trust without --endpoint is that of the judges' server of MEDHELM_ENDPOINT, and of no provider", () => {
  expect(endpointFlags({ ...plain, trust: "covered" }).judges).toMatchObject({
    trust: undefined,
    trustFromEnv: "covered",
  });
});

test("--trust with --endpoint is that of the judges, which its server answers for", () => {
  const { judges } = endpointFlags({ ...plain, trust: "covered", endpoint: "http://127.0.0.1:8000/v1" });
  expect(judges).toMatchObject({ trust: "covered", endpoint: "http://127.0.0.1:8000/v1" });
});
