/**
 * Keeps the environment, which has keys of providers, out of Node's diagnostic reports of this process. The report of a fatal error, such as an
 * exhausted memory, contains it all the same (Node 24), so no such report is written, also if NODE_OPTIONS asks for it.
 */
export function keepReportsPrivate(): void {
  process.report.excludeEnv = true;
  process.report.reportOnFatalError = false;
}
