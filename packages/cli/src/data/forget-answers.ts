import { allCards } from "@medhelm/benchmarks/registry";
import type { ObjectStore } from "@medhelm/core/ports";
import { isAnswerSegment, TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { countAnswers } from "@medhelm/service/pools/count-answers";
import type { FoundRun } from "@medhelm/service/withdraw/found-runs";

/** Which stored answers are forgotten. An answer's key is a hash, so no answer shows its benchmark. */
interface Which {
  readonly ofPublic: boolean;
  readonly ofOther: boolean;
  /** absent: of any age */
  readonly beforeMs?: number;
}

const EMPTY = new Uint8Array();

/** The kinds of the benchmarks' text. A benchmark whose runs were withdrawn before, or never sealed, still has answers. */
export async function answersToBenchmarks(runs: readonly FoundRun[], names: readonly string[]): Promise<Which> {
  const cards = await allCards();
  const ofNames = names.map((name) => cards.find((card) => card.name === name)?.access === "public");
  const kinds = [...ofNames, ...runs.flatMap(({ isPublic }) => isPublic ?? [])];
  return { ofPublic: kinds.includes(true), ofOther: kinds.includes(false) };
}

export async function forgetAnswers(objects: ObjectStore, which: Which, isConfirmed: boolean): Promise<number> {
  let answers = 0;
  for await (const key of answersOf(objects, which)) {
    answers += isAnswerSegment(key) ? countAnswers(key, (await objects.get(key))?.body ?? EMPTY) : 1;
    if (isConfirmed) await objects.delete(key);
  }
  return answers;
}

async function* answersOf(objects: ObjectStore, { ofPublic, ofOther, beforeMs }: Which): AsyncGenerator<string> {
  const found: string[] = [];
  for await (const { key, lastModifiedMs } of objects.list(TOP_FOLDERS.cache)) {
    if (beforeMs !== undefined && lastModifiedMs >= beforeMs) continue;
    const isPublic = key.startsWith(`${TOP_FOLDERS.cache}public/`);
    if (isPublic ? ofPublic : ofOther && !key.startsWith(`${TOP_FOLDERS.cache}.`)) found.push(key);
  }
  yield* found;
}
