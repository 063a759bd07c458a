import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { ReleaseFailure, type StoredRelease } from "@medhelm/core/release/release-request";
import { expect, test } from "vitest";
import { fixture, putRun, readReleaseFile } from "@medhelm/testing/fixtures/release";
import { buildRequestedRelease } from "./build-requested-release.ts";
import { makeRelease, type ReleaseJobPorts } from "./make-release.ts";

function jobFixture(): ReleaseJobPorts {
  const jobs = {
    submit: async () => ({ id: "1" }),
    describe: async () => undefined,
    describeAll: async () => new Map(),
    findByName: async () => [],
  };
  const ports = fixture();
  const buildHere = (release: string) => buildRequestedRelease(ports, release);
  return { ...ports, buildHere, compute: { ...jobs, cancel: async () => undefined } };
}

async function ask({ objects }: ReleaseJobPorts, more: Partial<StoredRelease> = {}): Promise<void> {
  const stored: StoredRelease = {
    formatVersion: 1,
    owner: "bob",
    createdAt: "2026-01-01T00:00:00.000Z",
    request: { name: "r1", suites: ["anns"], profile: "helm", publish: false },
    ...more,
  };
  await putJson(objects, keys.releaseRequest("r1"), stored);
}
const failure = async ({ objects }: ReleaseJobPorts) =>
  (await getJson(objects, keys.releaseFailed("r1"), ReleaseFailure))?.reason;

test("a release uses only the public runs of another owner's suite, and does not reveal its other runs", async () => {
  const ports = jobFixture();
  await putRun(ports.objects, { suite: "anns", model: "m/open", score: 1, access: "public" });
  await putRun(ports.objects, { suite: "anns", model: "m/gated", score: 1, access: "gated" });
  await putRun(ports.objects, { suite: "anns", model: "m/helm", score: 1 });
  await ports.objects.put(keys.lease("anns", "quiz:model=m_waiting"), "{}");
  await ask(ports, { publicOnly: ["anns"] });
  await makeRelease(ports, "r1");
  expect(await failure(ports)).toBeUndefined();
  const leaderboard = await readReleaseFile(ports.objects, "r1", "leaderboard.json", Leaderboard);
  expect(leaderboard?.runs.map(({ model }) => model)).toEqual(["m/open"]);
  for await (const { key } of ports.objects.list("releases/")) {
    const text = new TextDecoder().decode((await ports.objects.get(key))?.body);
    expect(`${key} ${text}`).not.toMatch(/m\/(gated|helm)|m_(gated|helm|waiting)/);
  }
});

test("a release has all sealed runs of its owner's suite", async () => {
  const ports = jobFixture();
  await putRun(ports.objects, { suite: "anns", model: "m/open", score: 1, access: "public" });
  await putRun(ports.objects, { suite: "anns", model: "m/gated", score: 1, access: "gated" });
  await ask(ports, { owner: "ann" });
  await makeRelease(ports, "r1");
  const leaderboard = await readReleaseFile(ports.objects, "r1", "leaderboard.json", Leaderboard);
  expect(leaderboard?.runs.map(({ model }) => model)).toEqual(["m/gated", "m/open"]);
});

test("the message about a suite without usable runs names this suite and no suite of another owner", async () => {
  const ports = jobFixture();
  await putRun(ports.objects, { suite: "carls", model: "m/a", score: 1, access: "public" });
  await ask(ports);
  await makeRelease(ports, "r1");
  expect(await failure(ports)).toBe("the suite anns has no runs yet; request the release again after a run is sealed");
  await putRun(ports.objects, { suite: "anns", model: "m/gated", score: 1, access: "gated" });
  await ask(ports, { publicOnly: ["anns"] });
  await makeRelease(ports, "r1");
  expect(await failure(ports)).toBe("the suite anns has no public run; leave it out");
});
