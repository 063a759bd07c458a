import { describe, expect, test } from "vitest";
import { z } from "zod";
import { policiesOnThings, rolePolicies } from "./expected-policies.ts";
import { grantsOf, linesOf, resourcePolicies, roleGrants } from "./policies.ts";
import { all, stages } from "./program.ts";

export function permissionCases(): void {
  describe("permissions", () => {
    test("every role may do what is written down, and nothing else", () => {
      const lines = Object.fromEntries([...roleGrants(stages.dev)].map(([name, grants]) => [name, linesOf(grants)]));
      expect(lines).toEqual(rolePolicies);
    });

    test("so with the policies on buckets, queues, the topic and the way to S3", () => {
      const lines = Object.fromEntries(
        [...resourcePolicies(stages.dev)].map(([name, grants]) => [name, linesOf(grants)]),
      );
      expect(lines).toEqual(policiesOnThings);
    });

    test.each(["dev", "production"])(
      "%s: no action is a pattern, and * is a resource where AWS takes nothing else",
      (stage) => {
        const unscoped = new Set<string>();
        for (const grants of roleGrants(stage === "dev" ? stages.dev : stages.production).values())
          for (const { action, resource } of grants) {
            expect(action).not.toContain("*");
            expect(action).not.toBe("managed");
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

    test("licensed data are read by their organisation's job role alone", () => {
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

    test("a role is taken by the service that it is for", () => {
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
      expect(of("ecs-tasks.amazonaws.com")).toHaveLength(11);
      expect(new Set(Object.values(trusted)).size).toBe(4);
    });

    // AWS takes 64 characters in all; Pulumi ends a name with 7 by chance, and AWS's provider a prefix with 26
    test("roles have names that fit, however many providers and organisations there are", () => {
      const lengths = [...all(stages.dev, "iam/role:Role"), ...all(stages.production, "iam/role:Role")].map(
        ({ name, inputs }) => {
          const prefix = z.string().optional().parse(inputs["namePrefix"]);
          return prefix === undefined ? `${name}-`.length + 7 : prefix.length + 26;
        },
      );
      expect(Math.max(...lengths)).toBeLessThanOrEqual(64);
      const prefixes = all(stages.dev, "iam/role:Role").flatMap(({ inputs }) => inputs["namePrefix"] ?? []);
      expect(prefixes).toHaveLength(11);
      expect(prefixes).toContain("medhelm-dev-StartCpu_OPENAI_API_KEY_OT");
    });

    test("a role that may delete an object may also read it, as the store does before it deletes", () => {
      const deletes = [...roleGrants(stages.dev)].flatMap(([name, grants]) =>
        grants.filter(({ action }) => action === "s3:DeleteObject").map(({ resource }) => ({ name, resource, grants })),
      );
      expect(deletes.length).toBeGreaterThan(5);
      for (const { resource, grants } of deletes)
        expect(grants).toContainEqual(expect.objectContaining({ action: "s3:GetObject", resource }));
    });

    test("the statements can be read as Pulumi spells them and as AWS does", () => {
      const aws = { Statement: [{ Effect: "Allow", Action: "a:B", Resource: ["r"], Condition: { Is: { k: ["v"] } } }] };
      const conditions = [{ test: "Is", variable: "k", values: ["v"] }];
      const pulumi = { Statement: [{ actions: ["a:B"], resources: ["r"], conditions }] };
      expect(linesOf(grantsOf(aws))).toEqual(["a:B r if Is k v"]);
      expect(linesOf(grantsOf(pulumi))).toEqual(["a:B r if Is k v"]);
    });
  });
}
