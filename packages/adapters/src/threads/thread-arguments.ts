/**
 * Node's arguments of each thread. With NODE_OPTIONS a thread has its own settings of diagnostic reports. Its part of a report would contain the
 * environment with the keys, also while it loads its program. Other arguments of the process may be invalid for a thread.
 */
export const THREAD_ARGUMENTS: string[] = ["--report-exclude-env"];
