import { UserError } from "../user-error.ts";
import { type Draft, withAdapter } from "../expanders/expander.ts";
import { expanders } from "../expanders/table.ts";

const apply = (draft: Draft, key: string, value: string) => expanders.get(key)?.apply(draft, value, key) ?? draft;

const refuse = (tag: string) => (draft: Draft) => {
  throw new UserError(
    `the model ${draft.adapterSpec.model} has the tag ${tag}, and this program does not support HELM's prompt for that tag; remove the tag from model_metadata.yaml if the model does not need it`,
  );
};

/** HELM's changes to the run of a model with a tag, in HELM's order (helm/benchmark/run_spec_factory.py alter_run_spec). */
const changesByTag: readonly (readonly [tag: string, change: (draft: Draft) => Draft])[] = [
  ["NO_NEWLINES_TAG", (draft) => apply(draft, "stop", "hash")],
  ["NLG_PREFIX_TAG", (draft) => apply(draft, "global_prefix", "nlg")],
  ["CHATML_MODEL_TAG", refuse("CHATML_MODEL_TAG")],
  ["ANTHROPIC_CLAUDE_1_MODEL_TAG", refuse("ANTHROPIC_CLAUDE_1_MODEL_TAG")],
  ["ANTHROPIC_CLAUDE_2_MODEL_TAG", refuse("ANTHROPIC_CLAUDE_2_MODEL_TAG")],
  [
    "ANTHROPIC_CLAUDE_3_MODEL_TAG", // Anthropic's API refuses stop sequences that contain white space only.
    (draft) =>
      withAdapter(draft, { stop_sequences: draft.adapterSpec.stop_sequences.filter((text) => text.trim() !== "") }),
  ],
  [
    "BUGGY_TEMP_0_TAG",
    (draft) => (draft.adapterSpec.temperature === 0 ? withAdapter(draft, { temperature: 1e-4 }) : draft),
  ],
];

/** Applies HELM's changes for the model's tags. @throws UserError for a tag whose change is not supported */
export function applyModelCapabilities(draft: Draft, tags: readonly string[]): Draft {
  const changed = changesByTag.reduce((soFar, [tag, change]) => (tags.includes(tag) ? change(soFar) : soFar), draft);
  return changed.adapterSpec.model === "google/medlm-large" ? apply(changed, "stop", "none") : changed;
}
