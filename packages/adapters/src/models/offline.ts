import { Socket } from "node:net";
import { isLoopbackHost } from "@medhelm/core/models/deployment";
import { UserError } from "@medhelm/core/user-error";

/**
 * Enforces --offline for every library in this process: sockets connect to loopback, `allowedHosts` and local pipes only. The guard
 * refuses a host before Node looks up its name, so no DNS query leaves the machine. Child processes install their own guard. UDP is
 * not covered, because no code here uses it.
 * @returns a function that removes the guard (for tests)
 */
export function installOfflineGuard(allowedHosts: readonly string[] = []): () => void {
  const original: unknown = Reflect.get(Socket.prototype, "connect");
  if (typeof original !== "function") throw new Error("node:net has no Socket.prototype.connect");
  const guarded = function (this: Socket, ...args: unknown[]): unknown {
    const host = hostOf(args);
    if (host === undefined || isLoopbackHost(host) || allowedHosts.includes(host))
      return Reflect.apply(original, this, args);
    const refusal = new UserError(
      `--offline refuses a connection to ${host}: serve the model on 127.0.0.1, or add --offline-allow ${host}`,
    );
    process.nextTick(() => this.destroy(refusal));
    return this;
  };
  Reflect.set(Socket.prototype, "connect", guarded);
  return () => Reflect.set(Socket.prototype, "connect", original);
}

/** The host of connect(options), connect(port, host) or connect(path); undefined for a pipe. Node itself passes these arguments in one array. */
function hostOf(args: readonly unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === "object" && first !== null) {
    if ("path" in first && typeof first.path === "string") return undefined;
    return "host" in first && typeof first.host === "string" ? first.host : "localhost";
  }
  if (typeof first === "string" && Number.isNaN(Number(first))) return undefined;
  return typeof second === "string" ? second : "localhost";
}
