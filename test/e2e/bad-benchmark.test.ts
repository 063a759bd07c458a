import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shared, whyNoShared } from "../shared.ts";
import { contents, type Files, inFolder, refusal, type Seen, said, seen } from "./bad-case.ts";
import { cli } from "./cli.ts";
import { entry, judgedBenchmark, smallBenchmark } from "./small-benchmark.ts";

const YAML = smallBenchmark["small.yaml"];
const HEADER = "bed,question,correct_answer,incorrect_answers\n";
const yaml = (text: string): Files => ({ "small.yaml": text });
const prompt = (text: string): Files => ({ "prompt.txt": text });
const csv = (text: string | Uint8Array): Files => ({ "questions.csv": text });
const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");
const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, "utf16le");
const without = (name: keyof typeof smallBenchmark): Files =>
  Object.fromEntries(Object.entries(smallBenchmark).filter(([path]) => path !== name));

/** name of the case; files that replace the small benchmark's; message after the entry */
type Case = readonly [what: string, files: Files, message: string];

const configurations: readonly Case[] = [
  ["a missing key", yaml(YAML.replace(/^name.*\n/, "")), 'small.yaml, line 1: the key "name" is missing'],
  [
    "a misspelled key",
    yaml(YAML.replace("max_tokens", "max_tokn")),
    'small.yaml, line 5: unknown key "max_tokn" (did you mean max_tokens?)',
  ],
  [
    "a text in place of a number",
    yaml(YAML.replace("max_tokens: 4", "max_tokens: many")),
    "small.yaml, line 5: max_tokens: must be a number, not text",
  ],
  [
    "a fraction of a token",
    yaml(YAML.replace("max_tokens: 4", "max_tokens: 0.5")),
    "small.yaml, line 5: max_tokens: must be a whole number",
  ],
  [
    "bad indentation",
    yaml(`${YAML}   more: 1\n`),
    "small.yaml, line 8: not readable YAML: Sequence item without - indicator",
  ],
  ["a tab", yaml(`${YAML}\tmore: 1\n`), "small.yaml, line 8: not readable YAML: Tabs are not allowed as indentation"],
  ["a list at the top level", yaml("- name: SMALL\n"), "small.yaml, line 1: the file: must be an object, not a list"],
  ["an empty file", yaml(""), "small.yaml: the file is empty; write name, description, prompt_file, ..."],
  [
    "an unknown metric",
    yaml(YAML.replace("exact_match", "exact_mach")),
    "small.yaml, line 7: metrics.0.name: unknown metric; the known ones are exact_match, jury_score, rouge_1, rouge_2, rouge_l, BERTScore-P, BERTScore-R, BERTScore-F",
  ],
  [
    "a metric without name:",
    yaml(YAML.replace("- name: exact_match", "- exact_match")),
    "small.yaml, line 7: metrics.0: must be an object, not text",
  ],
];

const prompts: readonly Case[] = [
  [
    "no placeholder",
    prompt("Is the bed free?"),
    "prompt.txt: it names no column, so every row would ask the same question; write a column of questions.csv in braces, e.g. {bed}",
  ],
  [
    "a placeholder that is similar to a column",
    prompt("Bed {bed}.\n{qestion}"),
    "prompt.txt, line 2, column 1: {qestion} is not a column of questions.csv (did you mean question?)",
  ],
  [
    "a placeholder that is not similar to any column",
    prompt("{patient}"),
    "prompt.txt, line 1, column 1: {patient} is not a column of questions.csv; it has bed, question, correct_answer, incorrect_answers",
  ],
  [
    "a brace that is not closed",
    prompt("{question"),
    'prompt.txt, line 1, column 1: a single "{"; double it to print it: "{{"',
  ],
  [
    "a brace that is not opened",
    prompt("{question} }"),
    'prompt.txt, line 1, column 12: a single "}"; double it to print it: "}}"',
  ],
  [
    "another encoding",
    { "prompt.txt": latin1("{question}\ncafé") },
    "prompt.txt, line 2: not UTF-8 text; save it as UTF-8 (or fetch it again)",
  ],
];

const data: readonly Case[] = [
  [
    "two columns with one name",
    csv("bed,question,question,correct_answer\n1,a,b,c\n"),
    'questions.csv, line 1: two columns are named "question"; rename one',
  ],
  [
    "no correct_answer",
    csv("bed,question,incorrect_answers\n1,a,[]\n"),
    'questions.csv: there is no column "correct_answer"; only a benchmark with jury_score alone can do without',
  ],
  [
    "a misspelled correct_answer",
    csv("bed,question,corect_answer\n1,a,b\n"),
    'questions.csv: there is no column "correct_answer" (did you mean corect_answer?); only a benchmark with jury_score alone can do without',
  ],
  [
    "incorrect answers that are not JSON",
    csv(`${HEADER}1,a,b,none\n`),
    'questions.csv, line 2, column incorrect_answers: "none" is not a JSON list of texts; write ["one", "two"], or [] for none, with quotes doubled in the CSV',
  ],
  [
    "incorrect answers that are not a JSON list",
    csv(`${HEADER}1,a,b,[]\n2,a,b,"[""c"\n`),
    'questions.csv, line 3, column incorrect_answers: "[\\"c" is not a JSON list of texts; write ["one", "two"], or [] for none, with quotes doubled in the CSV',
  ],
  [
    "incorrect answers that are numbers",
    csv(`${HEADER}1,a,b,[1]\n`),
    'questions.csv, line 2, column incorrect_answers: "[1]" is not a JSON list of texts; write ["one", "two"], or [] for none, with quotes doubled in the CSV',
  ],
  [
    "the row of dots from the guide",
    csv(`${smallBenchmark["questions.csv"]}...\n`),
    'questions.csv, line 5: the row is only "...", which marks rows that were left out; remove this line',
  ],
  [
    "a row with too many values",
    csv("bed,question,correct_answer\n1,a, b, c\n"),
    "questions.csv, line 2: 4 values, but the header names 3 columns; a comma or a quote may be missing",
  ],
  [
    "a row with too few values, after a cell of two lines",
    csv('bed,question,correct_answer\n1,"a\nb",c\n2,a\n'),
    "questions.csv, line 4: 2 values, but the header names 3 columns; a comma or a quote may be missing",
  ],
  [
    "a quote that is not closed",
    csv('bed,question,correct_answer\n1,"a,b\n2,c,d\n'),
    "questions.csv, line 2: a quote is opened and not closed; a quote within a cell is written twice",
  ],
  [
    "vertical bars",
    csv("bed|question|correct_answer\n1|a|b\n"),
    "questions.csv, line 1: the columns are separated by vertical bars; save it with commas",
  ],
  [
    "Excel's line about the separator",
    csv("sep=;\nbed;question;correct_answer\n1;a;b\n"),
    'questions.csv, line 1: Excel\'s line "sep=" names no column; remove this line',
  ],
  [
    "an Excel workbook",
    csv(latin1("PK\u0003\u0004\u0014\u0000\u0006\u0000[Content_Types].xml")),
    "questions.csv: an Excel workbook (.xlsx) or another ZIP archive, not a text file; save its table as CSV UTF-8 and name that file",
  ],
  [
    "an old Excel workbook",
    csv(latin1("\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1")),
    "questions.csv: an old Excel workbook (.xls), not a text file; save its table as CSV UTF-8 and name that file",
  ],
  [
    "an id twice",
    csv("id,bed,question,correct_answer\n7,1,a,b\n8,2,a,b\n7,3,a,b\n"),
    'questions.csv, line 4, column id: "7" is the id of line 2 too; give each row its own id, or rename the column if it names something else',
  ],
  [
    "an empty answer",
    csv("bed,question,correct_answer\n1,a,b\n2,a, \n"),
    "questions.csv, line 3, column correct_answer: the cell is empty; write the right answer, or remove the row",
  ],
  [
    "an answer of invisible characters",
    csv("bed,question,correct_answer\n1,a,b\n2,a,\u200b\u2060\n"),
    "questions.csv, line 3, column correct_answer: the cell is empty; write the right answer, or remove the row",
  ],
  ["an empty file", csv(""), "questions.csv: the file is empty; its first line must name the columns"],
  ["no row", csv(HEADER), "questions.csv: there is no row below the header"],
  [
    "Latin-1",
    csv(latin1(`${HEADER}1,a,b,[]\n2,café,b,[]\n`)),
    "questions.csv, line 3: not UTF-8 text; save it as UTF-8 (or fetch it again)",
  ],
  ["no row, in UTF-16", csv(utf16(HEADER)), "questions.csv: there is no row below the header"],
];

const judges: readonly Case[] = [
  [
    "a judge prompt without the answer",
    { "judge.txt": judgedBenchmark["judge.txt"].replace("{RESPONSE}", "it") },
    "judge.txt: {RESPONSE} does not occur, so the judge would not see the answer",
  ],
  [
    "a judge prompt without criteria",
    { "judge.txt": "{QUESTION} {RESPONSE}" },
    'judge.txt: there is no <rubric_criteria>{...}</rubric_criteria> block; write <rubric_criteria>{"accuracy": ["score", "explanation"]}</rubric_criteria>',
  ],
];

const ENTRY = entry("small", "baseline/first-option");
const JUDGED = entry("judged", "baseline/first-option");
const run = (description: string, files: Files): Promise<Seen> =>
  seen({ args: ["run", "--run-entries", description, "--suite", "s", "--output-path", "out"], files });
const refusalOf = (description: string, message: string): Seen => refusal(`--run-entries (${description}): ${message}`);

describe("a custom benchmark is read before the first request; the message names file, line and key", () => {
  test.each([
    ...configurations.map(([what, files, message]) => [`the YAML has ${what}`, files, message] as const),
    ...prompts.map(([what, files, message]) => [`the prompt has ${what}`, files, message] as const),
    ...data.map(([what, files, message]) => [`the CSV has ${what}`, files, message] as const),
  ])("%s", async (_what, files, message) => {
    expect(await run(ENTRY, { ...smallBenchmark, ...files })).toEqual(refusalOf(ENTRY, message));
  });

  test.each(judges)("%s", async (_what, files, message) => {
    expect(await run(JUDGED, { ...judgedBenchmark, ...files })).toEqual(refusalOf(JUDGED, message));
  });

  test.each(["small.yaml", "prompt.txt", "questions.csv"] as const)("%s is missing", async (name) => {
    expect(await run(ENTRY, without(name))).toEqual(
      refusalOf(ENTRY, `${name}: there is no such file in .; correct the path`),
    );
  });

  test("config_path is misspelled", async () => {
    const misspelled = ENTRY.replace("config_path", "config_pth");
    expect(await run(misspelled, smallBenchmark)).toEqual(
      refusalOf(
        misspelled,
        'medhelm_configurable_benchmark takes no argument "config_pth" (did you mean config_path?); it takes config_path',
      ),
    );
  });
});

const QUOTED = '"bed";"question";"correct_answer"\r\n"01";"Free; or not?";"Yes"\r\n';
test.each([
  ["with semicolons and quotes", QUOTED],
  ["with semicolons and a byte order mark", `\uFEFF${QUOTED}`],
  ["with semicolons in UTF-16", utf16(QUOTED)],
  ["with tabs in UTF-16", utf16(QUOTED.replaceAll('";"', '"\t"'))],
])("Excel's text %s is read", async (_what, text) => {
  const { code, stdout } = await seen({
    args: ["check", "small.yaml"],
    files: { ...smallBenchmark, ...csv(text) },
  });
  expect([code, stdout]).toEqual([0, expect.stringContaining('"Bed 01. Free; or not? Answer Yes or No:"')]);
});

test("medhelm check names each problem of each file and exits with 2", async () => {
  const { code, stdout, stderr } = await seen({
    args: ["check", "small.yaml", "bad.csv", "gone.yaml"],
    files: { ...smallBenchmark, "bad.csv": "id,note\n1\n2,a\n2,b\n" },
  });
  expect(code).toBe(2);
  expect(stdout).toContain("small.yaml: benchmark\n");
  expect(stderr.split("\n")).toEqual([
    "medhelm: bad.csv, line 2: 1 value, but the header names 2 columns; a comma or a quote may be missing",
    'medhelm: bad.csv, line 4, column id: "2" is the id of line 3 too; give each row its own id, or rename the column if it names something else',
    "medhelm: gone.yaml: there is no such file; name a file",
    "",
  ]);
});

describe("a file that exists next to the YAML and in the working directory", () => {
  const description = ENTRY.replace("small.yaml", "b/small.yaml");
  const both = {
    "b/small.yaml": YAML,
    "b/prompt.txt": smallBenchmark["prompt.txt"],
    "b/questions.csv": smallBenchmark["questions.csv"],
  };
  test("is accepted if both are equal", async () => {
    expect((await run(description, { ...both, "prompt.txt": smallBenchmark["prompt.txt"] })).code).toBe(0);
  });

  test("must be named by its path if they differ", async () => {
    expect(await run(description, { ...both, "prompt.txt": "another {question}" })).toEqual(
      refusalOf(description, "prompt.txt: b/prompt.txt and prompt.txt differ; give the full path of one of them"),
    );
  });
});

test.skipIf(shared === undefined)(
  `the guide's CSV with its row of dots names the row (or: ${whyNoShared})`,
  async () => {
    const demo = join(shared ?? "", "guide/exact_match_demo");
    const files = Object.fromEntries(readdirSync(demo).map((name) => [name, readFileSync(join(demo, name), "utf8")]));
    const table = "exact_match_demo_dataset.csv";
    const rows = (files[table] ?? "").trimEnd();
    const { code, stderr, isUntouched } = await seen({
      program: "helm-run",
      args: ["--conf-paths", "./exact_match_demo.conf", "--max-eval-instances", "2", "--suite", "DEMO"],
      files: { ...files, [table]: `${rows}\n...\n` },
    });
    expect({ code, isUntouched }).toEqual({ code: 2, isUntouched: true });
    expect(stderr).toContain(
      `${table}, line ${rows.split("\n").length + 1}: the row is only "...", which marks rows that were left out; remove this line\n`,
    );
  },
);

describe("PubMedQA's file in the mirror", () => {
  const MIRROR = "mirror/pubmed_qa/ori_pqal.json";
  const offline = [
    "run",
    "-r",
    "pubmed_qa:model=baseline/first-option",
    "--suite",
    "s",
    "--offline",
    "--data-dir",
    "mirror",
  ];
  test.each([
    ["truncated", '{"1": {"QUESTION": "Is i'],
    ["other JSON", "[]"],
    ["an edited one", '{"1": {"QUESTION": "?", "CONTEXTS": [], "LABELS": [], "final_decision": "yes"}}'],
  ])("%s has a wrong checksum: the message names the checksum and the address of the download", (_what, text) =>
    inFolder({ [MIRROR]: text }, async (folder) => {
      const { code, stderr } = said(await cli("medhelm", offline, { cwd: folder }), folder);
      expect(code).toBe(2);
      expect(stderr).toMatch(
        /^medhelm: pubmed_qa:model=baseline_first-option: mirror\/pubmed_qa\/ori_pqal\.json has sha256 [0-9a-f]{64}, but this version expects [0-9a-f]{64}: replace it with https:\/\/\S+\/ori_pqal\.json, or remove it to download that file\n$/,
      );
      expect(runFiles(folder)).toEqual([]);
    }),
  );

  test("a missing file without network: the message names the command that gets it", () =>
    inFolder({ "mirror/notes.txt": "no data" }, async (folder) => {
      const { code, stderr } = said(await cli("medhelm", offline, { cwd: folder }), folder);
      expect(code).toBe(2);
      expect(stderr).toContain(
        "pubmed_qa/ori_pqal.json, and offline mode downloads nothing: run medhelm data pull pubmed_qa --data-dir DIR where the internet can be reached, and give that folder to --data-dir here\n",
      );
      expect(runFiles(folder)).toEqual([]);
    }));
});

const runFiles = (folder: string): string[] =>
  Object.keys(contents(folder)).filter((path) => path.startsWith("benchmark_output/runs"));
