import { describe, expect, test } from "vitest";
import { z } from "zod";
import { type BadCase, inFolder, refusal, said, seen } from "./bad-case.ts";
import { cli } from "./cli.ts";

const RUN = ["run", "--suite", "s", "--output-path", "out"];
const entry = (text: string) => [...RUN, "--run-entries", text];
const conf = (text: string) => ({ "my.conf": text });
const confRun = [...RUN, "--conf-paths", "my.conf"];
const GOOD = "demo_questions:model=baseline/first-option";
const LISTS_BENCHMARKS = /^unknown benchmark "zzz"; the known ones are .*demo_questions, /;

const confs: readonly BadCase[] = [
  {
    what: "a run name that is too long for a folder",
    args: confRun,
    files: conf(`entries: [{description: "${GOOD}", groups: ["${"é".repeat(120)}"]}]\n`),
    message: `my.conf:entry 1 (${GOOD}): the run name "demo_questions:model=baseline_first-option,groups=${"é".repeat(10)}..." has 290 bytes (170 characters), and a file name has at most 255 bytes; shorten the value of "groups"`,
  },
  {
    what: "a control character in a run name",
    args: confRun,
    files: conf(`entries: [{description: "${GOOD}", groups: ["a\\u0007"]}]\n`),
    message: `my.conf:entry 1 (${GOOD}): the run name "demo_questions:model=baseline_first-option,groups=a\\u0007" contains the control character U+0007; remove it`,
  },
  {
    what: "two run names that are one folder on macOS",
    args: confRun,
    files: conf(
      `entries: [\n  {description: "${GOOD}", groups: ["a"]}\n  {description: "${GOOD}", groups: ["A"]}\n]\n`,
    ),
    message: `my.conf:entry 2 (${GOOD}): the run name "demo_questions:model=baseline_first-option,groups=A" differs from that of my.conf:entry 1 (${GOOD}) only in capital letters or in the form of its accents, so both are one folder on macOS and Windows; rename one, or use two suites`,
  },
  { what: "no entries at all", args: RUN, message: "nothing to run: give --conf-paths FILE or --run-entries ENTRY" },
  {
    what: "a missing .conf",
    args: confRun,
    message:
      "my.conf: there is no such file; give the path of a .conf file with run entries, or one of the packaged run_entries_medhelm.conf, run_entries_medhelm_gated.conf, run_entries_medhelm_private_stanford.conf, run_entries_medhelm_public.conf",
  },
  {
    what: "a YAML file in place of a .conf",
    args: [...RUN, "--conf-paths", "judges.yaml"],
    message:
      "judges.yaml is YAML, but run entries are in a .conf file; give that file, and name a jury with --judges or with jury_config_path= in an entry",
  },
  {
    what: "a folder in place of a .conf",
    args: [...RUN, "--conf-paths", "."],
    message: ".: it is a folder; name a file",
  },
  {
    what: "a .conf with a syntax error",
    args: confRun,
    files: conf('entries: [\n  {description: "a", priority: 1}\n  {description = \n]\n'),
    message: 'my.conf, line 4: found "]", but a value is expected; quote values that contain : = { or ,',
  },
  {
    what: "a truncated .conf",
    args: confRun,
    files: conf('entries: [\n  {description: "a"'),
    message: "my.conf, line 2: an object is opened with { and not closed; add }",
  },
  {
    what: "a .conf in another encoding",
    args: confRun,
    files: { "my.conf": Uint8Array.from([0x61, 0x3a, 0xe9]) },
    message: "my.conf: not UTF-8 text; save it as UTF-8",
  },
  {
    what: "a .conf without entries",
    args: confRun,
    files: conf("a: 1\n"),
    message: 'my.conf has no list of entries; write entries: [{description: "benchmark:model=creator/name"}]',
  },
  {
    what: "a .conf with an empty list",
    args: confRun,
    files: conf("entries: []\n"),
    message: "my.conf: its list of entries is empty; add an entry",
  },
  {
    what: "an entry of a .conf without a description",
    args: confRun,
    files: conf(`entries: [\n  {description: "${GOOD}"}\n  {priority: 1}\n]\n`),
    message: 'my.conf:entry 2 (line 3) has no description; write description: "benchmark:model=creator/name"',
  },
  {
    what: "a missing include",
    args: confRun,
    files: conf('include "other.conf"\n'),
    message: "my.conf includes other.conf, but there is no file other.conf; correct the include",
  },
];

const entries: readonly BadCase[] = [
  {
    what: "an argument without =",
    args: entry("demo_questions:model"),
    message:
      '--run-entries (demo_questions:model): the run entry "demo_questions:model" has "model", but <key>=<value> is expected; a value cannot contain a comma',
  },
  {
    what: "no model",
    args: entry("demo_questions"),
    message: "--run-entries (demo_questions): names no model; add model=creator/name, or give --model creator/name",
  },
  {
    what: "an empty model",
    args: entry("demo_questions:model="),
    message:
      "--run-entries (demo_questions:model=): model= is not a model: write creator/name, as in model=openai/gpt-4o, or a group such as model=text",
  },
  {
    what: "a misspelled benchmark",
    args: entry("demo_questins:model=baseline/first-option"),
    message:
      '--run-entries (demo_questins:model=baseline/first-option): unknown benchmark "demo_questins"; did you mean demo_questions?',
  },
  {
    what: "a misspelled argument",
    args: entry("demo_questions:modle=baseline/first-option"),
    message:
      '--run-entries (demo_questions:modle=baseline/first-option): demo_questions takes no argument "modle" (did you mean model?): remove "modle=baseline/first-option" from the entry',
  },
  {
    what: "a misspelled built-in model, for which no server may answer",
    args: entry("demo_questions:model=baseline/frist-option"),
    message:
      '--run-entries (demo_questions:model=baseline/frist-option): unknown built-in model "baseline/frist-option"; did you mean baseline/first-option or baseline/longest-option?',
  },
  {
    what: "a misspelled built-in deployment",
    args: entry("demo_questions:model=a/b,model_deployment=judge/lexcal"),
    message:
      '--run-entries (demo_questions:model=a/b,model_deployment=judge/lexcal): unknown built-in model "judge/lexcal"; did you mean judge/lexical?',
  },
  {
    what: "a wrong count",
    args: entry(`${GOOD},max_train_instances=lots`),
    message: `--run-entries (${GOOD},max_train_instances=lots): max_train_instances=lots is not a whole number of at least 0`,
  },
  {
    what: "an unknown value of stop",
    args: entry(`${GOOD},stop=dot`),
    message: `--run-entries (${GOOD},stop=dot): stop=dot is not known; the values are none, hash, semicolon, br`,
  },
  {
    what: "a temperature that is not a number",
    args: entry(`${GOOD},temperature=hot`),
    message: `--run-entries (${GOOD},temperature=hot): temperature=hot is not a number of at least 0`,
  },
  {
    what: "an unknown split",
    args: entry(`${GOOD},eval_split=dev`),
    message: `--run-entries (${GOOD},eval_split=dev): eval_split=dev is not known; the values are test, valid`,
  },
  {
    what: "a bad entry after good ones, before the first request",
    args: [...RUN, "--run-entries", GOOD, "demo_nots:model=baseline/first-option"],
    message:
      '--run-entries (demo_nots:model=baseline/first-option): unknown benchmark "demo_nots"; did you mean demo_notes?',
  },
  {
    what: "only entries that the filters exclude",
    args: [...entry(GOOD), "--models-to-run", "a/b"],
    message:
      "no run is left, because --models-to-run, --groups-to-run or --priority excludes every entry; change these options",
  },
];

const HAS_SECRET =
  "the address has a user name, a password or a key, which messages and results would show; leave it out (--api-key-env and --extra-header send a key to a model)";
const HELP = "medhelm run --help lists the options";
const flags: readonly BadCase[] = [
  {
    what: "a suite name that is not a folder name",
    args: ["run", "--suite", "../x", "--run-entries", GOOD],
    message:
      "--suite ../x: use letters, digits, '.', '_' and '-', at most 100, first a letter or digit; medhelm run --help lists the options",
  },
  {
    what: "zero instances",
    args: [...entry(GOOD), "--max-eval-instances", "0"],
    message: `--max-eval-instances 0: it must be a whole number of at least 1; ${HELP}`,
  },
  {
    what: "a number of instances that is not a number",
    args: [...entry(GOOD), "-m", "abc"],
    message: `--max-eval-instances abc: it must be a whole number of at least 1; ${HELP}`,
  },
  {
    what: "a budget below zero",
    args: [...entry(GOOD), "--budget-usd", "-1"],
    message: `--budget-usd -1: it must be a number above 0; ${HELP}`,
  },
  {
    what: "a budget below a millionth of a dollar",
    args: [...entry(GOOD), "--budget-usd", "1e-7"],
    message: `--budget-usd 1e-7: it must be at least 0.000001; ${HELP}`,
  },
  {
    what: "a budget that no count of millionths can hold",
    args: [...entry(GOOD), "--budget-usd", "1e300"],
    message: `--budget-usd 1e300: it must be at most 1000000000; ${HELP}`,
  },
  {
    what: "a price of more than ten dollars a token",
    args: [...entry(GOOD), "--price-per-million", "x/y=1,99999999"],
    message: `--price-per-million x/y=1,99999999: it must be at most 10000000 dollars for a million tokens; ${HELP}`,
  },
  {
    what: "a misspelled option",
    args: [...entry(GOOD), "--max-eval-instance", "3"],
    message: `unknown option '--max-eval-instance' (did you mean --max-eval-instances?); ${HELP}`,
  },
  { what: "an option without its value", args: [...RUN, "--endpoint"], message: `--endpoint needs a value; ${HELP}` },
  {
    what: "a value that is not a choice",
    args: [...entry(GOOD), "--protocol", "open"],
    message: `--protocol open: allowed choices are helm, fenced; ${HELP}`,
  },
  {
    what: "an endpoint that is not an address, although the run needs no server",
    args: [...entry(GOOD), "--endpoint", "gpu1"],
    message: "--endpoint: gpu1 is not a valid address; write it like http://127.0.0.1:8000/v1",
  },
  {
    what: "an endpoint with a password, which the message does not repeat",
    args: [...entry(GOOD), "--endpoint", "http://ann:hunter2@127.0.0.1:8000/v1"],
    message: `--endpoint: ${HAS_SECRET}`,
  },
  {
    what: "an endpoint with a key as a parameter",
    args: [...entry(GOOD), "--judge-endpoint", "http://127.0.0.1:8000/v1?api-key=hunter2"],
    message: `--judge-endpoint: ${HAS_SECRET}`,
  },
  {
    what: "an endpoint with a line break",
    args: [...entry(GOOD), "--endpoint", "http://127.0.0.1:8000/\nv1"],
    message: "--endpoint: http://127.0.0.1:8000/ v1 is not a valid address; write it like http://127.0.0.1:8000/v1",
  },
  {
    what: "an endpoint with a fragment",
    args: [...entry(GOOD), "--endpoint", "http://127.0.0.1:8000/v1#a"],
    message: "--endpoint: http://127.0.0.1:8000/v1#a is not a valid address; write it like http://127.0.0.1:8000/v1",
  },
  {
    what: "a missing folder of deployments",
    args: [...entry(GOOD), "--local-path", "conf"],
    message: "--local-path conf: there is no such folder; name the folder with model_deployments.yaml",
  },
  {
    what: "deployments that are not YAML",
    args: entry(GOOD),
    files: { "prod_env/model_deployments.yaml": "model_deployments:\n  - name: [a\n" },
    message:
      "prod_env/model_deployments.yaml, line 3: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
  },
  {
    what: "a deployment with another layout",
    args: entry(GOOD),
    files: { "prod_env/model_deployments.yaml": "model_deployments:\n  - name: a/b\n" },
    message: "prod_env/model_deployments.yaml: model_deployments[0].client_spec: is missing",
  },
  {
    what: "truncated credentials",
    args: entry(GOOD),
    files: { "prod_env/credentials.conf": 'openaiApiKey: "x\n' },
    message:
      "prod_env/credentials.conf, line 1: a quote is opened and not closed on the same line; close it, or use three quotes",
  },
  {
    what: "a missing folder of specs",
    args: [...entry(GOOD), "--spec-from", "specs"],
    message: "--spec-from specs: there is no such folder; name a run folder or a suite folder of HELM",
  },
  {
    what: "a folder without specs",
    args: [...entry(GOOD), "--spec-from", "specs"],
    files: { "specs/a/readme.txt": "" },
    message:
      "--spec-from specs: there is no run_spec.json in it or below it; name a run folder or a suite folder of HELM",
  },
  {
    what: "an output path that is a file",
    args: ["run", "--run-entries", GOOD, "--output-path", "out"],
    files: { out: "mine" },
    message: "--output-path out: it is a file; name a folder in which you can write",
  },
  {
    what: "an output path below a file",
    args: ["run", "--run-entries", GOOD, "--output-path", "out/here"],
    files: { out: "mine" },
    message: "--output-path out/here: a part of it is a file; name a folder in which you can write",
  },
  {
    what: "an unknown command",
    args: ["runn"],
    message: 'there is no command "runn" (did you mean run?); medhelm --help lists them',
  },
  {
    what: "an unknown kind of list",
    args: ["list", "judges"],
    message:
      "<what> judges: allowed choices are benchmarks, models, deployments, metrics, groups; medhelm list --help lists the options",
  },
];

describe("before the first write, one sentence says what to correct, and the exit code is 2", () => {
  test.each([...confs, ...entries, ...flags])("$what", async (bad) => {
    expect(await seen(bad)).toEqual(refusal(bad.message));
  });
});

test("an unknown benchmark without a similar name: the message lists all benchmarks", () =>
  inFolder({}, async (folder) => {
    const { code, stderr } = said(await cli("medhelm", entry("zzz:model=a/b"), { cwd: folder }), folder);
    expect(code).toBe(2);
    expect(stderr.replace(/^medhelm: --run-entries \(zzz:model=a\/b\): /, "")).toMatch(LISTS_BENCHMARKS);
  }));

test("--json writes one line of JSON per run to stdout and all messages to stderr", () =>
  inFolder({}, async (folder) => {
    const args = [...entry(GOOD), "demo_notes:model=baseline/lead-sentences", "-m", "2", "--json", "--mongo-uri", "x"];
    const { code, stdout, stderr } = await cli("medhelm", args, { cwd: folder });
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.map((line) => z.object({ run: z.string() }).parse(JSON.parse(line)).run)).toEqual([
      "demo_questions:model=baseline_first-option",
      "demo_notes:model=baseline_lead-sentences",
    ]);
    expect(stderr).toContain("medhelm: --mongo-uri has no effect here: answers are kept under the output path\n");
  }));
