import type { Compute } from "@medhelm/core/ports";
import { isSharedJobId } from "./shared-job.ts";

/** Workers' jobs run on the machines that share the store, all others on this one. */
export function routedCompute({ shared, local }: { readonly shared: Compute; readonly local: Compute }): Compute {
  const of = (id: string): Compute => (isSharedJobId(id) ? shared : local);
  return {
    submit: (request) => (request.definition === "worker" ? shared : local).submit(request),
    describe: (id) => of(id).describe(id),
    async describeAll(ids) {
      const there = await shared.describeAll(ids.filter(isSharedJobId));
      const here = await local.describeAll(ids.filter((id) => !isSharedJobId(id)));
      return new Map([...there, ...here]);
    },
    findByName: async (name) => [...(await shared.findByName(name)), ...(await local.findByName(name))],
    cancel: (id, reason) => of(id).cancel(id, reason),
  };
}
