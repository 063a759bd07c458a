import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { root } from "./program.ts";

// The whole program runs for four stages (logs.cases.ts). This runs its part that names the log groups for every length of a stage's name.

class LogGroup {
  readonly name: string;
  readonly arn: string;
  constructor(_: string, { name }: { readonly name: string }) {
    this.name = name;
    this.arn = `arn of ${name}`;
  }
}

/** The values that Pulumi knows at once need no outputs. */
const interpolate = (texts: TemplateStringsArray, ...values: readonly unknown[]): string =>
  String.raw({ raw: texts }, ...values);

/** Not a literal, because TypeScript knows the globals of sst in infra/ only. */
const FILE = `${root}infra/lambda.ts`;
const Settings = z.object({ logging: z.object({ logGroup: z.string() }), permissions: z.array(z.unknown()) });
const Lambda = z.object({ lambda: z.function({ input: [z.unknown()], output: Settings }) });

afterEach(() => vi.unstubAllGlobals());

test.each(Array.from({ length: 19 }, (_, i) => "twenty-letters-stage".slice(0, i + 2)))(
  "in the stage %s a function may write to its own log group and to no other",
  async (stage) => {
    vi.stubGlobal("$app", { name: "medhelm", stage });
    vi.stubGlobal("$interpolate", interpolate);
    vi.stubGlobal("aws", { cloudwatch: { LogGroup }, iam: { assumeRolePolicyForPrincipal: () => "" } });
    vi.resetModules();
    const { lambda } = Lambda.parse(await import(FILE));
    const { logging, permissions } = lambda({ name: "sweep", timeoutS: 240, environment: {}, permissions: [] });
    expect({ logGroup: logging.logGroup, permissions }).toEqual({
      logGroup: `/medhelm-${stage}/functions/sweep`,
      permissions: [
        {
          actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
          resources: [`arn of /medhelm-${stage}/functions/sweep:*`],
        },
      ],
    });
  },
);
