import { packagedProgram } from "../packaged.ts";

export type StackProgram = Parameters<typeof packagedProgram>[0];

/** How a child process of the stack starts. */
export const stackProgram = (
  name: StackProgram,
  settingsFile: string,
): { readonly command: string; readonly args: readonly string[] } => ({
  command: process.execPath,
  args: [packagedProgram(name), settingsFile],
});
