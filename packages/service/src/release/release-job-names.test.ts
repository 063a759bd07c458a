import { expect, test } from "vitest";
import { siteJobName } from "./release-job-names.ts";

test("the name of a site job is valid for AWS Batch and unique for each release and attempt", () => {
  expect(siteJobName("v1.0", 2)).toBe("site-v1_0-fa8b919c909d-2");
  const names = ["v1.0", "v1_0", "v1-0", "9.".repeat(50)].flatMap((release) =>
    [1, 50].map((attempt) => siteJobName(release, attempt)),
  );
  expect(new Set(names).size).toBe(8);
  for (const name of names) expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/);
});
