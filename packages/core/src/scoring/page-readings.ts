import type { ReplyReading } from "../metrics/metric.ts";
import type { PageReading } from "../release/page.ts";

/** A step of a long reply may be at more places than a page shows. */
const MOST_PLACES = 20;

/** The readings as a page has them. A reader that several metrics share is there once. */
export function pageReadings(readings: readonly ReplyReading[]): PageReading[] {
  const byReader = new Map(readings.map((one) => [one.reader, one]));
  return [...byReader.values()].map(({ reader, reading }) => ({
    reader,
    ...(reading.kind === "read" ? { value: reading.value } : {}),
    steps: reading.steps.map(({ step, at, what }) => ({
      step,
      at: at.slice(0, MOST_PLACES).map(([start, end]): [number, number] => [start, end]),
      ...(what === undefined ? {} : { what }),
    })),
  }));
}
