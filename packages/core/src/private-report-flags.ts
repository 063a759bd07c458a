/**
 * Node's options for a program that builds pages. They keep the environment, which has keys of providers, out of the diagnostic reports that NODE_OPTIONS
 * requests.
 */
export const PRIVATE_REPORT_FLAGS = ["--report-exclude-env", "--no-report-on-fatalerror"] as const;
