import type { LeaderboardRun } from "@medhelm/core/release/leaderboard/leaderboard";
import { plural } from "../text/format.ts";
import { escape } from "../text/html.ts";

export type Reliability = NonNullable<NonNullable<LeaderboardRun["qualities"]>["calibration"]>;
type Bin = Reliability["bins"][number];

export interface ReliabilityOptions {
  readonly id: string;
  readonly title: string;
}

const TOP = 22;
const BASE = 222;
const HEIGHT = BASE + 42;
const TICKS = [0, 0.5, 1];

/**
 * The share of right answers against the mean confidence of each bin, with its interval, about the diagonal on which both are equal. A larger dot has
 * more answers.
 */
export function reliability({ answers, bins, ece }: Reliability, { id, title }: ReliabilityOptions): string {
  const desc = `${plural(answers, "answer")}, expected calibration error ${ece.toFixed(3)}. A dot below the diagonal: more confident than right. ${bins.map(binText).join("; ")}.`;
  return (
    `<svg class="plot reliability" height="${HEIGHT}" role="img" aria-labelledby="${id}-t ${id}-d"><title id="${id}-t">${escape(title)}</title><desc id="${id}-d">${escape(desc)}</desc>` +
    `<g class="grid">${TICKS.map((tick) => `<line x2="100%" y1="${up(tick)}" y2="${up(tick)}"/><line x1="${across(tick)}" x2="${across(tick)}" y1="${TOP}" y2="${BASE}"/>`).join("")}</g>` +
    `<line class="ref floor" x1="0%" x2="100%" y1="${BASE}" y2="${TOP}"/>` +
    `<g>${TICKS.map((tick) => `<text x="-8" y="${up(tick) + 4}" text-anchor="end">${tick}</text><text x="${across(tick)}" y="${BASE + 16}" text-anchor="middle">${tick}</text>`).join("")}</g>` +
    bins.map((bin) => mark(bin, answers)).join("") +
    `<text class="name" x="-28" y="10">Share right</text><text class="name" x="100%" y="${BASE + 36}" text-anchor="end">Mean confidence</text></svg>`
  );
}

const mark = ({ confidence, correct, interval: { low, high }, answers }: Bin, all: number): string =>
  `<g class="pt best lv"><line x1="${across(confidence)}" x2="${across(confidence)}" y1="${up(high)}" y2="${up(low)}"/><circle cx="${across(confidence)}" cy="${up(correct)}" r="${(3 + 5 * Math.sqrt(answers / all)).toFixed(1)}"/></g>`;

const binText = ({ confidence, correct, answers }: Bin): string =>
  `confidence ${confidence.toFixed(2)}, right ${correct.toFixed(2)}, n = ${answers}`;

const across = (share: number): string => `${Math.round(1000 * share) / 10}%`;
const up = (share: number): number => Math.round(10 * (BASE - share * (BASE - TOP))) / 10;
