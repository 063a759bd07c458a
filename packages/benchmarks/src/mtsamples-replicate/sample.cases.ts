import { reportFiles } from "../shared/mtsamples/sample-reports.ts";

export const files = reportFiles("mtsamples_replicate/mtsamples_processed");
