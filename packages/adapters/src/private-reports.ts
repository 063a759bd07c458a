/**
 * Keeps the environment, which has keys of providers, out of Node's diagnostic reports of this process. The report of a fatal error, such as an
 * exhausted memory, contains it all the same (Node 24). So no such report is written, even if NODE_OPTIONS requests it.
 */
export function keepReportsPrivate(): void {
  process.report.excludeEnv = true;
  process.report.reportOnFatalError = false;
}
