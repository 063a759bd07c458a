import { isIPv6 } from "node:net";
import { UserError } from "@medhelm/core/user-error";

export interface AddressOptions {
  /** the IP address of this machine that the stack listens on */
  readonly host: string;
  /** the address of the proxy before the stack, e.g. https://medhelm.hospital.example; absent: without a proxy */
  readonly publicUrl?: string | undefined;
  /** further names of the proxy, some with a port */
  readonly allowedHosts: readonly string[];
}

export interface StackAddress {
  /** reaches the stack from this machine, without the proxy */
  readonly local: string;
  /** what users open, and what the addresses of uploads begin with */
  readonly shown: string;
  /** all addresses under which the stack answers */
  readonly allowedOrigins: readonly string[];
}

const EVERY_ADDRESS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/** True for an address that only this machine reaches. */
const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || host.startsWith("127.");

/** @throws UserError for an address on the network without a proxy, because keys would cross it as plain text */
export function checkAddress({ host, publicUrl }: AddressOptions): void {
  if (!isLoopback(host) && publicUrl === undefined)
    throw new UserError(
      `--host ${host}: other machines reach this address, and the stack has no TLS; put a proxy with TLS before it, and give its address with --public-url https://NAME`,
    );
}

export function stackAddress({ host, publicUrl, allowedHosts }: AddressOptions, port: number): StackAddress {
  const name = EVERY_ADDRESS.has(host) ? "127.0.0.1" : isIPv6(host) ? `[${host}]` : host;
  const local = `http://${name}:${port}`;
  const shown = publicUrl ?? local;
  const { protocol } = new URL(shown);
  return {
    local,
    shown,
    allowedOrigins: [local, `http://localhost:${port}`, shown, ...allowedHosts.map((other) => `${protocol}//${other}`)],
  };
}
