import { runInNewContext } from "node:vm";
import { anchorHash, bucketOf } from "@medhelm/core/release/pages/instance-anchor";
import { expect, it } from "vitest";
import { LOAD_AHEAD } from "./load-ahead.ts";

/** The files that the script asks for, on a page with this fragment and query. */
async function asked({ hash = "", search = "", files = {} as Record<string, unknown> }) {
  const names: string[] = [];
  const fetch = (url: string, { priority }: RequestInit) => {
    names.push(priority === "low" ? `${url} later` : url);
    return Promise.resolve({ ok: url in files, json: () => Promise.resolve(files[url]) });
  };
  const document = { currentScript: { dataset: { folder: "/d/", ids: "7" } } };
  runInNewContext(LOAD_AHEAD, { document, fetch, location: { hash, search } });
  await new Promise((done) => setTimeout(done, 1));
  return names;
}

it("loads the first instance ahead, and the list after it", async () => {
  expect(await asked({})).toEqual(["/d/list.json", "/d/1.json", "/d/list-1.json later"]);
});

it("loads no instance ahead for a filtered list, whose first one is not yet known", async () => {
  expect(await asked({ search: "?show=wrong" })).toEqual(["/d/list.json", "/d/list-1.json"]);
});

it("finds the chunk of a linked instance by the hash that the files of a run have", async () => {
  const hash = anchorHash("id 12");
  const file = `/d/ids-${bucketOf(hash, 7)}.json`;
  const files = {
    [file]: {
      formatVersion: 1,
      ids: [
        [1, 9],
        [hash, 3],
      ],
    },
  };
  expect(await asked({ hash: "#id%2012", files })).toEqual(["/d/list.json", "/d/list-1.json later", file, "/d/3.json"]);
});
