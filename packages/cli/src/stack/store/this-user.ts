import { hostname, userInfo } from "node:os";

/** The caller of a command in the audit trail, as far as this machine knows it; on AWS, CloudTrail also has the credentials. */
export const thisUser = (command: string) =>
  ({
    owner: "operator",
    keyId: `${userInfo().username}@${hostname()}`,
    method: "COMMAND",
    route: command,
    status: 202,
  }) as const;
