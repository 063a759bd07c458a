import { allBenchmarks, findBenchmark } from "@medhelm/benchmarks/registry";
import type { DataNeeds } from "@medhelm/benchmarks/shared/data-needs";
import type { Card } from "@medhelm/core/run/card";

/** A benchmark and the files that it needs. */
export interface BenchmarkData extends DataNeeds {
  readonly card: Card;
}

/**
 * Returns the data of these benchmarks: names, run entries, or "public" for all public ones. Without names: every benchmark that needs data.
 * @throws UserError for an unknown benchmark
 */
export async function dataCatalogue(names: readonly string[]): Promise<BenchmarkData[]> {
  const isEvery = names.length === 0 || names.includes("public");
  const benchmarks = isEvery
    ? await allBenchmarks()
    : await Promise.all([...new Set(names.map(benchmarkOf))].map((name) => findBenchmark(name)));
  return benchmarks
    .map((benchmark) => ({ card: benchmark.card, ...benchmark.dataNeeds() }))
    .filter(({ card }) => !names.includes("public") || card.access === "public")
    .filter(({ files, byHand }) => !isEvery || files.length + byHand.length > 0);
}

const benchmarkOf = (entry: string): string => entry.split(/[:,]/, 1)[0] ?? entry;

/** Licences that allow everybody to pass the files on. Others need the consent of the owner. */
const OPEN_LICENCE = /^(?:MIT|Apache-2\.0|CC0|CC BY(?:-SA)?) ?[\d.]*$/;

/** Whether files of the benchmark may be passed on with an archive: the card names an open licence without a reservation. */
export const mayTravel = ({ access, licence }: Card): boolean => access === "public" && OPEN_LICENCE.test(licence);
