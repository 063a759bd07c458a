import { UserError } from "@medhelm/core/user-error";
import { Argument, Command, Option } from "commander";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { HelpShown } from "./exit.ts";
import { acceptIgnored, parseOptions, portNumber, positiveInt, positiveNumber } from "./options.ts";

const ignored = { "--old-flag": "there is nothing to do" };
const program = () =>
  acceptIgnored(
    new Command("medhelm try")
      .addArgument(new Argument("[what]").choices(["a", "b"]))
      .requiredOption("--out <dir>", "where")
      .option("-n, --num-threads <n>", "how many", positiveInt, 4)
      .option("--max-usd <dollars>", "how much", positiveNumber)
      .option("-p, --port <n>", "where", portNumber)
      .option("--suite-name <name>", "which", "s")
      .addOption(new Option("--kind <name>").choices(["x", "y"])),
    ignored,
  );
const Options = z.object({
  operands: z.array(z.string()),
  out: z.string(),
  numThreads: z.int(),
  suiteName: z.string().regex(/^[a-z]+$/, "small letters"),
});
const parse = (...args: readonly string[]) => parseOptions(program(), args, Options, ignored);

afterEach(() => vi.restoreAllMocks());
const stderr = () => {
  const lines: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  return lines;
};

test("options come typed, with their defaults", () => {
  expect(parse("a", "--out", "o")).toEqual({ operands: ["a"], out: "o", numThreads: 4, suiteName: "s" });
});

describe("what is wrong is one sentence with the flag and the value, without commander's grammar", () => {
  const HELP = "; medhelm try --help lists the options";
  test.each([
    [["--out", "o", "--num-threads", "0"], `--num-threads 0: it must be a whole number of at least 1${HELP}`],
    [["--out", "o", "-n", "1.5"], `--num-threads 1.5: it must be a whole number of at least 1${HELP}`],
    [["--out", "o", "-n", "1e99"], `--num-threads 1e99: it must be a whole number of at least 1${HELP}`],
    [["--out", "o", "--max-usd", "NaN"], `--max-usd NaN: it must be a number above 0${HELP}`],
    [["--out", "o", "-p", "65536"], `--port 65536: a port is at most 65535${HELP}`],
    [["--out", "o", "--kind", "z"], `--kind z: allowed choices are x, y${HELP}`],
    [["--out", "o", "c"], `"c": allowed choices are a, b${HELP}`],
    [["--out"], `--out needs a value${HELP}`],
    [["a"], `--out <dir> is required${HELP}`],
    [["--out", "o", "--uot", "x"], `unknown option '--uot' (did you mean --out?)${HELP}`],
    [["--out", "o", "a", "b"], `too many arguments. Expected 1 argument but got 2: a, b${HELP}`],
    [["--out", "o", "--suite-name", "A B"], "--suite-name A B: use small letters"],
  ])("%j", (args, told) => {
    expect(() => parse(...args)).toThrow(new UserError(told));
  });
});

test("a flag of HELM's without a meaning here is taken and said once, with the reason", () => {
  const said = stderr();
  expect(parse("--out", "o", "--old-flag", "1").out).toBe("o");
  expect(parse("--out", "o", "--old-flag=1").out).toBe("o");
  expect(said).toEqual(Array<string>(2).fill("medhelm: --old-flag has no effect here: there is nothing to do\n"));
});

test("--help is printed and ends the command without an error, and hides HELM's dead flags", () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  expect(() => parse("--help")).toThrow(HelpShown);
  expect(lines.join("")).toContain("Usage: medhelm try [options] [what]");
  expect(lines.join("")).not.toContain("--old-flag");
});
