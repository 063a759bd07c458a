import { describe, expect, test } from "vitest";
import { z } from "zod";
import { roleGrants } from "./policies.ts";
import { all, stages } from "./program.ts";

const FUNCTIONS = ["Aggregate", "Api", "Dispatch", "Failure", "Release", "Sweep"];
const Log = z.object({ logGroup: z.string() });

/** sst shortens the names of the functions in a stage with a long name, so a permission must not depend on them. */
export function logCases(): void {
  describe("logs", () => {
    test.each(["shortest", "dev", "production", "longest"] as const)(
      "in the stage %s every function writes to the log group that the program creates and its role permits",
      (stage) => {
        const program = stages[stage];
        const created = all(program, "cloudwatch/logGroup:LogGroup").map(({ inputs }) => inputs["name"]);
        const roles = roleGrants(program);
        const logs = all(program, "lambda/function:Function").map(({ name, inputs }) => {
          const { logGroup } = Log.parse(inputs["loggingConfig"]);
          const owner = FUNCTIONS.find((one) => name.startsWith(one)) ?? name;
          const allowed = (roles.get(`${owner}Role`) ?? []).filter(({ action }) => action.startsWith("logs:"));
          expect(created).toContain(logGroup);
          expect(allowed.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
            `logs:CreateLogStream arn:aws:logs:eu-central-1:123456789012:log-group:${logGroup}:*`,
            `logs:PutLogEvents arn:aws:logs:eu-central-1:123456789012:log-group:${logGroup}:*`,
          ]);
          return owner;
        });
        expect(logs.toSorted()).toEqual(FUNCTIONS);
      },
    );
  });
}
