import { Socket } from "node:net";
import { isLoopbackHost } from "@medhelm/core/models/deployment";
import { UserError } from "@medhelm/core/user-error";

/**
 * --offline below the seam: from now on every socket of this process reaches loopback, `allowedHosts` and local pipes only, whatever
 * library opens it. Refused before the name is looked up, so that no DNS query leaves either. It does not reach into child processes,
 * which install it themselves, nor UDP, which nothing here uses.
 * @returns takes the guard away again (tests)
 */
export function installOfflineGuard(allowedHosts: readonly string[] = []): () => void {
  const original: unknown = Reflect.get(Socket.prototype, "connect");
  if (typeof original !== "function") throw new Error("node:net has no Socket.prototype.connect");
  const guarded = function (this: Socket, ...args: unknown[]): unknown {
    const host = hostOf(args);
    if (host === undefined || isLoopbackHost(host) || allowedHosts.includes(host))
      return Reflect.apply(original, this, args);
    const refusal = new UserError(
      `--offline refuses a connection to ${host}: serve it on 127.0.0.1, or name the host in --offline-allow`,
    );
    process.nextTick(() => this.destroy(refusal));
    return this;
  };
  Reflect.set(Socket.prototype, "connect", guarded);
  return () => Reflect.set(Socket.prototype, "connect", original);
}

/** The host of connect(options), connect(port, host) or connect(path), also as node passes them on itself: in one array. Undefined: a pipe. */
function hostOf(args: readonly unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  if (typeof first === "object" && first !== null) {
    if ("path" in first && typeof first.path === "string") return undefined;
    return "host" in first && typeof first.host === "string" ? first.host : "localhost";
  }
  if (typeof first === "string" && Number.isNaN(Number(first))) return undefined;
  return typeof second === "string" ? second : "localhost";
}
