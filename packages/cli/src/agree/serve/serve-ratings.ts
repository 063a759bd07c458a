import { counted } from "@medhelm/core/text/counted";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { isThere } from "@medhelm/adapters/is-there";
import { writeNew } from "@medhelm/adapters/write-new";
import { canonicalJson } from "@medhelm/core/store/canonical";
import { UserError } from "@medhelm/core/user-error";
import { diskFiles } from "../../places/disk-files.ts";
import { makeFolder } from "../../places/make-folder.ts";
import { choosePort, listen } from "../../stack/http/listen.ts";
import { untilStopped } from "../../stack/until-stopped.ts";
import { printMessage } from "../../terminal/print-message.ts";
import { drawAnswers, type DrawnAnswers } from "../draw-answers.ts";
import { agreementText, type CompareOptions } from "../print-agreement.ts";
import { readSheetKey, type SheetKey } from "../sheet-key.ts";
import { type DrawOptions, drawInput, openSheetRuns } from "../sheet-runs.ts";
import { openRaterFiles } from "./rater-files.ts";
import { REPORT, ratingApp } from "./rating-app.ts";
import { RATE } from "./rating-page.ts";
import { rubricOfRun } from "./rubric-of-run.ts";

interface ServeOptions extends DrawOptions, Omit<CompareOptions, keyof DrawOptions | "key" | "run"> {
  readonly out?: string | undefined;
  readonly port?: number | undefined;
}

const USUAL_PORT = 8900;

/**
 * Serves a blinded rating page of the runs' answers on this machine until Ctrl-C, and then prints the agreement of jury and raters. A
 * second start with the same folder continues. @returns the exit code
 */
export async function serveRatings(names: readonly string[], given: ServeOptions): Promise<number> {
  if (names.length === 0) throw new UserError("medhelm agree serve needs a run: medhelm agree serve RUN --n 40");
  const folder = given.out ?? "ratings";
  const runs = await openSheetRuns(names, given);
  const drawn = await drawAnswers(drawInput(runs, given));
  const { criteria, scale } = drawn.key;
  if (drawn.answers.length === 0)
    throw new UserError(`${names.join(", ")}: no instance has an answer to rate; name another run`);
  makeFolder(folder, "-o", 0o700);
  const keyFile = await keepKey(folder, drawn);
  const files = diskFiles(process.cwd());
  const ratings = await openRaterFiles(folder, criteria, files);
  const [run] = runs;
  const rubric = run === undefined ? {} : await rubricOfRun(run, criteria, files);
  const report = async (): Promise<string> =>
    ratings.files().length === 0
      ? "No answer is rated yet.\n"
      : agreementText(ratings.files(), { ...given, run: [], key: keyFile });

  const port = await choosePort(given.port, USUAL_PORT, printMessage);
  const [raterKey, reportKey] = [newKey(), newKey()];
  const finished = (rater: string): void => printMessage(`${rater} has rated all ${drawn.answers.length} answers`);
  const app = ratingApp({
    port,
    raterKey,
    reportKey,
    answers: drawn.answers,
    criteria,
    rubric,
    scale,
    ratings,
    report,
    finished,
  });
  const server = await listen(app.fetch, port);
  const stopped = untilStopped(server);
  const url = `http://127.0.0.1:${port}`;
  process.stdout.write(
    `rate       ${url}${RATE}?key=${raterKey}\nreport     ${url}${REPORT}?key=${reportKey}\nratings    ${folder}\n`,
  );
  printMessage(
    `${counted(drawn.answers.length, "answer")}; give raters the first address only. Ctrl-C stops and prints the agreement`,
  );
  if (given.heldText) printMessage("the pages show text that is not public; only raters who may read it may use them");
  const code = await stopped;
  process.stdout.write(await report());
  printMessage(
    `to continue, call the same command; to print the report again: medhelm agree ${folder}/*.csv --key ${keyFile}`,
  );
  return code;
}

const newKey = (): string => randomBytes(24).toString("hex");

/** Writes the answer key, or compares it with that of an earlier start. @throws UserError if the folder has ratings of other answers */
async function keepKey(folder: string, { key }: DrawnAnswers): Promise<string> {
  const file = join(folder, "answers.key.json");
  if (!isThere(file)) {
    await writeNew(file, `${JSON.stringify(key, null, 1)}\n`, 0o600);
    return file;
  }
  const earlier = await readSheetKey(diskFiles(process.cwd()), file);
  if (!sameKey(earlier, key))
    throw new UserError(
      `-o ${folder}: it has ratings of other answers (${Object.keys(earlier.items).length} of ${runsText(earlier)}); give the same runs and options again, or name another folder`,
    );
  return file;
}

const sameKey = (a: SheetKey, b: SheetKey): boolean =>
  canonicalJson({ ...a, outputPath: "" }) === canonicalJson({ ...b, outputPath: "" });

const runsText = ({ items }: SheetKey): string => [...new Set(Object.values(items).map(({ run }) => run))].join(", ");
