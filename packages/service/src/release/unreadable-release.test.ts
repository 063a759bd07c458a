import { collect } from "@medhelm/core/run/collect";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { fixture, type Fixture } from "@medhelm/testing/fixtures/api";
import { testCompute } from "@medhelm/testing/fixtures/dispatch";
import { putReleaseRecord } from "@medhelm/testing/fixtures/release";
import { expect, test } from "vitest";
import { reindex } from "../index/reindex.ts";
import { openReleases } from "../index/releases.ts";
import { makeRelease } from "./make-release.ts";

const OBJECTS: Readonly<Record<string, (api: Fixture) => Promise<string>>> = {
  "the request of a release": async () => keys.releaseRequest("r1"),
  async "the failure of a release"({ objects }) {
    await putJson(objects, keys.releaseFailed("r1"), { formatVersion: 1, reason: "No run is sealed." });
    return keys.releaseFailed("r1");
  },
  async "the record of a release"({ objects }) {
    await putReleaseRecord(objects, "r1");
    return keys.releaseFile("r1", "release.json");
  },
};
const DAMAGES = [
  ["is cut off", '{"formatVersion":1,'],
  ["has a newer format", '{"formatVersion":99}'],
] as const;

test.for(
  Object.entries(OBJECTS).flatMap(([what, prepare]) =>
    DAMAGES.map(([how, body]) => [what, how, prepare, body] as const),
  ),
)("if %s %s, its owner sees it, the sweep sends no message, and reindex continues the release", async (one) => {
  const [, , prepare, body] = one;
  const api = fixture();
  await api.submit();
  await api.call("POST", "/v1/releases", { body: { name: "r1", suites: ["my"] } });
  const key = await prepare(api);
  const before = (await api.objects.get(key))?.body ?? "";
  await api.objects.put(key, body);

  await makeRelease({ ...api, compute: testCompute() }, "r1");
  const failed = { status: { state: "failed", reason: expect.stringContaining(`${key}: `) } };
  expect(await (await api.call("GET", "/v1/releases/r1")).json()).toMatchObject(failed);
  expect(await (await api.call("GET", "/v1/releases")).json()).toMatchObject({ releases: [failed] });
  expect(await collect(openReleases(api.index))).toEqual([]);
  expect(new TextDecoder().decode((await api.objects.get(key))?.body)).toBe(body);

  await api.objects.put(key, before);
  await reindex(api);
  expect(await (await api.call("GET", "/v1/releases/r1")).text()).not.toContain(key);
});
