import { readFileSync } from "node:fs";
import { readJsonLines } from "@medhelm/benchmarks/files/read-json-lines";
import { readTable } from "@medhelm/benchmarks/files/read-table";
import { parseXml } from "@medhelm/benchmarks/files/read-xml";
import { parseHocon } from "@medhelm/core/helm/hocon";
import { parseObjectSpec } from "@medhelm/core/helm/object-spec";
import { parsePythonJson } from "@medhelm/core/helm/parse-python-json";
import { decodedRuns } from "@medhelm/core/judge/reading/decoded-runs";
import { fenceAnswer } from "@medhelm/core/judge/reading/fence";
import { parseHelmReply } from "@medhelm/core/judge/reading/parse-helm";
import { parseStrictReply } from "@medhelm/core/judge/reading/parse-strict";
import { ownershipOf } from "@medhelm/core/judge/reading/quoted-verdict";
import { metReading } from "@medhelm/core/judge/rubric-items";
import { styleOf } from "@medhelm/core/qualities/style-of-text";
import { readYaml } from "@medhelm/core/text/read-yaml";
import { UserError } from "@medhelm/core/user-error";
import { fileOf } from "@medhelm/testing/fixtures/benchmarks/files";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { type CaseReader, caseReader } from "../../scripts/replies/case-reader.ts";
import { ownReplies } from "../../scripts/replies/files.ts";
import { CANDIDATE_GROUPS } from "./candidate-groups.ts";
import { isLong, parametersOf, reportOf, startWatch } from "./fuzz.ts";
import { growthOf } from "./growth.ts";
import { place, placeIn } from "./mutated.ts";

const own = ownReplies();
const criteria = { accuracy: ["score", "explanation"] };
const imitable = { template: "<answer>{RESPONSE}</answer>", criteria };
const SCHEMA = readFileSync(new URL("../../conf/schema_medhelm.yaml", import.meta.url), "utf8").slice(0, 2000);

/** Parts that a text may have many times. */
const UNITS =
  ' |\n|\t|a|1|0|.|,|-|*|#|(|)|[|]|{|}|<|>|"|\'|\\|/|`|_|=|:|%|&|$|+|~|é|\u0301|中|Ж|ก|각|\ufdfa|a |1 |1.|1,|, |. |- |a\n|1\n| \n|\r\n|\\n|\\"|"\\|**|A.|(A)|{}|[]|()|a=1,|a.|"a":|[1,|{"a":[|a: |a:\n|- a\n|<a>|</a>|<!--|/*|//|${|${a}|include "a"\n|a += 1\n|&a |*a|? |! |<think>|</think>|it is |not |no |or |and |Answer: |\\boxed{|```|```json\n|[TOOL_CALLS]|<tool_call>|| a ';
const units = [...UNITS.split("|").filter((unit) => unit !== ""), "|", "| a "];

const plain = (replies: readonly string[], read: (text: string) => unknown): CaseReader => ({
  replies,
  read: (text) => void read(text),
});
const verdicts = (own.judge ?? []).map(({ reply }) => reply);

interface Hostile {
  /** the number of the case */
  readonly at: number;
  /** where the part is put into its text */
  readonly start: number;
  readonly unit: string;
}

/** The parts that once took quadratic time. */
const recorded = [
  "[1,\\n",
  '{"accuracy":{"score":4}} ',
  '```json {"query": null} ``` ',
  "| 1 | Type 2 DM | 250.00 | ",
].map((unit): [Hostile] => [{ at: 0, start: 20, unit }]);
const oneUnit = fc.constantFrom(...units);
const MOST_CHARACTERS = 12;

/** A text of one case with a part that is repeated many times: one of `units`, two of them, or some of the text's own characters. */
const hostile = ({ replies }: CaseReader): fc.Arbitrary<Hostile> =>
  fc
    .record({
      at: fc.constantFrom(...replies.keys()),
      share: place,
      unit: fc.oneof(
        { weight: 5, arbitrary: oneUnit },
        { weight: 3, arbitrary: fc.integer({ min: 1, max: MOST_CHARACTERS }) },
        { weight: 2, arbitrary: fc.tuple(oneUnit, oneUnit).map(([one, other]) => one + other) },
      ),
    })
    .map(({ at, share, unit: unitOrLength }) => {
      const text = replies[at] ?? "";
      const start = placeIn(text.length + 1, share);
      const unit = typeof unitOrLength === "string" ? unitOrLength : text.slice(start, start + unitOrLength);
      return { at, start, unit: unit === "" ? "a" : unit };
    });

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
  const watch = startWatch();
  const isLinear = fc.property(hostile(reader), ({ at, start, unit }) => {
    watch?.next();
    const text = reader.replies[at] ?? "";
    const textOf = (length: number): string =>
      text.slice(0, start) + unit.repeat(Math.ceil(length / unit.length)) + text.slice(start);
    const read = (longText: string): void => {
      try {
        reader.read(longText, at);
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    };
    if (!isLong) return read(textOf(10_000));
    const growth = growthOf(read, textOf);
    if (growth !== undefined) throw new Error(growth);
  });
  // a smaller part is no clearer, and each try takes seconds
  const details = fc.check(isLinear, { ...parametersOf(2), endOnFailure: isLong, examples: recorded });
  watch?.stop();
  expect(reportOf(details)).toBeUndefined();
});

/** JSON's own parser throws a SyntaxError, which its callers turn into a sentence. */
const isRefusal = (error: unknown): boolean => error instanceof UserError || error instanceof SyntaxError;
