import { createBudget } from "@medhelm/core/money/budget";
import { unaskable } from "../answers/pooled-ask.ts";
import type { Identified } from "../ports.ts";
import type { Connected } from "./connected.ts";
import { identify, readCanary } from "./identify.ts";
import type { RunAsks } from "./run-asks.ts";

/** isAssumed: nobody has asked the deployment for this submission. */
export type WhichModel = Identified & { readonly isAssumed: boolean };

/** Finds the model that answers under a deployment's name; undefined for a built-in rule. */
export async function whichModel(
  { ports, name, use, deployment, client }: Connected,
  { askOf }: Pick<RunAsks, "askOf">,
): Promise<WhichModel | undefined> {
  if (deployment.client.kind === "builtin") return undefined;
  if (use.identified !== undefined) return { model: use.identified, notices: [], isAssumed: false };
  const signal = use.signal ?? new AbortController().signal;
  // the jobs of a submission share one canary request, which is charged once
  const nonce = use.canary ?? ports.pools?.submission ?? ports.clock.randomUuid();
  const modelOf = use.isPooled === true ? ports.pools?.modelOf : undefined;
  const found = await modelOf?.({ suite: use.suite, run: use.run, deployment: name });
  if (found !== undefined) {
    const ask = askOf(deployment, unaskable(deployment, client), { isCanary: true, budget: createBudget() });
    await readCanary({ ask, deployment, nonce, signal });
    return { ...found, isAssumed: false };
  }
  const isAssumed = modelOf !== undefined;
  const identified = await identify({
    objects: ports.objects,
    deployment,
    client,
    ask: askOf(deployment, client, {
      retriesTimeouts: false, // the user waits
      isCanary: true,
      ...(use.isDone === true && { retry: { ...ports.retry, maxAttempts: 1 } }),
    }),
    nonce,
    known: use.known,
    isReplay: use.isReplay === true || isAssumed,
    signal,
  });
  return { ...identified, isAssumed };
}
