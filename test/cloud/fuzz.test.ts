import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pythonRandom } from "@medhelm/core/random/python";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FuzzService, fuzzService } from "./fuzz-service.ts";
import { peersDir, whyAbsent } from "./peers/peer.ts";

const SEED = 20261121;
const why = whyAbsent("python/bin/schemathesis");

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "medhelm-fuzz-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs all checks of schemathesis except one: that the API accepts every request that the document allows.
 * The document does not list suites, benchmarks or uploads, so the API may refuse a well-formed request with 422.
 */
function schemathesis(
  url: string,
  phases: string,
  examples: number,
  key?: string,
): Promise<{ readonly code: number; readonly output: string }> {
  const flags = {
    "--seed": SEED,
    "--phases": phases,
    "--max-examples": examples,
    "--exclude-checks": "positive_data_acceptance",
    "--suppress-health-check": "too_slow", // a busy machine is not the API's fault
    "--request-timeout": 30,
    "--generation-database": "none",
    "--warnings": "off",
    ...(key === undefined ? {} : { "--header": `Authorization: Bearer ${key}` }),
  };
  const args = [
    "run",
    `${url}/openapi.json`,
    "--continue-on-failure",
    "--no-color",
    ...Object.entries(flags).flatMap(([flag, value]) => [flag, String(value)]),
  ];
  const options = { cwd: folder, env: { PATH: process.env["PATH"], HOME: folder }, maxBuffer: 2 ** 26 };
  return new Promise((resolve) => {
    execFile(join(peersDir, "python/bin/schemathesis"), args, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
    );
  });
}

describe(`the API conforms to its document and never answers 5xx${why === undefined ? "" : ` (skipped: ${why})`}`, () => {
  let service: FuzzService;
  beforeAll(async () => {
    service = await fuzzService();
  });
  afterAll(() => service.close());

  it.skipIf(why !== undefined).each([
    ["a client without a key", "coverage", 1, undefined],
    ["ann", "coverage,fuzzing,stateful", 8, "ann"],
    ["bob, on the data that ann left", "fuzzing,stateful", 6, "bob"],
    ["an administrator", "fuzzing,stateful", 5, "root"], // the last one, because it finds and revokes keys
  ] as const)("to %s", async (_, phases, examples, owner) => {
    const { code, output } = await schemathesis(service.url, phases, examples, owner && service.apiKeys[owner]);
    expect(service.faults).toEqual([]);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^ +\d{2,} generated, \d{2,} passed/m) });
  });
});

describe("an entry that names a file of the server", () => {
  const BENCHMARKS = ["pubmed_qa", "med_qa", "medcalc_bench", "medhelm_configurable_benchmark", "ehr_sql"];
  const NAMES = ["config_path", "data_path", "jury_config_path", "prompt_file", "data_dir", "path", "subset", "x"];
  const PREFIXES = ["/", "~/", "./", "../", "../../", "..\\", "C:\\", "\\\\host\\", "file:", "file:///", "a/../../"];

  it("is refused in every spelling, and the answer contains nothing of the file", async () => {
    const service = await fuzzService();
    const secret = join(folder, "secret.csv");
    writeFileSync(secret, "CANARY-of-the-server");
    const random = pythonRandom(SEED);
    const pick = <T>(from: readonly T[]): T => {
      const one = from[Math.floor(random.random() * from.length)];
      if (one === undefined) throw new Error("nothing to pick from");
      return one;
    };
    for (let i = 0; i < 300; i++) {
      const value = i % 3 === 0 ? secret : `${pick(PREFIXES)}${pick(["etc/passwd", "secret.csv", "", "input:", "x"])}`;
      const description = `${pick(BENCHMARKS)}:${pick(NAMES)}=${value},model=simple/model1`;
      const body =
        i % 2 === 0
          ? { suite: "files", entries: [{ description }] }
          : { suite: "files", conf: `entries: [{description: ${JSON.stringify(description)}, priority: 1}]` };
      const answer = await service.call("POST", "/v1/submissions", service.apiKeys.ann, body);
      expect([description, answer.status]).toEqual([description, 422]);
      expect(await answer.text()).not.toContain("CANARY");
    }
    expect(await service.objects.head("suites/files.json")).toBeUndefined();
    expect(service.faults).toEqual([]);
    await service.close();
  });
});
