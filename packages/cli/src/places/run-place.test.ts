import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runPlace } from "./run-place.ts";

const outputPath = mkdtempSync(join(tmpdir(), "run-place-"));
const folder = join(outputPath, "runs/s/quiz:model=a_b");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "stats.json"), "[]");

test.each([
  ["its folder", folder],
  ["its folder with a slash", `${folder}/`],
  ["a file in it", join(folder, "stats.json")],
])("a run is named by the path of %s", (_, path) => {
  expect(runPlace(path, { suite: undefined, outputPath: "elsewhere" })).toEqual({
    outputPath,
    suite: "s",
    run: "quiz:model=a_b",
  });
});

test("a run is named by its name, in the suite default unless another one is given", () => {
  expect(runPlace("quiz", { suite: undefined, outputPath: "o" })).toMatchObject({ suite: "default", run: "quiz" });
  expect(runPlace("quiz", { suite: "s", outputPath: "o" })).toEqual({ outputPath: "o", suite: "s", run: "quiz" });
});

test.each([
  [join(outputPath, "runs/s"), undefined, "is the folder of a suite; name one of its runs"],
  [outputPath, undefined, "this is no path of a run; name its folder, as in o/runs/SUITE/RUN"],
  [folder, "other", 'this run is in suite "s", and --suite gives "other"; leave out --suite'],
])("%s with --suite %s is refused", (path, suite, message) => {
  expect(() => runPlace(path, { suite, outputPath: "o" })).toThrow(message);
});
