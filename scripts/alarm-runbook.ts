import type { InfraProgram } from "./infra-program.ts";

export interface RunbookEntry {
  readonly alarm: string;
  readonly meaning: string;
  readonly action: string;
}

const ALARM_TYPES: ReadonlySet<string> = new Set([
  "aws:cloudwatch/metricAlarm:MetricAlarm",
  "aws:budgets/budget:Budget",
]);

/** The alarms of a deployment, sorted. */
export const alarmNames = ({ resources }: InfraProgram): string[] =>
  resources.flatMap(({ type, name }) => (ALARM_TYPES.has(type) ? [name] : [])).toSorted();

/** Reads the table of the section "Alarms" of docs/operate.md. A row may name several alarms. */
export function readRunbook(markdown: string): RunbookEntry[] {
  const section = /^## Alarms\n([\s\S]*?)(?=^## )/m.exec(markdown)?.[1] ?? "";
  return section.split("\n").flatMap((line) => {
    const [, names = "", meaning = "", action = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return [...names.matchAll(/`(\w+)`/g)].map(([, alarm = ""]) => ({ alarm, meaning, action }));
  });
}
