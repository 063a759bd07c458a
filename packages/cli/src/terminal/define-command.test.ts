import { UserError } from "@medhelm/core/user-error";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { defineCommand } from "./define-command.ts";
import { HelpShown } from "./report-error.ts";
import { argument, flag, option } from "./option.ts";
import { portNumber, positiveInt, positiveNumber } from "./option-values.ts";

let values: unknown;
const command = defineCommand({
  name: "medhelm try",
  description: "Tries options.",
  options: {
    what: argument("what to try", z.enum(["a", "b"]).optional()),
    out: option("dir", "where", z.string()),
    numThreads: option("n", "how many", positiveInt.default(4), { short: "n" }),
    maxUsd: option("dollars", "how much", positiveNumber.optional()),
    port: option("n", "where", portNumber.optional(), { short: "p" }),
    suiteName: option(
      "name",
      "which",
      z
        .string()
        .regex(/^[a-z]+$/, "small letters")
        .default("s"),
    ),
    kind: option("name", "which kind", z.enum(["x", "y"]).optional()),
    scopes: option("names", "which scopes", z.array(z.enum(["read", "write"])).optional()),
    files: option("files", "which files", z.array(z.string()).default([])),
    old: option("text", "an old name", z.string().optional(), { isHidden: true }),
    json: flag("print JSON"),
  },
  ignored: { "--old-flag": "there is nothing to do" },
  elsewhere: { "--fresh": "use medhelm other --fresh" },
  run: async (given) => {
    values = given;
    return given.numThreads;
  },
});
const run = (...args: readonly string[]) => command.run(args);

afterEach(() => vi.restoreAllMocks());
const printedOn = (stream: "stdout" | "stderr") => {
  const lines: string[] = [];
  vi.spyOn(process[stream], "write").mockImplementation((line) => lines.push(String(line)) > 0);
  return lines;
};

test("options and arguments have their types and defaults", async () => {
  expect(await run("a", "--out", "o")).toBe(4);
  expect(values).toEqual({ what: "a", out: "o", numThreads: 4, suiteName: "s", files: [], json: false });
});

test("values are parsed, and a list collects the values of each time that it is given", async () => {
  await run("--out=o", "-n", "8", "--max-usd", "2.5", "--files", "a", "b", "--json", "--files", "c", "--old", "x");
  expect(values).toMatchObject({ numThreads: 8, maxUsd: 2.5, files: ["a", "b", "c"], json: true, old: "x" });
});

describe("one sentence says what is wrong, with the option and its value", () => {
  const HELP = "; medhelm try --help lists the options";
  test.each([
    [["--out", "o", "--num-threads", "0"], "--num-threads 0: it must be a whole number of at least 1"],
    [["--out", "o", "-n", "1.5"], "--num-threads 1.5: it must be a whole number of at least 1"],
    [["--out", "o", "-n", "1e99"], "--num-threads 1e99: it must be a whole number of at least 1"],
    [["--out", "o", "--max-usd", "NaN"], "--max-usd NaN: it must be a number above 0"],
    [["--out", "o", "-p", "65536"], "--port 65536: a port is at most 65535"],
    [["--out", "o", "--kind", "z"], "--kind z: allowed choices are x, y"],
    [["--out", "o", "--scopes", "read", "all"], "--scopes all: allowed choices are read, write"],
    [["--out", "o", "--suite-name", "A B"], "--suite-name A B: use small letters"],
    [["--out", "o", "c"], "<what> c: allowed choices are a, b"],
    [["--out"], "--out needs a value"],
    [["a"], "--out <dir> is required"],
    [["--out", ""], "--out : it is empty; name a folder"],
    [["--out", "o", "--files", "a", ""], "--files : it is empty; name a file"],
    [["--out", "o", "--uot", "x"], "unknown option '--uot' (did you mean --out?)"],
    [["--out", "o", "a", "b"], 'unexpected argument "b"'],
  ])("%j", async (args, sentence) => {
    await expect(run(...args)).rejects.toThrow(new UserError(sentence + HELP));
  });
});

test("a missing argument is named as --help names it", async () => {
  const options = { runDir: argument("the run", z.string()) };
  const score = defineCommand({ name: "medhelm try", description: "", options, run: async () => 0 });
  await expect(score.run([])).rejects.toThrow("<run-dir> is required; medhelm try --help lists the options");
});

test("an ignored flag of HELM is accepted, and one line on stderr gives the reason", async () => {
  const lines = printedOn("stderr");
  await run("--out", "o", "--old-flag", "1");
  await run("--out", "o", "--old-flag=1");
  expect(values).toMatchObject({ out: "o" });
  expect(lines).toEqual(Array<string>(2).fill("medhelm: --old-flag has no effect here: there is nothing to do\n"));
});

test("an option of another command is refused with the sentence about where it belongs", async () => {
  await expect(run("--out", "o", "--fresh")).rejects.toThrow("medhelm try has no --fresh: use medhelm other --fresh");
});

test("--help lists options with choices and defaults, without hidden and ignored ones, and is not an error", async () => {
  const lines = printedOn("stdout");
  await expect(run("--help")).rejects.toThrow(HelpShown);
  expect(lines.join("")).toBe(`Usage: medhelm try [options] [what]

Tries options.

Arguments:
  what                   what to try (choices: "a", "b")

Options:
  --out <dir>            where (required)
  -n, --num-threads <n>  how many (default: 4)
  --max-usd <dollars>    how much
  -p, --port <n>         where
  --suite-name <name>    which (default: "s")
  --kind <name>          which kind (choices: "x", "y")
  --scopes <names...>    which scopes (choices: "read", "write")
  --files <files...>     which files
  --json                 print JSON
  -h, --help             show this help
`);
});
