import { PerInstanceStats, type Stat } from "./stats.ts";

/**
 * Parses a record of per_instance_stats.json; undefined for another layout. A file has tens of thousands of values, so a record without perturbations, as
 * nearly all are, is checked without a copy. Its unknown fields stay.
 */
export const parseInstanceStats = (record: unknown): PerInstanceStats | undefined =>
  isPlainRecord(record) ? record : PerInstanceStats.safeParse(record).data;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isText = (value: unknown): boolean => value === undefined || typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);
const isAbsentOrNumber = (value: unknown): boolean => value === undefined || isNumber(value);

function isPlainRecord(record: unknown): record is PerInstanceStats {
  if (!isFields(record)) return false;
  const { instance_id: id, perturbation, train_trial_index: trial, stats } = record;
  return (
    typeof id === "string" &&
    perturbation === undefined &&
    Number.isSafeInteger(trial) &&
    Array.isArray(stats) &&
    stats.every(isPlainStat)
  );
}

function isPlainStat(stat: unknown): stat is Stat {
  if (!isFields(stat) || !isFields(stat["name"])) return false;
  const { name, split, sub_split: subSplit, perturbation } = stat["name"];
  const { count, sum, sum_squared: squares, min, max, mean, variance, stddev } = stat;
  return (
    typeof name === "string" &&
    isText(split) &&
    isText(subSplit) &&
    perturbation === undefined &&
    Number.isSafeInteger(count) &&
    isNumber(sum) &&
    isNumber(squares) &&
    isAbsentOrNumber(min) &&
    isAbsentOrNumber(max) &&
    isAbsentOrNumber(mean) &&
    isAbsentOrNumber(variance) &&
    isAbsentOrNumber(stddev)
  );
}
