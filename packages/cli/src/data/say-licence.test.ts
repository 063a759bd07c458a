import { expect, test } from "vitest";
import { licenceSayer } from "./say-licence.ts";

test("a download is named with the licence of its benchmark, once for all its files", async () => {
  const said: string[] = [];
  const say = licenceSayer((message) => said.push(message));
  for (const path of ["pubmed_qa/a.json", "pubmed_qa/b.json"])
    await say({ path, url: "http://data.invalid/x", benchmark: "pubmed_qa" });
  expect(said).toEqual([
    "downloading pubmed_qa/a.json from http://data.invalid/x",
    "pubmed_qa: licence MIT; source https://github.com/pubmedqa/pubmedqa",
    "downloading pubmed_qa/b.json from http://data.invalid/x",
  ]);
});

test("a file of a plugin's benchmark is named without a licence", async () => {
  const said: string[] = [];
  await licenceSayer((message) => said.push(message))({ path: "a", url: "http://data.invalid/a", benchmark: "mine" });
  expect(said).toEqual(["downloading a from http://data.invalid/a"]);
});
