/** Exit codes of all programs: the command line, the stack's child processes and the jobs on AWS. */
export const exitCodes = {
  success: 0,
  /** The program has a bug. Its stack is on stderr. */
  bug: 1,
  /** A run failed because its server did not answer enough requests. A sentence on stderr gives the server's reason. */
  runFailed: 1,
  /** The user must change something. A sentence on stderr names it. */
  userError: 2,
  /** The program stopped before its work was done. The same command continues the work (EX_TEMPFAIL of sysexits.h). */
  interrupted: 75,
  /** The scores of the runs fail the gate of --baseline or --fail-under. */
  gateFailed: 100,
  /** The runs have too few items for the gate to decide. */
  gateNotDecided: 101,
  /** A second Ctrl-C ended the program at once: 128 + SIGINT, as shells report it. */
  killedByCtrlC: 130,
} as const;
