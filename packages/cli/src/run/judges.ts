import { join } from "node:path";
import type { RunSpec } from "@medhelm/core/helm/run-spec";
import { type JudgeSpec, judgesOf } from "@medhelm/core/judge/jury";
import { type Juries, parseJuries } from "@medhelm/core/judge/judges-file";
import { readUserText } from "./disk-files.ts";
import { packagedConf } from "../packaged.ts";

/** The named juries that come with the tool. */
export async function packagedJuries(): Promise<Juries> {
  return parseJuries(await readUserText(join(packagedConf, "judges.yaml")), "conf/judges.yaml");
}

/** All judges of a run. */
export const judgesOfRun = ({ annotators = [] }: RunSpec): JudgeSpec[] => annotators.flatMap((spec) => judgesOf(spec));
