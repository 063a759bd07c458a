import { expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";

const request = {
  incoming: {
    headers: { "x-forwarded-for": "1.2.3.4, 10.0.0.7" },
    socket: { remoteAddress: "127.0.0.1" },
  },
};

it("behind a proxy the client is the address that the proxy saw, not the one that the client claims", () => {
  expect(clientAddress(request, { isBehindProxy: true })).toBe("10.0.0.7");
});

it("without a proxy the client is the other end of the connection", () => {
  expect(clientAddress(request, { isBehindProxy: false })).toBe("127.0.0.1");
});
