import { expect, test } from "vitest";
import { parseConf } from "./conf.ts";

const parse = (text: string) => parseConf(text, { label: "my.conf" });

test("entries keep their order, and unknown keys are ignored", async () => {
  const entries = await parse(
    'entries: [\n  {description: "demo:model=a/b", priority: 2, colour: blue}\n  {description: plain, groups: [x, y]},\n]',
  );
  expect(entries).toEqual([
    { description: "demo:model=a/b", priority: 2, label: "my.conf:entry 1" },
    { description: "plain", groups: ["x", "y"], label: "my.conf:entry 2" },
  ]);
});

test.each([
  ["runs: []", "my.conf has no list of entries"],
  ["entries: [\n {description: a}\n {priority: 1}]", "my.conf:entry 2 (line 3) has no description"],
  ['entries: [{description: ""}]', "my.conf:entry 1 (line 1) has an empty description"],
  ["entries: [{description: a, priority: high}]", "has a priority that is not a whole number"],
  ["entries: [{description: a, groups: x}]", "has groups that are not a list"],
  ["entries: [demo]", "my.conf:entry 1 is not an object"],
  ["entries: [\n{description: pubmed_qa:model=a/b}]", "my.conf, line 2:"],
])("%j is refused with file and entry", async (text, message) => {
  await expect(parse(text)).rejects.toThrow(message);
});
