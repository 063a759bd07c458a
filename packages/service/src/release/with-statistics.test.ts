import { expect, test } from "vitest";
import { mapHere } from "@medhelm/core/inference/map-here";
import type { ParallelMap } from "@medhelm/core/ports";
import { statisticsMap } from "./with-statistics.ts";

const threads: ParallelMap = async () => [];

test("the statistics of many runs have no thread of their own, whose memory would be too much", () => {
  expect(statisticsMap({ map: threads }, 1001)).toBe(mapHere);
  expect(statisticsMap({ map: threads }, 1000)).toBe(threads);
});
