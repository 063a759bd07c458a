import { counted } from "@medhelm/core/text/counted";
import { textTable } from "../terminal/text-table.ts";
import type { EntryReport } from "./check-report.ts";

/** The expectation of a jury that reads answers as a clinician would. */
const EXPECTED = [
  ["shuffled", "much lower"],
  ["empty", "lowest"],
  ["truncated", "lower"],
  ["padded", "not higher"],
  ["planted", "lower"],
] as const;

/** The report of one benchmark for people. */
export function checkText(report: EntryReport): string {
  const { entry, instances, withoutGold, judges, gold, shifts, planted } = report;
  const without = withoutGold === 0 ? "" : `; ${withoutGold} have no reference and are left out`;
  const rows = EXPECTED.map(([name, expected]) => {
    const { jury, judges: each } = shifts[name];
    return [
      name,
      expected,
      "undefinedBecause" in jury ? "0" : String(jury.n),
      text(jury, true),
      ...judges.map((judge) => text(each[judge], true)),
    ];
  });
  const kinds = Object.entries(planted.kinds).map(([kind, count]) => `${kind} ${count}`);
  const languages = Object.entries(planted.languages).map(
    ([language, counts]) => `${language} ${counts.planted} of ${counts.planted + counts.notPlanted}`,
  );
  const caughtBy = judges.length > 1 ? judges.map((judge) => `${judge} ${text(planted.caughtBy[judge])}`) : [];
  return [
    `${entry}: ${counted(instances, "instance")}${without}; references score ${text(gold)}`,
    "",
    textTable(["answers", "expected", "n", "jury: shift from the reference", ...judges], rows),
    `planted dangerous errors: ${planted.planted} (${kinds.join(", ") || "none"}); in ${planted.notPlanted} references no rule could plant one (by language: ${languages.join(", ") || "none"})`,
    `caught (scored lower than the reference): ${text(planted.caught)}${caughtBy.length === 0 ? "" : `; ${caughtBy.join(", ")}`}`,
    "",
    "",
  ].join("\n");
}

function text(number: EntryReport["gold"] | undefined, signed = false): string {
  if (number === undefined) return "";
  if ("undefinedBecause" in number) return `undefined, because ${number.undefinedBecause}`;
  const shown = (one: number): string => `${signed && one > 0 ? "+" : ""}${one.toFixed(2)}`;
  if ("interval" in number) return `${shown(number.value)} (no interval, because ${number.interval.undefinedBecause})`;
  return `${shown(number.value)} [${shown(number.low)}, ${shown(number.high)}]`;
}
