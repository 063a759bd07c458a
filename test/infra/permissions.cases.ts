import { describe, expect, test } from "vitest";
import { z } from "zod";
import { policiesOnThings, rolePolicies } from "./expected-policies.ts";
import { grantsOf, linesOf, resourcePolicies, roleGrants } from "./policies.ts";
import { all, stages } from "./program.ts";

export function permissionCases(): void {
  describe("permissions", () => {
    test("every role has exactly the expected permissions", () => {
      const lines = Object.fromEntries([...roleGrants(stages.dev)].map(([name, grants]) => [name, linesOf(grants)]));
      expect(lines).toEqual(rolePolicies);
    });

    test("buckets, queues, the topic and the endpoint of S3 have exactly the expected policies", () => {
      const lines = Object.fromEntries(
        [...resourcePolicies(stages.dev)].map(([name, grants]) => [name, linesOf(grants)]),
      );
      expect(lines).toEqual(policiesOnThings);
    });

    test.each(["dev", "production"])(
      "%s: no action is a pattern, and only actions that AWS cannot restrict have the resource *",
      (stage) => {
        const unscoped = new Set<string>();
        for (const [role, grants] of roleGrants(stage === "dev" ? stages.dev : stages.production))
          for (const { action, resource } of grants) {
            expect(action).not.toContain("*");
            // AWS Backup needs the policies that AWS changes with it
            expect(role === "BackupRole" ? "" : action).not.toBe("managed");
            if (resource === "*") unscoped.add(action);
          }
        expect([...unscoped].toSorted()).toEqual([
          "batch:DescribeJobs",
          "batch:ListJobs",
          "ecr:GetAuthorizationToken",
          "ecs:DiscoverPollEndpoint",
        ]);
      },
    );

    test("only an organisation's own job role reads its licensed data", () => {
      const readers = [...roleGrants(stages.dev)].flatMap(([name, grants]) =>
        grants
          .filter(
            ({ action, resource }) => action === "s3:GetObject" && resource.startsWith("arn:aws:s3:::DataBucket/"),
          )
          .filter(({ resource }) => !/\/(?:cache|data\/public)\/\*$/.test(resource))
          .map(({ resource }) => `${name} ${resource}`),
      );
      expect(readers).toEqual(["Worker_st-mary arn:aws:s3:::DataBucket/data/licensed/st-mary/*"]);
    });

    test("only the intended service can assume a role", () => {
      const trusted = Object.fromEntries(
        all(stages.dev, "iam/role:Role").map(({ name, inputs }) => {
          const policy = inputs["assumeRolePolicy"];
          const statements = z
            .object({ Statement: z.array(z.object({ Principal: z.record(z.string(), z.string()) })) })
            .parse(typeof policy === "string" ? JSON.parse(policy) : policy).Statement;
          return [name, statements.flatMap(({ Principal }) => Object.values(Principal)).join(", ")];
        }),
      );
      const of = (service: string) =>
        Object.keys(trusted)
          .filter((name) => trusted[name] === service)
          .toSorted();
      expect(of("ec2.amazonaws.com")).toEqual(["Machine"]);
      expect(of("scheduler.amazonaws.com")).toEqual(["EveryFiveMinutesRole"]);
      expect(of("lambda.amazonaws.com")).toHaveLength(6);
      expect(of("ecs-tasks.amazonaws.com")).toHaveLength(12);
      expect(of("s3.amazonaws.com")).toEqual(["CopyRole"]);
      expect(of("backup.amazonaws.com")).toEqual(["BackupRole"]);
      expect(new Set(Object.values(trusted)).size).toBe(6);
    });

    // AWS accepts 64 characters. Pulumi adds 7 random ones to a name, and AWS's provider adds 26 to a prefix
    test("names of roles fit AWS's limit for any number of providers and organisations", () => {
      const lengths = [...all(stages.dev, "iam/role:Role"), ...all(stages.production, "iam/role:Role")].map(
        ({ name, inputs }) => {
          const prefix = z.string().optional().parse(inputs["namePrefix"]);
          return prefix === undefined ? `${name}-`.length + 7 : prefix.length + 26;
        },
      );
      expect(Math.max(...lengths)).toBeLessThanOrEqual(64);
      const prefixes = all(stages.dev, "iam/role:Role").flatMap(({ inputs }) => inputs["namePrefix"] ?? []);
      expect(prefixes).toHaveLength(12);
      expect(prefixes).toContain("medhelm-dev-StartCpu_OPENAI_API_KEY_OT");
    });

    test("a role that may delete an object may also read it, because the store reads before it deletes", () => {
      const deletes = [...roleGrants(stages.dev)].flatMap(([name, grants]) =>
        grants.filter(({ action }) => action === "s3:DeleteObject").map(({ resource }) => ({ name, resource, grants })),
      );
      expect(deletes.length).toBeGreaterThan(5);
      for (const { resource, grants } of deletes)
        expect(grants).toContainEqual(expect.objectContaining({ action: "s3:GetObject", resource }));
    });

    test("statements are read in Pulumi's spelling and in AWS's", () => {
      const aws = { Statement: [{ Effect: "Allow", Action: "a:B", Resource: ["r"], Condition: { Is: { k: ["v"] } } }] };
      const conditions = [{ test: "Is", variable: "k", values: ["v"] }];
      const pulumi = { Statement: [{ actions: ["a:B"], resources: ["r"], conditions }] };
      expect(linesOf(grantsOf(aws))).toEqual(["a:B r if Is k v"]);
      expect(linesOf(grantsOf(pulumi))).toEqual(["a:B r if Is k v"]);
    });
  });
}
