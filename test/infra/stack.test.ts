import { beforeAll, describe } from "vitest";
import { whyNotInstalled } from "../installed.ts";
import { alarmCases } from "./alarms.cases.ts";
import { edgeCases } from "./edge.cases.ts";
import { functionCases } from "./functions.cases.ts";
import { jobCases } from "./jobs.cases.ts";
import { keyCases } from "./keys.cases.ts";
import { machineCases } from "./machines.cases.ts";
import { permissionCases } from "./permissions.cases.ts";
import { logCases } from "./logs.cases.ts";
import { runStages } from "./program.ts";
import { storageCases } from "./storage.cases.ts";
import { surroundingCases } from "./surroundings.cases.ts";

const why = whyNotInstalled("infra/node_modules/.bin/sst", "npm run infra:install");

// One file holds all cases, because running the program takes ten seconds of processor time per stage.
describe.skipIf(why !== undefined)(`sst.config.ts${why === undefined ? "" : ` (${why})`}`, () => {
  beforeAll(runStages);

  storageCases();
  functionCases();
  logCases();
  machineCases();
  jobCases();
  permissionCases();
  keyCases();
  surroundingCases();
  alarmCases();
  edgeCases();
});
