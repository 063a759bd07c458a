import { expect, test } from "vitest";
import { auditOf } from "./audit-of.ts";

test.each([
  ['{"vulnerabilities":{}}', 0, "no known faults"],
  [
    '{"vulnerabilities":{"a":{"name":"a","severity":"low"}}}',
    0,
    "known faults: a (low); npm audit has the versions that correct them",
  ],
  [
    '{"vulnerabilities":{"a":{"name":"a","severity":"low"},"b":{"name":"b","severity":"high"}}}',
    1,
    "known faults: a (low), b (high); npm audit has the versions that correct them",
  ],
  [
    '{"message":"405 Method Not Allowed","error":{}}',
    2,
    "not audited, because the registry gave no advisories (405 Method Not Allowed); repeat it where the npm registry answers",
  ],
  [
    "",
    2,
    "not audited, because the registry gave no advisories (npm printed no report); repeat it where the npm registry answers",
  ],
])("the report %s has the code %i", (printed, code, sentence) => {
  expect(auditOf(printed)).toEqual({ code, sentence });
});
