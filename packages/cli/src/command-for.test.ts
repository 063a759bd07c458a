import { expect, test } from "vitest";
import { wordsOf } from "./command-for.ts";

test.each(["helm-run", "medhelm-run"])("%s writes HELM's files plain", (program) => {
  expect(wordsOf(program, ["--suite", "s"])).toEqual(["run", "--helm-files", "--suite", "s"]);
});

test("helm-server is medhelm server, and medhelm takes its words as they are", () => {
  expect(wordsOf("helm-server", [])).toEqual(["server"]);
  expect(wordsOf("medhelm", ["run"])).toEqual(["run"]);
});
