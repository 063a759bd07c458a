import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Files, inFolder, refusal, said, seen } from "./bad-case.ts";
import { cli, launch, type Outcome, testFolder } from "./cli.ts";
import { startModelServer } from "./model-server.ts";
import { entry, smallBenchmark } from "./small-benchmark.ts";

const NOBODY = "http://127.0.0.1:9";
const GOOD = "demo_questions:model=baseline/first-option";
const SMALL = entry("small", "baseline/first-option");

test.each([
  ["no API", [GOOD], "--api <url> is required; medhelm submit --help lists the options"],
  ["an API that is not an address", [GOOD, "--api", "here"], "--api here is not an address like http://127.0.0.1:8787"],
  [
    "no key for the API",
    [GOOD, "--api", NOBODY],
    `no API key for ${NOBODY}: set MEDHELM_TOKEN, or start the stack on this machine with medhelm up`,
  ],
  ["a missing file", [SMALL, "--api", NOBODY], "small.yaml: there is no such file in .; correct the path"],
] as const)("submit with %s is refused in one sentence", async (_what, [description, ...args], message) => {
  expect(await seen({ args: ["submit", "--run-entries", description, ...args] })).toEqual(refusal(message));
});

test("submit without entries is refused in one sentence", async () => {
  expect(await seen({ args: ["submit", "--api", NOBODY] })).toEqual(
    refusal("nothing to submit: give a .conf file or --run-entries ENTRY"),
  );
});

test("submit says if nothing answers, or if another program answers", () =>
  inFolder({}, async (cwd) => {
    const page = await startModelServer(() => ({ type: "text/html", body: "<html></html>" }));
    const other = page.endpoint.replace("/v1", "");
    const submit = async (api: string): Promise<string> =>
      (await cli("medhelm", ["submit", "-r", GOOD, "--api", api], { cwd, env: { MEDHELM_TOKEN: "t" } })).stderr;
    expect(await submit(NOBODY)).toBe(
      `medhelm: nothing answers at ${NOBODY}; start the stack with medhelm up, or correct --api\n`,
    );
    expect(await submit(other)).toBe(`medhelm: ${other} does not answer like the API of medhelm; correct --api\n`);
  }));

test("submit prints the refusal of the stack, and the stack stores no submission", async () => {
  const cwd = testFolder();
  const stack = launch("medhelm", ["up", "--output-path", "out", "--port", "18690"], { cwd });
  const [, url = ""] = await stack.until(/API +(\S+)\/v1\n/);
  const [, token = ""] = await stack.until(/token +(\S+)\n/);
  const submit = async (description: string, files: Files = {}, env = {}, flags: string[] = []): Promise<string> =>
    inFolder(files, async (folder) => {
      const args = ["submit", "-r", description, "--api", url, "--suite", "s", ...flags];
      const outcome: Outcome = await cli("medhelm", args, { cwd: folder, env: { MEDHELM_TOKEN: token, ...env } });
      const { code, stdout, stderr } = said(outcome, folder);
      return `${code} ${stdout}${stderr}`;
    });

  expect(await submit(GOOD, {}, { MEDHELM_TOKEN: "wrong" })).toBe(
    `2 medhelm: ${url} refuses the API key, which is unknown, revoked or expired; set MEDHELM_TOKEN to another key\n`,
  );
  expect(await submit("demo_questins:model=baseline/first-option")).toBe(
    '2 medhelm: entries[0] (demo_questins:model=baseline/first-option): unknown benchmark "demo_questins"; did you mean demo_questions?\n',
  );
  expect(await submit(`${GOOD},max_train_instances=x`)).toBe(
    `2 medhelm: entries[0] (${GOOD},max_train_instances=x): max_train_instances=x is not a whole number of at least 0\n`,
  );
  expect(await submit("demo_questions", {}, {}, ["--model", "baseline/first-optoin"])).toBe(
    '2 medhelm: the service does not list the model baseline/first-optoin, so its runs fail unless a server of the service has it; did you mean baseline/first-option or baseline/longest-option?\nmedhelm: entries[0] (demo_questions:model=baseline/first-optoin): unknown built-in model "baseline/first-optoin"; did you mean baseline/first-option or baseline/longest-option?\n',
  );
  expect(await submit(GOOD, {}, {}, ["--max-failures", "most"])).toBe(
    "2 medhelm: --max-failures most: it must be a share such as 5% or 0.05, or a whole number of requests; medhelm submit --help lists the options\n",
  );
  const yaml = smallBenchmark["small.yaml"];
  expect(await submit(SMALL, { ...smallBenchmark, "small.yaml": "name: [\n" })).toBe(
    "2 medhelm: small.yaml, line 2: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]\n",
  );
  expect(await submit(SMALL, { ...smallBenchmark, "small.yaml": yaml.replace("max_tokens", "max_tok") })).toMatch(
    /^2 medhelm: entries\[0\] \(\S+config_path=input:[0-9a-f]{64},\S+\): small\.yaml, line 5: unknown key "max_tok" \(did you mean max_tokens\?\)\n$/,
  );
  expect(await submit(SMALL, { ...smallBenchmark, "questions.csv": "bed,question\n1,Fever?\n" })).toContain(
    'questions.csv: there is no column "correct_answer"; only a benchmark with jury_score alone can do without\n',
  );

  const post = async (body: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/v1/submissions`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return [response.status, response.headers.get("content-type"), await response.json()];
  };
  expect(await post('{"entries":')).toMatchObject([
    400,
    "application/problem+json",
    { detail: "The body is not valid JSON." },
  ]);
  expect(await post({ entries: [{ description: GOOD }], suite: "s", maxFailures: "110%" })).toMatchObject([
    400,
    "application/problem+json",
    { detail: "body: maxFailures: it must be a share such as 5% or 0.05, or a whole number of requests" },
  ]);
  expect(await post({ entries: [], suite: "s" })).toMatchObject([
    400,
    "application/problem+json",
    { detail: "body: entries: must have at least 1 entries" },
  ]);
  expect(
    await post({ entries: [{ description: entry("small", "a/b").replace("small.yaml", "/etc/passwd") }], suite: "s" }),
  ).toMatchObject([
    422,
    "application/problem+json",
    {
      detail:
        'the entry "medhelm_configurable_benchmark:config_path=/etc/passwd,model=a/b" names the file config_path=/etc/passwd; the API reads no paths: upload the file with POST /v1/inputs and write config_path=input:<sha256>',
    },
  ]);
  expect(await post({ conf: "entries: [", suite: "s" })).toMatchObject([
    422,
    "application/problem+json",
    { detail: "conf, line 1: a list is opened with [ and not closed; add ]" },
  ]);

  for (const [group, status, why] of [
    [
      "é".repeat(150),
      422,
      /^entries\[0\] \(.*\): the run name .* has 350 bytes \(200 characters\), and a file name has at most 255 bytes; shorten the value of "groups"$/,
    ],
    ["g".repeat(300), 400, /^body: entries\[0\]\.groups\[0\]: must have at most 200 characters$/],
    ["a\u0007", 422, /contains the control character U\+0007; remove it$/],
  ] as const)
    expect(await post({ entries: [{ description: GOOD, groups: [group] }], suite: "s" })).toMatchObject([
      status,
      "application/problem+json",
      { detail: expect.stringMatching(why) },
    ]);

  // the sweep keeps its own files there
  expect(globSync("submissions/*/request.json", { cwd: join(cwd, "out") })).toEqual([]);
  const settings = readFileSync(join(cwd, "out/.medhelm/stack.json"), "utf8");
  for (const again of ["up", "start"]) {
    const second = await cli("medhelm", [again, "-o", "out", "--port", "18690", "-n", "3"], { cwd });
    expect(second).toMatchObject({ code: 2, stdout: "" });
    expect(second.stderr).toMatch(
      /^medhelm: another medhelm process runs jobs from .*; stop it first, or give this one another folder\n$/,
    );
  }
  expect(readFileSync(join(cwd, "out/.medhelm/stack.json"), "utf8")).toBe(settings);
  const taken = await cli("medhelm", ["up", "-o", "other", "--port", "18690"], { cwd });
  expect([taken.code, taken.stderr]).toEqual([
    2,
    "medhelm: --port 18690: another program uses this port of 127.0.0.1; stop it, or give another port\n",
  ]);
  expect((await stack.stop()).code).toBe(0);
});

test("a bad row, which only the worker reads, fails the run with its line", async () => {
  const files = { ...smallBenchmark, "questions.csv": `${smallBenchmark["questions.csv"]}...\n` };
  const stack = launch("medhelm", ["up", "--output-path", "out", "--port", "18692"], { cwd: testFolder() });
  const [, url = ""] = await stack.until(/API +(\S+)\/v1\n/);
  const [, token = ""] = await stack.until(/token +(\S+)\n/);
  const outcome = await inFolder(files, (cwd) =>
    cli("medhelm", ["submit", "-r", SMALL, "--api", url, "--suite", "s", "--wait"], {
      cwd,
      env: { MEDHELM_TOKEN: token },
    }),
  );
  expect(outcome.stderr).toContain(
    'questions.csv, line 5: the row is only "...", which marks rows that were left out; remove this line',
  );
  expect(outcome.code).toBe(2);
  expect((await stack.stop()).code).toBe(0);
});
