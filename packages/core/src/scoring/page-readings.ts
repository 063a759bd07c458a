import type { ReplyReading } from "../metrics/metric.ts";
import { storedSteps } from "../reading/stored-step.ts";
import type { PageReading } from "../release/pages/page.ts";

/** The readings as a page has them. A reader that several metrics share is there once. */
export function pageReadings(readings: readonly ReplyReading[]): PageReading[] {
  const byReader = new Map(readings.map((one) => [one.reader, one]));
  return [...byReader.values()].map(({ reader, reading }) => ({
    reader,
    ...(reading.kind === "read" ? { value: reading.value } : {}),
    steps: storedSteps(reading.steps),
  }));
}
