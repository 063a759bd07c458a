import { beforeAll } from "vitest";
import { functionCases } from "./functions.cases.ts";
import { jobCases } from "./jobs.cases.ts";
import { keyCases } from "./keys.cases.ts";
import { machineCases } from "./machines.cases.ts";
import { permissionCases } from "./permissions.cases.ts";
import { runBothStages } from "./program.ts";
import { storageCases } from "./storage.cases.ts";
import { surroundingCases } from "./surroundings.cases.ts";

// one file, for the program runs once a stage: that takes ten seconds of a processor each
beforeAll(runBothStages);

storageCases();
functionCases();
machineCases();
jobCases();
permissionCases();
keyCases();
surroundingCases();
