import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Case, Measured } from "./measure.ts";
import { ratioOf } from "./table.ts";

const FILE = join(import.meta.dirname, "ratios.json");
const Ratios = z.record(z.string(), z.number());
const MOST = 1.15;

const nameOf = ({ requests, concurrency, latencyMs }: Case): string => `${requests}x${concurrency}x${latencyMs}`;

export function storeRatios(measured: readonly Measured[]): void {
  const ratios = Object.fromEntries(measured.map((one) => [nameOf(one), Number(ratioOf(one).toFixed(2))]));
  writeFileSync(FILE, `${JSON.stringify(ratios, undefined, 2)}\n`);
}

export const storedRatios = (): Record<string, number> => Ratios.parse(JSON.parse(readFileSync(FILE, "utf8")));

/** A sentence for each case whose ratio to the bare client is more than 15 % above the stored one. */
export function regressions(measured: readonly Measured[], stored: Readonly<Record<string, number>>): string[] {
  return measured.flatMap((one) => {
    const before = stored[nameOf(one)];
    if (before === undefined) return `${nameOf(one)}: no ratio is stored; run npm run bench:run -- --quick --write`;
    const now = ratioOf(one);
    return now <= before * MOST
      ? []
      : `${nameOf(one)}: a request takes ${now.toFixed(1)} times the CPU time of the bare client, and took ${before}`;
  });
}
