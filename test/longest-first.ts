import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files of the last group that take longest, in this order. One that began last would run alone at the end. */
const LONG = [
  "cloud/pipeline.test.ts",
  "cloud/department.test.ts",
  "e2e/default-ports.test.ts",
  "cloud/fuzz.test.ts",
  "cloud/image.test.ts",
  "cloud/bundles.test.ts",
  "cloud/image-built.test.ts",
  "cloud/upgrade.test.ts",
];

/** Starts these files first within their group. The others keep Vitest's order, in which a worker has files of one project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => groupOf(a) - groupOf(b) || placeOf(a) - placeOf(b));
  }
}

const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((file) => moduleId.endsWith(`/test/${file}`));
  return place === -1 ? LONG.length : place;
}
