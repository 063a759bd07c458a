import { z } from "zod";
import { transcriptOf } from "../../agents/transcript.ts";
import { CORRECT_TAG } from "../../helm/instance.ts";
import { imagesOf } from "../../helm/media.ts";
import type { RequestState } from "../../helm/scenario-state.ts";
import { type Verdict, VERDICTS, verdictsIn } from "../../judge/verdict.ts";
import { strip } from "../../metrics/python-text.ts";
import { type Judgement, PAGE_BYTES, type PageIndex, type PageInstance, type PageReading } from "./page.ts";

type Values = Readonly<Record<string, number>>;

export interface JudgeLabel {
  readonly name: string;
  readonly standIn: boolean;
}

interface HowRead {
  readonly readings?: readonly PageReading[];
  readonly thinkingAt?: readonly (readonly [number, number])[];
}

/**
 * Converts a request state to an instance of the site.
 * @param stats metric -> value of this (instance, trial) under profile helm
 * @param corrected the same under profile corrected
 * @param judges marks the stand-ins; a judge that is not in the list is a language model
 * @param read how the readers of profile corrected read the response, and where it has thinking
 */
export function pageInstance(
  state: RequestState,
  stats: Values,
  corrected: Values,
  judges: readonly JudgeLabel[] = [],
  { readings = [], thinkingAt = [] }: HowRead = {},
): PageInstance {
  const { instance } = state;
  const transcript = transcriptOf(state.annotations);
  return {
    id: instance.id ?? "",
    trial: state.train_trial_index,
    ...(instance.split === undefined ? {} : { split: instance.split }),
    ...(instance.perturbation === undefined ? {} : { perturbation: instance.perturbation.name }),
    prompt: promptText(state),
    ...imageNames(state),
    ...answerOf(state),
    ...(transcript === undefined ? {} : { transcript }),
    ...(thinkingAt.length === 0
      ? {}
      : { thinkingAt: thinkingAt.map(([start, end]): [number, number] => [start, end]) }),
    references: instance.references.map(({ output, tags }) => ({
      text: output.text,
      correct: tags.includes(CORRECT_TAG),
    })),
    stats: { ...stats },
    corrected: { ...corrected },
    judgements: judgementsOf(state.annotations ?? {}, judges),
    ...(readings.length === 0 ? {} : { readings: [...readings] }),
  };
}

/** The name of an image's file next to the pages. */
export const pageImage = (file: string): string => file.slice("images/".length);

function imageNames({ request }: RequestState): Pick<PageInstance, "images"> {
  const images = imagesOf(request).map(({ file }) => pageImage(file));
  return images.length === 0 ? {} : { images };
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
 * Reads our own verdicts if the run has them, otherwise HELM's annotations. In HELM's annotations, {annotator: {prompt_text,
 * <judge>: {criterion: {score, explanation}}}}, a judge that failed is absent. Annotations of another shape, such as the
 * results of the SQL annotator, are not judgements and are left out.
 */
function judgementsOf(annotations: Readonly<Record<string, unknown>>, judges: readonly JudgeLabel[]): Judgement[] {
  const standIns = new Set(judges.filter(({ standIn }) => standIn).map(({ name }) => name));
  const ours = verdictsIn(annotations) ?? {};
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
  const replies = repliesOf(verdict);
  if (verdict.kind === "unscored") return { judge, standIn, criteria: [], unscored: verdict.message, ...replies };
  const criteria = Object.entries(verdict.scores).map(([name, { score, explanation }]) => ({
    name,
    score,
    explanation,
  }));
  return { judge, standIn, criteria, ...replies };
}

/** Verdicts of older runs have no steps. */
function repliesOf({ attempts }: Verdict): Pick<Judgement, "replies"> {
  const replies = attempts.flatMap((attempt) =>
    attempt.kind === "reply" && attempt.steps !== undefined ? [{ reply: attempt.reply, steps: attempt.steps }] : [],
  );
  return replies.length === 0 ? {} : { replies };
}

/** HELM keeps the judge's own score, which may be text. A score that is not a number is left out. */
function criterion([name, { score, explanation }]: [string, { score?: unknown; explanation?: unknown }]) {
  const value = typeof score === "string" && score.trim() !== "" ? Number(score) : score;
  if (typeof value !== "number" || !Number.isFinite(value)) return [];
  return [{ name, score: value, explanation: typeof explanation === "string" ? explanation : "" }];
}

export interface PageChunk {
  /** starts at 1 */
  readonly page: number;
  /** index of its first instance in the run, starting at 0 */
  readonly first: number;
  readonly count: number;
  readonly bytes: number;
  /** content of <page>.json */
  readonly body: string;
  /** the instances in `body` */
  readonly instances: readonly PageInstance[];
}

/**
 * Divides instances into pages of at most `maxBytes`, in order. An instance that exceeds the limit is alone on its page.
 * Only one page is in memory at a time. `detailsPart`: the number of the details file of the page; the function calls it for each page.
 */
export function paginator(maxBytes: number = PAGE_BYTES, detailsPart?: () => number) {
  let page = 1;
  let first = 0;
  let texts: string[] = [];
  let shown: PageInstance[] = [];
  let bytes = 0;
  const chunk = (): PageChunk => {
    const place = detailsPart === undefined ? "" : `"first":${first},"details":${detailsPart()},`;
    const body = `{"formatVersion":1,"page":${page},${place}"instances":[${texts.join(",")}]}`;
    return { page, first, count: texts.length, bytes: Buffer.byteLength(body), body, instances: shown };
  };
  return {
    /** Returns the page before the instance if it is full. */
    add(instance: PageInstance): PageChunk | undefined {
      const text = JSON.stringify(instance);
      const size = Buffer.byteLength(text) + 1;
      let full: PageChunk | undefined;
      if (texts.length > 0 && bytes + size + ENVELOPE_BYTES > maxBytes) {
        full = chunk();
        page += 1;
        first += texts.length;
        texts = [];
        shown = [];
        bytes = 0;
      }
      texts.push(text);
      shown.push(instance);
      bytes += size;
      return full;
    },
    /** Returns the last page; undefined without any instance. */
    end: (): PageChunk | undefined => (texts.length > 0 ? chunk() : undefined),
  };
}

/** The bytes of {"formatVersion":1,"page":<n>,"first":<n>,"details":<n>,"instances":[]}, rounded up. */
const ENVELOPE_BYTES = 90;

/** Makes pages/index.json for the pages of a run. */
export function pageIndex(chunks: readonly Omit<PageChunk, "body" | "instances">[]): PageIndex {
  return {
    formatVersion: 1,
    instances: chunks.reduce((sum, { count }) => sum + count, 0),
    pages: chunks.map(({ page, first, count, bytes }) => ({ page, first, count, bytes })),
  };
}
