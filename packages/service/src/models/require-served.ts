import type { Models } from "./models.ts";

interface Asked {
  readonly model: string;
  readonly modelDeployment: string;
  readonly judges?: readonly string[];
}

/**
 * Refuses runs whose model or judge nothing serves, at submission and not an hour later in a worker.
 * @throws UserError naming the deployment
 */
export async function requireServed({ resolve, registry }: Models, runs: readonly Asked[]): Promise<void> {
  const seen = new Set<string>();
  const once = async (name: string, model: string, role: "candidate" | "judge"): Promise<void> => {
    if (seen.has(`${role} ${name}`)) return;
    seen.add(`${role} ${name}`);
    await resolve(name, model, role);
  };
  for (const { model, modelDeployment, judges = [] } of runs) {
    await once(modelDeployment, model, "candidate");
    for (const judge of judges) await once(judge, registry.modelOf(judge) ?? judge, "judge");
  }
}
