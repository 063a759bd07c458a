import type { Models } from "./models.ts";

interface Asked {
  readonly model: string;
  readonly modelDeployment: string;
  readonly judges?: readonly string[];
}

/** So that a submission is refused at once and not by its worker an hour later. @throws UserError for what nothing here serves */
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
