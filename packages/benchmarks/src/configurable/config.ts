import { issueText } from "@medhelm/core/text/issue-text";
import { nearNames } from "@medhelm/core/text/near-names";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { Access } from "@medhelm/core/run/profile";
import { checkYamlLength } from "@medhelm/core/text/yaml-length";
import { parseYaml } from "@medhelm/core/text/parse-yaml";
import { yamlValue } from "@medhelm/core/text/yaml-value";
import { throwProblems, UserError } from "@medhelm/core/user-error";
import { type Document, isNode, type LineCounter } from "yaml";
import { z } from "zod";
import { readText } from "../files/read-json.ts";

/** HELM computes all of them in one metric (run_specs/medhelm/benchmark_config.py). */
export const SUMMARIZATION = ["rouge_1", "rouge_2", "rouge_l", "BERTScore-P", "BERTScore-R", "BERTScore-F"] as const;

const Path = z.string().min(1);

const JuryMetric = z.strictObject({
  name: z.literal("jury_score"),
  prompt_file: Path,
  judges: z.array(z.strictObject({ name: z.string().min(1), model_name: z.string().min(1) })).min(1),
  /** Ours, not HELM's: the judges get the images of the question, too. */
  sees_images: z.boolean().optional(),
  /** Ours, not HELM's: the scale that the judge prompt names. Scores outside it do not count. */
  scale: z
    .union(
      [
        z.strictObject({ min: z.number(), max: z.number() }),
        z.tuple([z.number(), z.number()]).transform(([min, max]) => ({ min, max })),
      ],
      "write [lowest, highest], e.g. [0, 5], or {min: 0, max: 5}",
    )
    .refine((scale) => scale.min < scale.max, "the lowest score must be below the highest")
    .optional(),
});
export type JuryConfig = z.infer<typeof JuryMetric>;

const Metric = z.discriminatedUnion("name", [
  z.strictObject({ name: z.literal("exact_match") }),
  z.strictObject({ name: z.enum(SUMMARIZATION) }),
  JuryMetric,
]);
export type MetricConfig = z.infer<typeof Metric>;

/** The YAML of a custom benchmark: HELM's keys, then our own optional keys. */
export const Config = z.strictObject({
  /** Also the run group and, with the model, the run folder. */
  name: z.string().regex(/^[^\s.:,/\\][^:,/\\\r\n]*$/, "one line without : , / \\ and no dot in front"),
  description: z.string(),
  prompt_file: Path,
  dataset_file: Path,
  /** Ours, not HELM's: columns whose cells are paths of images. The prompt names where each image is. */
  image_columns: z.array(z.string().min(1)).min(1).optional(),
  /** The longest reply in tokens. */
  max_tokens: z.int().positive().default(1024),
  /** The first metric is the main one. */
  metrics: z
    .array(Metric)
    .min(1, "at least one metric is needed")
    .refine((metrics) => new Set(metrics.map(({ name }) => name)).size === metrics.length, "a metric is named twice"),
  access: Access.default("local"),
  org: z.string().optional(),
  licence: z.string().default("not stated"),
  category: z.string().default("Custom benchmarks"),
  subcategory: z.string().default("Custom benchmarks"),
});
export type Config = z.infer<typeof Config>;

/**
 * Reads the YAML of a custom benchmark.
 * @throws UserError with file, line and key
 */
export function readConfig(file: SourceFile): Config {
  const text = readText(file);
  checkYamlLength(text, file.label);
  const { document, lines, fault } = parseYaml(text);
  if (fault !== undefined) throw new UserError(`${file.label}, line ${fault.line}: not readable YAML: ${fault.what}`);
  const value = yamlValue(document, file.label);
  if (value === null)
    throw new UserError(`${file.label}: the file is empty; write name, description, prompt_file, ...`);
  const parsed = Config.safeParse(value);
  if (parsed.success) return parsed.data;
  throwProblems(
    parsed.error.issues.map((issue) => {
      const line = lineOf(document, issue, lines);
      return `${file.label}${line === undefined ? "" : `, line ${line}`}: ${inWords(issue)}`;
    }),
  );
  throw parsed.error;
}

/** Finds the line of the wrong value, or of its parent if the value is missing. */
function lineOf(document: Document, issue: z.core.$ZodIssue, lines: LineCounter): number | undefined {
  const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  for (let path = [...issue.path.map(String), ...unknown]; ; path = path.slice(0, -1)) {
    const node = document.getIn(path, true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    if (path.length === 0) return undefined;
  }
}

function inWords(issue: z.core.$ZodIssue): string {
  const key = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const [name = ""] = issue.keys;
    return `unknown key "${name}"${didYouMean(name, key === "" ? Object.keys(Config.shape) : Object.keys(JuryMetric.shape))}`;
  }
  if (issue.code === "invalid_union" && issue.path.at(-1) === "name")
    return `${key}: unknown metric; the known ones are exact_match, jury_score, ${SUMMARIZATION.join(", ")}`;
  const text = issueText(issue);
  if (text === "is missing") return `the key "${key}" is missing`;
  return `${key === "" ? "the file" : key}: ${text}`;
}

/** "" or " (did you mean x?)" */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearNames(name, known);
  return near.length === 0 ? "" : ` (did you mean ${near.join(" or ")}?)`;
}
