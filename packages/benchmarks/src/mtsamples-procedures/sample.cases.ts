import { reportFiles } from "../shared/mtsamples/sample-reports.ts";

export const files = reportFiles("mtsamples_procedures/mtsample_procedure");
