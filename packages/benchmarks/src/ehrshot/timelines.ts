import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { eachRowGroup } from "../files/read-parquet-columns.ts";

export interface Label {
  readonly subject: bigint;
  /** Microseconds since 1970. */
  readonly time: number;
  readonly isYes: boolean;
}

/** A patient's events in the order of time, each code by its number. */
interface Events {
  readonly times: number[];
  readonly codes: number[];
}

export interface Timelines {
  /** Returns the codes of the patient's events up to and including that time, oldest first. */
  until(subject: bigint, time: number): readonly string[];
}

/**
 * Reads the labels.parquet of a task in the order of the file.
 * @throws UserError that names the row and column of a value of another type
 */
export async function readLabels(file: SourceFile): Promise<Label[]> {
  const labels: Label[] = [];
  await eachRowGroup(file, ["subject_id", "prediction_time", "boolean_value"], (columns) => {
    for (const [i, isYes] of columns.boolean_value.entries()) {
      const wrong = (column: string, type: string) =>
        new UserError(`${file.label}, row ${labels.length + 1}, column ${column}: ${type} is required`);
      const [subject, time] = [columns.subject_id[i], columns.prediction_time[i]];
      if (typeof subject !== "bigint") throw wrong("subject_id", "a 64-bit integer");
      if (typeof time !== "number") throw wrong("prediction_time", "a time");
      if (typeof isYes !== "boolean") throw wrong("boolean_value", "true or false");
      labels.push({ subject, time, isYes });
    }
  });
  return labels;
}

/**
 * Reads the events of these patients (data.parquet). Skips events without a time, because they precede nothing.
 * @throws UserError if the file has another layout
 */
export async function readTimelines(file: SourceFile, labels: readonly Label[]): Promise<Timelines> {
  const names = new Map<string, number>();
  const patients = new Map<bigint, Events>(labels.map(({ subject }) => [subject, { times: [], codes: [] }]));
  let row = 0;
  await eachRowGroup(file, ["subject_id", "time", "code"], ({ subject_id, time, code }) => {
    for (const [i, subject] of subject_id.entries()) {
      row += 1;
      if (typeof subject !== "bigint")
        throw new UserError(`${file.label}, row ${row}, column subject_id: a 64-bit integer is required`);
      const [events, when, name] = [patients.get(subject), time[i], code[i]];
      if (events === undefined || typeof when !== "number" || typeof name !== "string") continue;
      const number = names.get(name) ?? names.size;
      names.set(name, number);
      events.times.push(when);
      events.codes.push(number);
    }
  });
  const codes = [...names.keys()];
  const sorted = new Map([...patients].map(([subject, events]) => [subject, byTime(events)]));
  return {
    until: (subject, time) => {
      const events = sorted.get(subject);
      if (events === undefined) return [];
      const end = events.times.findIndex((when) => when > time);
      const numbers = end === -1 ? events.codes : events.codes.slice(0, end);
      return numbers.map((number) => codes[number] ?? "");
    },
  };
}

/** Sorts by time. Events of the same time stay in the order of the file. */
function byTime({ times, codes }: Events): Events {
  const order = times.map((_, i) => i).toSorted((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
  return { times: order.map((i) => times[i] ?? 0), codes: order.map((i) => codes[i] ?? 0) };
}
