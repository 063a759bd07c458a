import { join } from "node:path";
import { type Juries, parseJuries } from "@medhelm/core/judge/judges-file";
import { readUserText } from "../places/disk-files.ts";
import { packagedConf } from "../packaged.ts";

/** The named juries that come with medhelm. */
export async function packagedJuries(): Promise<Juries> {
  return parseJuries(await readUserText(join(packagedConf, "judges.yaml")), "conf/judges.yaml");
}
