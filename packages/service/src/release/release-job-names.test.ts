import { expect, test } from "vitest";
import { siteJobName } from "./release-job-names.ts";

test("the name of a site job is valid for AWS Batch and unique for each release, request and attempt", () => {
  const names = ["v1.0", "v1_0", "v1-0", "9.".repeat(50)].flatMap((release) =>
    ["a", "b"].flatMap((request) => [1, 50].map((attempt) => siteJobName(release, request, attempt))),
  );
  expect(new Set(names).size).toBe(16);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/);
});
