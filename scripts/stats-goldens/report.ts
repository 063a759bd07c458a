import type { SectionCheck } from "./check-goldens.ts";

/** Prints one line per section: its name, the passed of all cases, and the first difference. */
export const report = (results: readonly SectionCheck[]): string => results.map(line).join("\n");

function line({ name, cases, passed, differences, notChecked }: SectionCheck): string {
  const [first] = differences;
  const notes = [
    ...(notChecked === undefined ? [] : [`not checked: ${notChecked}`]),
    ...(first === undefined ? [] : [`${differences.length} differ; ${first}`]),
  ];
  return `${name.padEnd(20)}${`${passed}/${cases}`.padEnd(9)}${notes.join("; ")}`.trimEnd();
}
