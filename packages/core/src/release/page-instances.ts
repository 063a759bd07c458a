import { z } from "zod";
import { CORRECT_TAG } from "../helm/instance.ts";
import type { RequestState } from "../helm/scenario-state.ts";
import { type Verdict, VERDICTS, Verdicts } from "../judge/verdict.ts";
import { strip } from "../metrics/python-text.ts";
import { type Judgement, PAGE_BYTES, type PageIndex, type PageInstance } from "./page.ts";

type Values = Readonly<Record<string, number>>;

export interface JudgeLabel {
  readonly name: string;
  readonly standIn: boolean;
}

/**
 * One request state as the site shows it. `stats` and `corrected`: metric -> value of this (instance, trial) under the two
 * profiles. `judges` tells which judges are stand-ins; those it does not name are taken for language models.
 */
export function pageInstance(
  state: RequestState,
  stats: Values,
  corrected: Values,
  judges: readonly JudgeLabel[] = [],
): PageInstance {
  const { instance } = state;
  return {
    id: instance.id ?? "",
    trial: state.train_trial_index,
    ...(instance.split === undefined ? {} : { split: instance.split }),
    ...(instance.perturbation === undefined ? {} : { perturbation: instance.perturbation.name }),
    prompt: promptText(state),
    ...answerOf(state),
    references: instance.references.map(({ output, tags }) => ({
      text: output.text,
      correct: tags.includes(CORRECT_TAG),
    })),
    stats: { ...stats },
    corrected: { ...corrected },
    judgements: judgementsOf(state.annotations ?? {}, judges),
  };
}

function answerOf({ result, output_mapping: mapping }: RequestState) {
  const [completion] = result?.success === true ? result.completions : [];
  if (completion === undefined) return { failure: result?.error ?? "The request got no answer." };
  const mapped = mapping?.[strip(completion.text)];
  const thinking = completion.thinking?.text;
  return {
    response: completion.text,
    ...(thinking === undefined ? {} : { thinking }),
    ...(mapped === undefined ? {} : { mapped }),
  };
}

function promptText({ request }: RequestState): string {
  if (request.messages === undefined) return request.prompt;
  return request.messages.map(({ role, content }) => `${role}: ${content}`).join("\n\n");
}

const Criteria = z.record(z.string(), z.looseObject({ score: z.unknown(), explanation: z.unknown().optional() }));
const Fields = z.record(z.string(), z.unknown());

/**
 * Our own verdicts, where the run has them; else HELM's annotations, {annotator: {prompt_text, <judge>: {criterion: {score,
 * explanation}}}}, in which a judge that failed is absent. Anything of another shape (the SQL annotator's results, say) is
 * no judgement and left out.
 */
function judgementsOf(annotations: Readonly<Record<string, unknown>>, judges: readonly JudgeLabel[]): Judgement[] {
  const standIns = new Set(judges.filter(({ standIn }) => standIn).map(({ name }) => name));
  const ours = Verdicts.safeParse(annotations[VERDICTS]).data ?? {};
  return Object.entries(annotations).flatMap(([annotator, annotation]): Judgement[] => {
    const verdicts = ours[annotator];
    if (verdicts !== undefined) return verdicts.map(judgementOfVerdict);
    const jury = Fields.safeParse(annotation);
    if (annotator === VERDICTS || !jury.success || !("prompt_text" in jury.data)) return [];
    return Object.entries(jury.data).flatMap(([judge, verdict]) => {
      const criteria = Criteria.safeParse(verdict);
      if (!criteria.success) return [];
      return [{ judge, standIn: standIns.has(judge), criteria: Object.entries(criteria.data).flatMap(criterion) }];
    });
  });
}

function judgementOfVerdict(verdict: Verdict): Judgement {
  const { judge, standIn } = verdict;
  if (verdict.kind === "unscored") return { judge, standIn, criteria: [], unscored: verdict.message };
  const criteria = Object.entries(verdict.scores).map(([name, { score, explanation }]) => ({
    name,
    score,
    explanation,
  }));
  return { judge, standIn, criteria };
}

/** HELM keeps what a judge wrote: a score may be text. What is no number is left out here, as it is no score. */
function criterion([name, { score, explanation }]: [string, { score?: unknown; explanation?: unknown }]) {
  const value = typeof score === "string" && score.trim() !== "" ? Number(score) : score;
  if (typeof value !== "number" || !Number.isFinite(value)) return [];
  return [{ name, score: value, explanation: typeof explanation === "string" ? explanation : "" }];
}

export interface PageChunk {
  /** from 1 */
  readonly page: number;
  /** index of its first instance in the run, from 0 */
  readonly first: number;
  readonly count: number;
  readonly bytes: number;
  /** the JSON of <page>.json */
  readonly body: string;
  /** what it holds */
  readonly instances: readonly PageInstance[];
}

const encoder = new TextEncoder();

/**
 * Chunks of at most `maxBytes`, in order; an instance that is larger alone has a page to itself. Holds one page at a time.
 */
export async function* paginate(
  instances: AsyncIterable<PageInstance> | Iterable<PageInstance>,
  maxBytes: number = PAGE_BYTES,
): AsyncGenerator<PageChunk> {
  let page = 1;
  let first = 0;
  let texts: string[] = [];
  let shown: PageInstance[] = [];
  let bytes = 0;
  const chunk = (): PageChunk => {
    const body = `{"formatVersion":1,"page":${page},"instances":[${texts.join(",")}]}`;
    return { page, first, count: texts.length, bytes: encoder.encode(body).length, body, instances: shown };
  };
  for await (const instance of instances) {
    const text = JSON.stringify(instance);
    const size = encoder.encode(text).length + 1;
    if (texts.length > 0 && bytes + size + ENVELOPE_BYTES > maxBytes) {
      yield chunk();
      page += 1;
      first += texts.length;
      texts = [];
      shown = [];
      bytes = 0;
    }
    texts.push(text);
    shown.push(instance);
    bytes += size;
  }
  if (texts.length > 0) yield chunk();
}

/** {"formatVersion":1,"page":<n>,"instances":[]} */
const ENVELOPE_BYTES = 60;

/** pages/index.json for the chunks of a run. */
export function pageIndex(chunks: readonly Omit<PageChunk, "body" | "instances">[]): PageIndex {
  return {
    formatVersion: 1,
    instances: chunks.reduce((sum, { count }) => sum + count, 0),
    pages: chunks.map(({ page, first, count, bytes }) => ({ page, first, count, bytes })),
  };
}
