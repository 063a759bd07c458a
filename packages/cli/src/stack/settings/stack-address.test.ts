import { expect, it } from "vitest";
import { checkAddress, stackAddress } from "./stack-address.ts";

it("a stack behind a proxy shows the proxy's address, and accepts its name", () => {
  const address = stackAddress(
    { host: "127.0.0.1", publicUrl: "https://medhelm.example", allowedHosts: ["evaluation.example:8443"] },
    8787,
  );
  expect(address).toEqual({
    local: "http://127.0.0.1:8787",
    shown: "https://medhelm.example",
    allowedOrigins: [
      "http://127.0.0.1:8787",
      "http://localhost:8787",
      "https://medhelm.example",
      "https://evaluation.example:8443",
    ],
  });
});

it.each([
  ["0.0.0.0", "http://127.0.0.1:8787"],
  ["10.1.2.3", "http://10.1.2.3:8787"],
  ["::1", "http://[::1]:8787"],
])("a stack that listens on %s is reached from its machine at %s", (host, local) => {
  expect(stackAddress({ host, allowedHosts: [] }, 8787).local).toBe(local);
});

it("an address on the network needs a proxy with TLS", () => {
  expect(() => checkAddress({ host: "0.0.0.0", allowedHosts: [] })).toThrow(
    "--host 0.0.0.0: other machines reach this address, and the stack has no TLS; put a proxy with TLS before it",
  );
});
