import { readFileSync } from "node:fs";
import { readJsonLines } from "@medhelm/benchmarks/files/read-json-lines";
import { readTable } from "@medhelm/benchmarks/files/read-table";
import { parseXml } from "@medhelm/benchmarks/files/read-xml";
import { parseHocon } from "@medhelm/core/helm/hocon";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import { parsePythonJson } from "@medhelm/core/helm/parse-python-json";
import { decodedRuns } from "@medhelm/core/judge/decoded-runs";
import { fenceAnswer } from "@medhelm/core/judge/fence";
import { parseHelmReply } from "@medhelm/core/judge/parse-helm";
import { parseStrictReply } from "@medhelm/core/judge/parse-strict";
import { ownershipOf } from "@medhelm/core/judge/quoted-verdict";
import { metReading } from "@medhelm/core/judge/rubric-items";
import { styleOf } from "@medhelm/core/qualities/style-of-text";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { UserError } from "@medhelm/core/user-error";
import { fileOf } from "@medhelm/testing/fixtures/benchmarks/files";
import { seededRandom } from "@medhelm/testing/seeded-random";
import { expect, test } from "vitest";
import { z } from "zod";
import { type CaseReader, caseReader } from "../../scripts/replies/case-reader.ts";
import { ownReplies } from "../../scripts/replies/files.ts";
import { CANDIDATE_GROUPS } from "./candidate-groups.ts";
import { isLong, seeds } from "./faults.ts";
import { growthOf } from "./growth.ts";

const own = ownReplies();
const criteria = { accuracy: ["score", "explanation"] };
const imitable = { template: "<answer>{RESPONSE}</answer>", criteria };
const SCHEMA = readFileSync(new URL("../../conf/schema_medhelm.yaml", import.meta.url), "utf8").slice(0, 2000);

/** Parts that a text may have many times. */
const UNITS =
  ' |\n|\t|a|1|0|.|,|-|*|#|(|)|[|]|{|}|<|>|"|\'|\\|/|`|_|=|:|%|&|$|+|~|é|\u0301|a |1 |1.|1,|, |. |- |a\n|1\n| \n|\r\n|\\n|\\"|"\\|**|A.|(A)|{}|[]|()|a=1,|a.|"a":|[1,|{"a":[|a: |a:\n|- a\n|<a>|</a>|<!--|/*|//|${|${a}|include "a"\n|a += 1\n|&a |*a|? |! |<think>|</think>|it is |not |no |or |and |Answer: |\\boxed{|```|```json\n|[TOOL_CALLS]|<tool_call>|| a ';
const units = [...UNITS.split("|").filter((unit) => unit !== ""), "|", "| a "];

const plain = (replies: readonly string[], read: (text: string) => unknown): CaseReader => ({
  replies,
  read: (text) => void read(text),
});
const verdicts = (own.judge ?? []).map(({ reply }) => reply);

/** The input of a seed: a part is put many times into a text. */
function hostile({ replies }: CaseReader, seed: number) {
  const random = seededRandom(seed);
  const at = Math.floor(random() * replies.length);
  const text = replies[at] ?? "";
  const place = Math.floor(random() * (text.length + 1));
  const ofText = text.slice(place, place + 1 + Math.floor(random() * 12));
  const oneOf = (): string => units[Math.floor(random() * units.length)] ?? "a";
  const kind = random();
  const unit = kind < 0.5 ? oneOf() : kind < 0.8 && ofText !== "" ? ofText : oneOf() + oneOf();
  const textOf = (length: number): string =>
    text.slice(0, place) + unit.repeat(Math.ceil(length / unit.length)) + text.slice(place);
  return { at, unit, textOf };
}

test.each<[string, CaseReader]>([
  ["a .conf", plain(['a = [{b: "c", d: ${?e}}] # f\na += {"g.h": 1.5}\n'], (text) => parseHocon(text, "x.conf"))],
  ["a run entry", plain(["medcalc_bench:model=a/b,version=1.5"], parseObjectSpec)],
  [
    "YAML",
    plain([SCHEMA, "a: &b [c, 'd', \"e\"]\nf: *b\ng: |\n  h\n"], (text) => readYaml(text, "x.yaml", z.unknown())),
  ],
  ["CSV", plain(['id,question\n1,"Is ""a"" so?\nOr b?"\n2,c\n'], (text) => readTable(fileOf("x.csv", text)))],
  ["TSV", plain(['id\tquestion\n1\t"Is\tit?"\n2\tc\n'], (text) => readTable(fileOf("x.tsv", text), "\t"))],
  [
    "lines of JSON",
    plain(['{"question": "a", "options": ["b", null]}\n{"question": "\\u00e9"}\n'], (text) =>
      readJsonLines(fileOf("x.jsonl", text), z.unknown()),
    ),
  ],
  ["JSON as Python writes it", plain(['[{"a": NaN, "b": "c \\" d", "e": [-Infinity]}]'], parsePythonJson)],
  ["XML", plain(['<?xml version="1.0"?><a b="c">d &amp; e<![CDATA[f]]><!-- g --></a>'], (text) => parseXml("x", text))],
  ["a verdict", plain(verdicts, (text) => parseStrictReply(text, criteria, { min: 1, max: 5 }))],
  ["a verdict, as HELM reads it", plain(verdicts, (text) => parseHelmReply(text, criteria))],
  [
    "a grade",
    plain(
      (own.grader ?? []).map(({ reply }) => reply),
      metReading,
    ),
  ],
  ["an answer before a judge", plain(verdicts, (text) => fenceAnswer(text, imitable))],
  [
    "an answer next to a verdict",
    plain(verdicts, (text) => ownershipOf(text, imitable).isOwn({ accuracy: 4 }, undefined)),
  ],
  ["an encoded answer", plain(["61 62 63 ... --- 0101 YWJj"], decodedRuns)],
  ["the style of an answer", plain(["It may be so. Rest, and drink.\n\nTell us more!"], styleOf)],
  ...CANDIDATE_GROUPS.map((group): [string, CaseReader] => [group, caseReader(group, own[group])]),
])("%s with a part that is there many times is read in linear time", (_what, reader) => {
  const found = seeds(2).flatMap((seed) => {
    const { at, unit, textOf } = hostile(reader, seed);
    const read = (text: string): void => {
      try {
        reader.read(text, at);
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    };
    if (!isLong) return read(textOf(10_000)) ?? [];
    const growth = growthOf(read, textOf);
    return growth === undefined ? [] : [`seed ${seed}, ${JSON.stringify(unit)}: ${growth}`];
  });
  expect(found).toEqual([]);
});

/** JSON's own parser throws a SyntaxError, which its callers turn into a sentence. */
const isRefusal = (error: unknown): boolean => error instanceof UserError || error instanceof SyntaxError;
