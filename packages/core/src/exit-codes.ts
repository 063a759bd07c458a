/** Exit codes of all programs: the command line, the stack's child processes and the jobs on AWS. */
export const exitCodes = {
  success: 0,
  /** The program has a bug. Its stack is on stderr. */
  bug: 1,
  /** The user must change something. One sentence on stderr says what. */
  userError: 2,
  /** Stopped before the work was done. The same program, started again, continues it (EX_TEMPFAIL of sysexits.h). */
  interrupted: 75,
  /** A second Ctrl-C ended the program at once: 128 + SIGINT, as shells report it. */
  killedByCtrlC: 130,
} as const;
