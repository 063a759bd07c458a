import { z } from "zod";
import { readYaml } from "../text/read-yaml.ts";
import { checkYamlLength } from "../text/yaml-length.ts";
import { UserError } from "../user-error.ts";
import type { JudgeSpec } from "./jury-spec.ts";

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "must be a date like 2026-02-19");
const Entry = z
  .strictObject({
    name: z.string().min(1),
    model: z.string().min(1),
    model_deployment: z.string().min(1),
    /** our extension: the day from which its provider no longer serves it */
    retired: Day.optional(),
    /** our extension: the deployment to use instead */
    substitute: z.string().min(1).optional(),
  })
  .refine((judge) => (judge.retired === undefined) === (judge.substitute === undefined), {
    message: "retired and substitute must be given together",
  });
const Judges = z
  .array(Entry)
  .min(1, "at least one judge is needed")
  .refine((judges) => new Set(judges.map(({ name }) => name)).size === judges.length, "two judges have the same name");

export interface NamedJudge extends JudgeSpec {
  readonly retired?: { readonly on: string; readonly substitute: string };
}
/** conf/judges.yaml: named juries, selected with --judges NAME. */
export type Juries = Readonly<Record<string, readonly NamedJudge[]>>;

/**
 * Parses the file of jury_config_path in HELM's format: {judges: [{name, model, model_deployment}]}.
 * @throws UserError with file and key
 */
export function parseJudges(text: string, label: string): NamedJudge[] {
  checkYamlLength(text, label);
  return readYaml(text, label, z.strictObject({ judges: Judges })).judges.map(toJudge);
}

/** Parses {juries: {name: [{name, model, model_deployment}]}}. @throws UserError with file and key */
export function parseJuries(text: string, label: string): Juries {
  const { juries } = readYaml(text, label, z.strictObject({ juries: z.record(z.string(), Judges) }));
  return Object.fromEntries(Object.entries(juries).map(([name, judges]) => [name, judges.map(toJudge)]));
}

function toJudge({ name, model, model_deployment, retired, substitute }: z.infer<typeof Entry>): NamedJudge {
  return {
    name,
    model,
    modelDeployment: model_deployment,
    ...(retired === undefined || substitute === undefined ? {} : { retired: { on: retired, substitute } }),
  };
}

/**
 * Resolves --judges: one jury of the file, or deployments. Each deployment is its own judge name, like HELM's custom benchmarks.
 * @throws UserError for an unknown jury or a judge that is named twice
 */
export function chooseJudges(
  names: readonly string[],
  juries: Juries,
  modelOf: (deployment: string) => string | undefined,
): readonly JudgeSpec[] {
  const address = names.find((name) => /^https?:\/\//.test(name));
  if (address !== undefined)
    throw new UserError(
      `judges ${address}: this is the address of a server; name the judges as creator/model, and give their server to medhelm run with --judge-endpoint ${address}`,
    );
  const jury = names.find((name) => !name.includes("/"));
  if (jury !== undefined) {
    const judges = Object.hasOwn(juries, jury) ? juries[jury] : undefined;
    const known = Object.keys(juries);
    const hint = known.length === 0 ? "" : `the known ones are ${known.join(", ")}; or `;
    if (judges === undefined)
      throw new UserError(`judges ${jury}: there is no jury of this name; ${hint}name deployments as creator/model`);
    if (names.length > 1) throw new UserError(`judges ${names.join(" ")}: give either one jury or only deployments`);
    return judges;
  }
  const duplicate = names.find((name, i) => names.indexOf(name) !== i);
  if (duplicate !== undefined) throw new UserError(`judges: ${duplicate} is named twice; name each judge once`);
  return names.map((name) => ({ name, model: modelOf(name) ?? name, modelDeployment: name }));
}

/**
 * Returns the error message for a judge that its provider has retired by `today` (YYYY-MM-DD), from any jury or file. It is undefined if the judge is
 * still served.
 */
export function retirementOf(
  judge: Pick<JudgeSpec, "model" | "modelDeployment">,
  juries: Juries,
  today: string,
): string | undefined {
  const known = Object.values(juries)
    .flat()
    .find(({ model, modelDeployment }) => model === judge.model || modelDeployment === judge.modelDeployment);
  if (known?.retired === undefined || known.retired.on > today) return undefined;
  return `the judge ${judge.modelDeployment} was retired by its provider on ${known.retired.on}: use ${known.retired.substitute} instead (--judges, or jury_config_path=), serve the judge yourself (--judge-endpoint, or model_deployments.yaml), or try it anyway with --allow-retired-judges`;
}
