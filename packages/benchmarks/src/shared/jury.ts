import { sha256Hex } from "@medhelm/core/store/canonical";
import type { ObjectSpec } from "@medhelm/core/helm/run-spec";
import { LLM_JURY_CLASS } from "@medhelm/core/judge/jury-spec";
import { parseJudges } from "@medhelm/core/judge/judges-file";
import type { Rubric } from "@medhelm/core/judge/rubric";
import { ITEM_CRITERIA, type ItemGrading } from "@medhelm/core/judge/rubric-items";
import { modelsOfJudges } from "@medhelm/core/run/spec/judges";
import type { EntryArgs, UserFiles } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { type JudgeModels, juryScore } from "./metric-specs.ts";
import { readText } from "../files/read-json.ts";
import { type RubricText, rubricTemplate } from "./rubric-template.ts";

/** The jury of a benchmark, as its rubric.ts describes it. Everything else is the same for all benchmarks. */
export interface JuryText extends RubricText {
  /** HELM's dotted name of the annotator. Default: HELM's general jury, whose spec contains the prompt. */
  readonly className?: string;
  /** HELM's name of the annotation; the metric is `<name>_accuracy`. */
  readonly name: string;
  /** The whole template with {QUESTION}, {RESPONSE} and {GOLD_RESPONSE}, if the common form does not fit. */
  readonly template?: string;
  /** Judges that replace HELM's three. */
  readonly judges?: JudgeModels;
}
/** The `jury` of a Definition. */
export interface JuryPart {
  readonly rubric: Rubric;
  readonly judges: JudgeModels;
  /** The name of its score if it is not `<name>_accuracy`, and HELM's value if no judge could be read. */
  readonly score?: { readonly name: string; readonly whenNone: number };
}

/** The jury of HELM's benchmarks if an entry names no judges. conf/judges.yaml has the same, and a test compares them. */
export const medhelm2025: JudgeModels = {
  gpt: { model_name: "openai/gpt-4o-2024-05-13", model_deployment: "openai/gpt-4o-2024-05-13" },
  llama: { model_name: "meta/llama-3.3-70b-instruct", model_deployment: "meta/llama-3.3-70b-instruct" },
  claude: {
    model_name: "anthropic/claude-3-7-sonnet-20250219",
    model_deployment: "anthropic/claude-3-7-sonnet-20250219",
  },
};

/** Every rubric of HELM's benchmarks has the scale 1 to 5. */
const SCALE = { min: 1, max: 5 };
const FIELDS = ["score", "explanation"];

/**
 * Makes a jury in the benchmark's own words. `jury: jury({...})` in a Definition adds the annotator, the metric and the jury_
 * arguments.
 */
export function jury(text: JuryText): JuryPart {
  const { className = LLM_JURY_CLASS, name, judges = medhelm2025, template = rubricTemplate(text) } = text;
  if (!template.includes("{RESPONSE}")) throw new Error(`the rubric of ${name} has no {RESPONSE}`);
  const criteria = Object.fromEntries(Object.keys(text.criteria).map((criterion) => [criterion, FIELDS]));
  return { rubric: { className, name, template, criteria, scale: SCALE, origin: "own" }, judges };
}

/** A jury that grades by each instance's own rubric, as a benchmark describes it. */
export interface ItemJuryText extends ItemGrading {
  readonly className: string;
  /** HELM's name of the annotation; the metric is `<name>_score`. */
  readonly name: string;
  /** The template with {QUESTION}, {RESPONSE} and {RUBRIC_ITEM}. */
  readonly template: string;
}

/** Makes a jury that grades each item of an instance's rubric in a request of its own (HealthBench). */
export const itemJury = ({ className, name, template, ...items }: ItemJuryText): JuryPart => ({
  rubric: { className, name, template, criteria: ITEM_CRITERIA, items, origin: "own" },
  judges: medhelm2025,
  score: { name: `${name}_score`, whenNone: 0 },
});

/** The parts that a jury adds to a settled run. */
export interface SettledJury {
  readonly annotators: readonly ObjectSpec[];
  /** They follow the benchmark's other metrics, as in HELM. */
  readonly metrics: readonly ObjectSpec[];
  readonly rubrics: readonly Rubric[];
  readonly identityParts: Readonly<Record<string, string>>;
  /** The entry's arguments without the jury's. */
  readonly otherArgs: EntryArgs;
}
const NO_JURY = { annotators: [], metrics: [], rubrics: [], identityParts: {} };

/**
 * Applies the jury's arguments. jury_config_path= names other judges (HELM's YAML), jury_prompt_path= another template; both
 * take a path or input:<sha256>.
 * @throws UserError if a file does not have the expected content
 */
export async function settleJury(part: JuryPart | undefined, args: EntryArgs, files: UserFiles): Promise<SettledJury> {
  if (part === undefined) return { ...NO_JURY, otherArgs: args };
  const { jury_config_path: configPath, jury_prompt_path: promptPath, ...otherArgs } = args;
  const config = configPath === undefined ? undefined : await files.read(String(configPath));
  const judges = config === undefined ? part.judges : modelsOfJudges(parseJudges(readText(config), config.label));
  const rubric = await chooseRubric(part.rubric, promptPath, files);
  const score = part.score ?? { name: `${rubric.name}_accuracy`, whenNone: SCALE.min };
  return {
    annotators: [annotator(rubric, judges)],
    metrics: [juryScore({ ...score, annotation: rubric.name, judges })],
    rubrics: [rubric],
    identityParts: { "judge prompt": sha256Hex(`${rubric.template}${rubric.items?.comparison ?? ""}`) },
    otherArgs,
  };
}

async function chooseRubric(own: Rubric, path: string | number | undefined, files: UserFiles): Promise<Rubric> {
  if (path === undefined) return own;
  const file = await files.read(String(path));
  const template = readText(file).replaceAll(/\r\n?/g, "\n");
  for (const place of ["QUESTION", "RESPONSE", ...(own.items === undefined ? [] : ["RUBRIC_ITEM"])])
    if (!template.includes(`{${place}}`))
      throw new UserError(
        `${file.label}: {${place}} does not occur; a judge prompt needs {QUESTION} and {RESPONSE}${own.items === undefined ? "" : " and {RUBRIC_ITEM}"}`,
      );
  for (const criterion of Object.keys(own.criteria))
    if (!template.includes(criterion))
      throw new UserError(
        `${file.label}: the criterion "${criterion}" does not occur; the prompt must request ${Object.keys(own.criteria).join(", ")}`,
      );
  return { ...own, template, origin: "custom" };
}

/** HELM's own classes contain their prompt, so that their spec only names the judges. */
function annotator({ className, name, template, criteria, scale }: Rubric, judges: JudgeModels): ObjectSpec {
  if (className !== LLM_JURY_CLASS) return { class_name: className, args: { annotator_models: judges } };
  return {
    class_name: className,
    args: { name, prompt_template: template, annotation_criteria: criteria, annotator_models: judges, scale },
  };
}
