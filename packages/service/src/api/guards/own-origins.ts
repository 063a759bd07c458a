/** The port that an address with this protocol leaves out. */
const USUAL_PORT: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

export interface OwnOrigins {
  /** Whether a value of Host names this service. A name is the same with the usual port and without it. */
  isHost(value: string): boolean;
  isOrigin(value: string): boolean;
}

/** The addresses at which a service answers, such as "https://medhelm.hospital.example". */
export function ownOrigins(addresses: readonly string[]): OwnOrigins {
  const urls = addresses.map((address) => new URL(address));
  const origins = new Set(urls.map(({ origin }) => origin));
  const hosts = new Set(
    urls.flatMap(({ protocol, host, port }) => (port === "" ? [host, `${host}:${USUAL_PORT[protocol]}`] : [host])),
  );
  return {
    isHost: (value) => hosts.has(value.toLowerCase()),
    isOrigin: (value) => origins.has(URL.parse(value)?.origin ?? ""),
  };
}
