import { spawnSync } from "node:child_process";

/** The options of `unshare` for a program that may mount a small disk. */
export const NAMESPACE = ["--map-root-user", "--mount"] as const;

/** Why this system gives no such namespace. Undefined: it gives one. */
export const noNamespace =
  spawnSync("unshare", [...NAMESPACE, "mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", "/mnt"]).status === 0
    ? undefined
    : "this system gives no mount namespace";
