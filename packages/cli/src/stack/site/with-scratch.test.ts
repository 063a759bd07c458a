import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { PageIndex } from "@medhelm/core/release/pages/page";
import type { ObjectStore } from "@medhelm/core/ports";
import { putRun } from "@medhelm/testing/fixtures/release";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { runPages } from "./run-pages.ts";
import { withScratch } from "./with-scratch.ts";

/** A folder with a run of HELM's, in which no file can be put. */
async function readOnly(failure: object) {
  const objects = memoryStore();
  const run = await putRun(objects, { suite: "s", model: "m/helm", score: 1 });
  const put: ObjectStore["put"] = async () => {
    throw Object.assign(new Error("read-only"), failure);
  };
  return { objects: { ...objects, put }, run };
}

test.each([{ code: "EROFS" }, { code: "EACCES" }, { errcode: 14 }, { errcode: 8 + 256 }])(
  "the server makes the pages of a HELM run in scratch if its folder reports %o",
  async (failure) => {
    const { objects, run } = await readOnly(failure);
    const store = withScratch(objects, memoryStore());
    const keyOf = await runPages(store, { suite: "s", run }, "helm");
    expect(await getJson(store, keyOf?.("index.json") ?? "", PageIndex)).toMatchObject({ instances: 1 });
    expect(await objects.head(`${keys.workPages("s", run)}index.json`)).toBeUndefined();
  },
);

test("any other failure of the folder is reported", async () => {
  const { objects, run } = await readOnly({ code: "ENOSPC" });
  await expect(runPages(withScratch(objects, memoryStore()), { suite: "s", run }, "helm")).rejects.toThrow("read-only");
});
