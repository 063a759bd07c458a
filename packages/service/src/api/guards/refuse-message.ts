import { NOBODY, STRANGERS_PER_MINUTE } from "../audit/audit.ts";
import { putAuditEntry } from "../audit/audit-entry.ts";
import type { ApiPorts } from "../ports.ts";
import { type Problem, problemOf } from "../problem.ts";
import { Refusal } from "../refusal.ts";
import { tokenBuckets } from "./token-buckets.ts";

/** Why a server refuses a message before it knows the route. */
export const MESSAGE_FAULTS = {
  "bad-request": "The message breaks the rules of HTTP; send a request line, the header Host, and valid headers.",
  "method-not-allowed": "This service is no proxy, so it makes no tunnels.",
  "too-slow": "The request did not arrive in time; send it again.",
  "expectation-failed": 'The only expectation that this service knows is "100-continue"; leave out the header Expect.',
  "too-large": "The parts of the body have too many extensions; send the body without them.",
  "headers-too-large":
    "The request line and the headers have more than 16 KB; send fewer cookies or a shorter address.",
} as const;
export type MessageFault = keyof typeof MESSAGE_FAULTS;

export interface RefusedMessage {
  readonly fault: MessageFault;
  /** Absent: the message has none that can be read. */
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly address?: string | undefined;
}

export type RefuseMessage = (refused: RefusedMessage) => Promise<Problem>;

const UNREADABLE = "(unreadable)";

/** The answer to a message that no route gets. */
export const messageProblem = ({ fault, path = "/" }: RefusedMessage): Problem =>
  problemOf(new Refusal(fault, MESSAGE_FAULTS[fault]), path);

/** Also records the message, as other calls without a valid key. Its text is not recorded: it may be anything, also a key. */
export function messageRefusals(ports: Pick<ApiPorts, "objects" | "clock" | "report">): RefuseMessage {
  const recorded = tokenBuckets(ports.clock);
  return async (refused) => {
    const problem = messageProblem(refused);
    const { method = UNREADABLE, path = "/", address } = refused;
    if (recorded.take("", STRANGERS_PER_MINUTE) !== undefined) return problem;
    try {
      await putAuditEntry(ports, {
        owner: NOBODY,
        keyId: "none",
        ...(address === undefined ? {} : { address }),
        method,
        route: UNREADABLE,
        named: {},
        status: problem.status,
      });
    } catch (error) {
      ports.report(error, { method, path });
    }
    return problem;
  };
}
