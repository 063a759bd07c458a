import { basename } from "node:path";
import { readElements } from "@medhelm/core/helm/read-elements";
import { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { parseJson } from "@medhelm/core/store/objects";
import { counted } from "@medhelm/core/text/counted";
import { issueText } from "@medhelm/core/text/issue-text";
import { gatherProblems, throwProblems } from "@medhelm/core/user-error";
import { runFileChunks } from "@medhelm/service/prompts/run-folder-file";
import { z } from "zod";
import { type Checked, notCheckable } from "./checked.ts";

const JSON_KINDS = {
  "run spec": { mark: "adapter_spec", schema: RunSpec, file: "run_spec.json" },
  manifest: { mark: "coverage", schema: Manifest, file: "manifest.json" },
} as const;

export function checkJson(path: string, text: string): Checked {
  const bytes = new TextEncoder().encode(text);
  const keys = Object.keys(parseJson(bytes, path, z.looseObject({})));
  for (const [kind, { mark, schema, file }] of Object.entries(JSON_KINDS))
    if (keys.includes(mark) || basename(path) === file) {
      const parsed = z.object({ ...schema.shape }).safeParse(JSON.parse(text));
      throwProblems(
        (parsed.error?.issues ?? []).map(
          (issue) => `${path}: ${issue.path.join(".")}: ${issueText(issue)}; run it again, or copy it again`,
        ),
      );
      return { kind, found: [] };
    }
  throw notCheckable(path);
}

export async function checkStates(path: string): Promise<Checked> {
  let count = 0;
  const problems = gatherProblems();
  for await (const state of readElements(runFileChunks(path), "request_states", { label: path })) {
    const [issue] = RequestState.safeParse(state).error?.issues ?? [];
    if (issue !== undefined)
      problems.add(
        `${path}: request_states[${count}].${issue.path.join(".")}: ${issueText(issue)}; copy the run again`,
      );
    count++;
  }
  problems.throwAny();
  return { kind: "scenario state", found: [counted(count, "request")] };
}
