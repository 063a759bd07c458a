import type { GateRun } from "@medhelm/core/gate/gate-runs";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import type { ApiClient } from "../service-api/api-client.ts";
import type { Baseline } from "./baseline.ts";
import { gateRun } from "./gate-run.ts";
import { sealedRunOf, unlessMissing } from "./sealed-run-of-service.ts";

/**
 * Finds the runs of --baseline in a service: SUITE/RUN, or the name of a release or suite. In a suite, a run is compared with the one of the same name,
 * or of the chosen model.
 * The service replaces runs of one name, so the new suite is no baseline for the same models.
 * @param newSuite the suite of the runs that are tested
 * @throws UserError if the service has no such release or suite, or the new runs would be compared with themselves
 */
export async function serviceBaseline(
  api: ApiClient,
  name: string,
  chosenModel: string | undefined,
  newSuite: string,
): Promise<Baseline> {
  const [suite = "", only] = name.split("/", 2);
  const suites = only === undefined ? await suitesOf(api, suite) : [suite];
  if (suites.includes(newSuite) && chosenModel === undefined)
    throw new UserError(
      `--baseline ${name}: the new runs replace those of suite ${newSuite}, and would be compared with themselves; submit to another suite, or choose another model with --baseline-model`,
    );
  return {
    requireModel: async () => undefined, // which runs a suite has is known only by asking for each
    async runsOf(_, names) {
      const runs = new Map<string, GateRun>();
      for (const wanted of only === undefined ? names.map((run) => withModel(run, chosenModel)) : [only])
        for (const one of suites) {
          const sealed = await sealedRunOf(api, one, wanted);
          const run = sealed && gateRun(sealed);
          if (run !== undefined) runs.set(run.part, run);
        }
      return runs;
    },
  };
}

const Release = z.object({ suites: z.array(z.string()) });

async function suitesOf(api: ApiClient, name: string): Promise<readonly string[]> {
  const release = await unlessMissing(api.call("GET", `/v1/releases/${encodeURIComponent(name)}`, Release));
  if (release !== undefined) return release.suites;
  const suite = await unlessMissing(api.call("GET", `/v1/suites/${encodeURIComponent(name)}`, z.unknown()));
  if (suite === undefined)
    throw new UserError(`--baseline ${name}: ${api.url} has no release and no suite of this name, or does not show it`);
  return [name];
}

/** The name of the same run by another model, as folders name it. */
function withModel(run: string, model: string | undefined): string {
  if (model === undefined) return run;
  const name = model.replaceAll("/", "_");
  return run.replace(/([:,]model=)[^,]*/, `$1${name}`).replace(/(,model_deployment=)[^,]*/, `$1${name}`);
}
