import { benchmarkPage, benchmarksIndex } from "./benchmark-page.ts";
import { benchmarks } from "../registry.ts";

/** Invented for the demo, or a frame for a user's own. */
const NOT_OF_MEDHELM: readonly string[] = ["demo_notes", "demo_questions", "medhelm_configurable_benchmark"];

/** Every file of docs/benchmarks by its name. */
export async function benchmarkDocs(): Promise<ReadonlyMap<string, string>> {
  const shown = Object.entries(benchmarks).filter(([name]) => !NOT_OF_MEDHELM.includes(name));
  const loaded = await Promise.all(shown.map(async ([, load]) => (await load()).default));
  return new Map([
    ["README.md", benchmarksIndex(loaded.map(({ card }) => card))],
    ...loaded.map((benchmark) => [`${benchmark.card.name}.md`, benchmarkPage(benchmark)] as const),
  ]);
}
