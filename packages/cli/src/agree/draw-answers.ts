import { isEmptyText } from "@medhelm/core/text/is-empty-text";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { instanceParts } from "@medhelm/core/release/pages/instance-parts";
import type { PageInstance } from "@medhelm/core/release/pages/page";
import type { Scale } from "@medhelm/core/agreement/rating";
import type { RunPlace } from "../places/run-place.ts";
import { maskModel } from "./mask-model.ts";
import type { SheetKey } from "./sheet-key.ts";

export interface SheetRun extends RunPlace {
  readonly model: string;
  readonly instances: AsyncIterable<PageInstance>;
}

export interface DrawInput {
  readonly runs: readonly SheetRun[];
  /** answers in all; each run gives the same number, if it has as many */
  readonly count: number;
  readonly seed: string;
  /** absent: the criteria of the runs' juries, else one rating */
  readonly criteria?: readonly string[];
  readonly scale: Scale;
}

/** An answer as a rater reads it. */
export interface BlindAnswer {
  /** its name in the sheet and the key: "a01" */
  readonly item: string;
  readonly question: string;
  /** the correct references */
  readonly reference: string;
  /** without the thinking and the names of its model */
  readonly answer: string;
}

export interface DrawnAnswers {
  readonly answers: readonly BlindAnswer[];
  readonly key: SheetKey;
  /** answers in which the model's name was replaced */
  readonly masked: number;
}

interface Drawn {
  readonly run: SheetRun;
  readonly one: PageInstance;
  readonly answer: string;
  readonly rank: string;
}

/**
 * Draws answers and takes the names of models out of them. The draw depends on the seed and on the names of runs and instances only: more
 * answers of the same seed contain the fewer. Answers that are empty or failed and those of perturbed questions are not drawn.
 */
export async function drawAnswers({ runs, count, seed, scale, ...given }: DrawInput): Promise<DrawnAnswers> {
  const perRun: Drawn[][] = [];
  for (const run of runs) perRun.push(await candidatesOf(run, seed));
  const drawn = takeEvenly(perRun, count).toSorted((a, b) => order(placeOf(seed, a), placeOf(seed, b)));
  const criteria = given.criteria ?? criteriaOf(perRun.flat());
  const width = Math.max(2, String(drawn.length).length);
  const items: SheetKey["items"] = {};
  let masked = 0;
  const answers = drawn.map(({ run, one, answer }, i): BlindAnswer => {
    const item = `a${String(i + 1).padStart(width, "0")}`;
    items[item] = { suite: run.suite, run: run.run, instance: one.id, trial: one.trial };
    const blind = maskModel(answer, run.model);
    if (blind.masked > 0) masked++;
    return { item, question: one.prompt, reference: referenceOf(one), answer: blind.text };
  });
  const outputPath = runs[0]?.outputPath ?? "";
  return {
    answers,
    key: { formatVersion: 1, outputPath, criteria: [...criteria], scale: { ...scale }, items },
    masked,
  };
}

/** The answers of a run, in the order of the draw. */
async function candidatesOf(run: SheetRun, seed: string): Promise<Drawn[]> {
  const found: Drawn[] = [];
  for await (const one of run.instances) {
    const answer = instanceParts(one).answer ?? "";
    if (one.perturbation !== undefined || one.trial > 0 || isEmptyText(answer)) continue;
    found.push({ run, one, answer, rank: sha256Hex(["draw", seed, run.suite, run.run, one.id].join("\n")) });
  }
  return found.toSorted((a, b) => order(a.rank, b.rank));
}

function criteriaOf(drawn: readonly Drawn[]): string[] {
  const judged = drawn.flatMap(({ one }) => one.judgements.flatMap((judge) => judge.criteria.map(({ name }) => name)));
  const names = [...new Set(judged)];
  return names.length === 0 ? ["rating"] : names;
}

/** One of each run in turn, until there are enough. */
function takeEvenly(perRun: readonly (readonly Drawn[])[], count: number): Drawn[] {
  const longest = Math.max(0, ...perRun.map((drawn) => drawn.length));
  return Array.from({ length: longest }, (_, i) => perRun.flatMap((drawn) => drawn[i] ?? []))
    .flat()
    .slice(0, count);
}

/** The order in the sheet is another one than that of the draw, because that one alternates between the runs. */
const placeOf = (seed: string, { rank }: Drawn): string => sha256Hex(["place", seed, rank].join("\n"));
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const referenceOf = ({ references }: PageInstance): string =>
  references
    .filter(({ correct }) => correct)
    .map(({ text }) => text)
    .join("\n");
