import { existsSync } from "node:fs";
import { join } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest files of the projects that end a group. One that began last would run alone at the end of the group. */
const LONG = [
  "packages/service/src/release/stalled-release.test.ts",
  "packages/service/src/work/crash.test.ts",
  "packages/service/src/withdraw/withdraw-and-work.test.ts",
  "packages/service/src/work/stalled.test.ts",
  "packages/service/src/index/stopped-writers.test.ts",
  "test/cloud/pipeline.test.ts",
  "test/cloud/department.test.ts",
  "test/e2e/default-ports.test.ts",
  "test/cloud/fuzz.test.ts",
  "test/cloud/image.test.ts",
  "test/cloud/bundles.test.ts",
  "test/cloud/image-built.test.ts",
  "test/cloud/upgrade.test.ts",
].map((file) => join(import.meta.dirname, "..", file));

/** Starts these files first in their group. The others keep Vitest's order, in which a worker has files of one project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lost = LONG.filter((file) => !existsSync(file));
    if (lost.length > 0) throw new Error(`test/longest-first.ts names files that are not here: ${lost.join(", ")}`);
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of Vitest's
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => groupOf(a) - groupOf(b) || placeOf(a) - placeOf(b));
  }
}

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.indexOf(moduleId);
  return place === -1 ? LONG.length : place;
}
