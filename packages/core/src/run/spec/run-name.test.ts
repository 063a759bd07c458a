import { seededRandom } from "@medhelm/testing/seeded-random";
import { expect, test } from "vitest";
import { generationFolder, keys } from "../../store/object-keys.ts";
import { checkRunName, foldedName, runNameProblem } from "./run-name.ts";

test.each([
  ["a name of 255 bytes", `demo:x=${"a".repeat(248)}`],
  ["accents and spaces inside", "demo:ward=Geriátrie 2,model=a_b"],
  ["dots inside", "demo:model=a_b-1.5"],
])("%s is a good run name", (_what, name) => {
  expect(runNameProblem(name)).toBeUndefined();
  expect(() => checkRunName(name)).not.toThrow();
});

test.each([
  [
    "a name of 256 bytes",
    `demo:x=${"a".repeat(249)}`,
    `the run name "demo:x=${"a".repeat(53)}..." has 256 bytes, and a file name has at most 255 bytes; shorten the value of "x"`,
  ],
  [
    "a long benchmark name of characters of two bytes",
    `${"é".repeat(200)}:model=a_b`,
    `the run name "${"é".repeat(60)}..." has 410 bytes (210 characters), and a file name has at most 255 bytes; shorten the benchmark's name`,
  ],
  [
    "a control character",
    "demo:x=a\u0007b",
    'the run name "demo:x=a\\u0007b" contains the control character U+0007; remove it',
  ],
  ["a line break", "demo:x=a\nb", 'the run name "demo:x=a\\nb" contains the control character U+000A; remove it'],
  ["a backslash", "demo:x=a\\b", 'the run name "demo:x=a\\\\b" contains a backslash; remove it'],
  ["half a character", "demo:x=\ud800", 'the run name "demo:x=\\ud800" is not valid Unicode; write it as UTF-8'],
  ["the folder above", "..", 'the run name ".." is "..", which is no file name'],
])("%s is no run name, and the sentence says what to change", (_what, name, sentence) => {
  expect(runNameProblem(name)).toBe(sentence);
  expect(() => checkRunName(name)).toThrow(sentence);
});

test.each(["demo:x=a.", "demo:x=a "])(
  "%o is refused in a plan, but a run of this name that exists stays readable",
  (name) => {
    expect(runNameProblem(name)).toBeUndefined();
    expect(() => checkRunName(name)).toThrow(
      "ends with a dot or a space, which Windows removes; change the entry's last argument",
    );
  },
);

test("capital letters and the form of accents do not make two folders on macOS", () => {
  expect(foldedName("Demo:ward=Ge\u0301riatrie")).toBe(foldedName("demo:WARD=G\u00e9riatrie"));
});

test("no key of the longest names is over 1,024 bytes, and no file name in one is over 255 bytes", () => {
  const [id, suite, run, sha256] = ["f".repeat(25), "s".repeat(100), `é:x=${"a".repeat(250)}`, "a".repeat(64)];
  const folder = generationFolder("private", 999_999, "f".repeat(32));
  const all = [
    keys.generationFile(suite, run, folder, "derived-0123456789ab/corrected/per_instance_stats.json"),
    keys.generationFile(suite, run, folder, "derived-0123456789ab/pages/999999.json"),
    `${keys.previous(suite, run, 999_999)}corrected/per_instance_stats.json`,
    keys.outcome(suite, run, sha256),
    keys.ownAnswer(suite, run, sha256),
    keys.submissionStarted(id, run),
    keys.submissionHandled(id, run),
    keys.job(id, run, "candidate"),
  ];
  expect(Math.max(...all.map((key) => Buffer.byteLength(key)))).toBeLessThanOrEqual(1024);
  expect(Math.max(...all.flatMap((key) => key.split("/")).map((name) => Buffer.byteLength(name)))).toBeLessThanOrEqual(
    255,
  );
});

test("the marks of a run have its name or, if that is too long with .json, the name's hash", () => {
  expect(keys.submissionHandled("i", "demo:model=a_b")).toBe("submissions/i/handled/demo:model=a_b.json");
  expect(keys.submissionHandled("i", "a".repeat(251))).toBe(
    "submissions/i/handled/772f911dd9d6692897188d0b03f718fb5fbd02020d0fce1374f1354a31205024.json",
  );
});

test("runs that one plan accepts have marks of their own, also on macOS and Windows", () => {
  const random = seededRandom(3);
  const parts = ["a", "A", "_", ":", "=", ",", ".", " ", "é", "e\u0301", "a".repeat(120)];
  const accepted = new Map<string, string>();
  for (let i = 0; i < 20_000; i++) {
    const name = Array.from({ length: 1 + Math.floor(random() * 6) }, () => parts[Math.floor(random() * 11)]).join("");
    if (runNameProblem(name) === undefined) accepted.set(foldedName(name), name);
  }
  const marks = [...accepted.values()].map((run) => keys.submissionHandled("i", run));
  expect(accepted.size).toBeGreaterThan(5000);
  expect(new Set(marks.map(foldedName)).size).toBe(accepted.size);
});
