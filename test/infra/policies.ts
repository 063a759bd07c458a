import { z } from "zod";
import type { InfraProgram, Resource } from "../../scripts/infra-program.ts";

const Many = z.union([z.string(), z.array(z.string())]).transform((one) => (typeof one === "string" ? [one] : one));
/** A statement in AWS's spelling, or in that of Pulumi's getPolicyDocument. */
const Statement = z.union([
  z
    .object({
      Effect: z.string(),
      Principal: z.union([z.literal("*"), z.record(z.string(), Many)]).optional(),
      Action: Many,
      Resource: Many.optional(),
      Condition: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
    })
    .transform(({ Effect, Principal, Action, Resource, Condition }) => ({
      effect: Effect,
      principals: Principal === undefined ? [] : Principal === "*" ? ["*"] : Object.values(Principal).flat(),
      actions: Action,
      resources: Resource ?? [],
      conditions: Object.entries(Condition ?? {}).flatMap(([test, keys]) =>
        Object.entries(keys).map(([key, value]) => `${test} ${key} ${[value].flat().join(", ")}`),
      ),
    })),
  z
    .object({
      effect: z.string().default("Allow"),
      principals: z.array(z.object({ identifiers: z.array(z.string()) })).default([]),
      actions: z.array(z.string()),
      resources: z.array(z.string()).default([]),
      conditions: z
        .array(z.object({ test: z.string(), variable: z.string(), values: z.array(z.string()) }))
        .default([]),
    })
    .transform(({ principals, conditions, ...statement }) => ({
      ...statement,
      principals: principals.flatMap(({ identifiers }) => identifiers),
      conditions: conditions.map(({ test, variable, values }) => `${test} ${variable} ${values.join(", ")}`),
    })),
]);
const Document = z.object({ Statement: z.union([z.array(Statement), Statement.transform((one) => [one])]) });
const Json = z.string().transform((text): unknown => JSON.parse(text));

export interface Grant {
  readonly effect: string;
  readonly principals: readonly string[];
  readonly action: string;
  readonly resource: string;
  readonly conditions: readonly string[];
}

/** All grants of a policy document. */
export function grantsOf(document: unknown): Grant[] {
  const { Statement: statements } = Document.parse(typeof document === "string" ? Json.parse(document) : document);
  return statements.flatMap(({ actions, resources, ...statement }) =>
    actions.flatMap((action) => resources.map((resource) => ({ ...statement, action, resource }))),
  );
}

const Inline = z.array(z.object({ policy: z.string().optional() })).default([]);
const Attached = z.object({ role: z.string(), policy: z.string() });

/** The grants of each role, from its own and its attached policies. A managed policy is a grant with its name. */
export function roleGrants({ resources }: InfraProgram): ReadonlyMap<string, readonly Grant[]> {
  const attached = resources.filter(({ type }) => type === "aws:iam/rolePolicy:RolePolicy");
  const roles = resources.filter(({ type }) => type === "aws:iam/role:Role");
  return new Map(
    roles.map(({ name, inputs }) => {
      const inline = Inline.parse(inputs["inlinePolicies"] ?? []).flatMap(({ policy }) => policy ?? []);
      const own = attached
        .map((policy) => Attached.parse(policy.inputs))
        .filter(({ role }) => role === `${name}-id`)
        .map(({ policy }) => policy);
      const managed = z.array(z.string()).parse(inputs["managedPolicyArns"] ?? []);
      return [
        roleName(name),
        [
          ...[...inline, ...own].flatMap(grantsOf),
          ...managed.map((arn) => ({
            effect: "Allow",
            principals: [],
            action: "managed",
            resource: arn,
            conditions: [],
          })),
        ],
      ];
    }),
  );
}

/** Removes the random part that sst adds to some names: "AggregateSubscriberBaekrtFunctionRole" -> "AggregateRole", "ApiRouteBbovcaHandlerRole" -> "ApiRole" */
const roleName = (name: string): string =>
  name.replace(/(?:Subscriber|Route)[A-Z][a-z]{5}(?:Function|Handler)Role$/, "Role");

/** The policies of resources: buckets, queues, the topic and the endpoint of S3. */
export function resourcePolicies({ resources }: InfraProgram): ReadonlyMap<string, readonly Grant[]> {
  const of = (type: string, key: string) =>
    resources
      .filter((resource) => resource.type === type)
      .map(({ name, inputs }: Resource): [string, Grant[]] => [name, grantsOf(inputs[key])]);
  return new Map([
    ...of("aws:s3/bucketPolicy:BucketPolicy", "policy"),
    ...of("aws:sqs/queuePolicy:QueuePolicy", "policy"),
    ...of("aws:sns/topicPolicy:TopicPolicy", "policy"),
    ...of("aws:kms/key:Key", "policy"),
    ...of("aws:ec2/vpcEndpoint:VpcEndpoint", "policy"),
  ]);
}

/**
 * One short line for equal grants: "s3:GetObject ResultsBucket/jobs/* ResultsBucket/runs/*". Sorted.
 */
export function linesOf(grants: readonly Grant[]): string[] {
  const alike = Map.groupBy(grants, ({ effect, principals, action, conditions }) =>
    [...(effect.toLowerCase() === "deny" ? ["deny"] : []), ...principals, action, ...conditions].join("\n"),
  );
  return [...alike]
    .map(([key, same]) => {
      const { conditions = [] } = same[0] ?? {};
      const head = key.split("\n").slice(0, key.split("\n").length - conditions.length);
      const resources = [...new Set(same.map(({ resource }) => shortened(resource)))].toSorted(byText);
      return [...head, ...resources, ...conditions.map((condition) => `if ${withoutRandom(condition)}`)].join(" ");
    })
    .toSorted(byText);
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** "arn:aws:sqs:eu-central-1:123456789012:medhelm-dev-DispatchQueue-vwhtehoo" -> "DispatchQueue" */
const shortened = (arn: string): string => withoutRandom(arn.replace(/^arn:aws:[a-z0-9-]*:[a-z0-9-]*:\d*:/, ""));

/** Removes the stage and the random letters that sst adds to the name at the end of a text. */
const withoutRandom = (text: string): string => text.replace(/medhelm-(?:dev|production)-(\w+)-[a-z]{8}$/, "$1");
