import { expect, test } from "vitest";
import { serverOptions } from "./server-options.ts";

const { publicUrl, allowedHosts } = serverOptions;

test.each([
  ["https://medhelm.hospital.example", "https://medhelm.hospital.example"],
  ["https://medhelm.hospital.example/", "https://medhelm.hospital.example"],
  ["https://MedHELM.Hospital.example:443", "https://medhelm.hospital.example"],
  ["https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"],
  ["http://localhost:9000", "http://localhost:9000"],
])("--public-url %s is the address %s", (given, address) => {
  expect(publicUrl.parse(given)).toBe(address);
});

test.each([
  "https://*.hospital.example",
  "https://a..b",
  "https://a.example/path",
  "https://a.example?x",
  "https://user@a.example",
  "http://a.example",
  "a.example",
])("--public-url %s is refused", (given) => {
  expect(publicUrl.safeParse(given).error?.issues[0]?.message).toBe(
    "use an address without a path, such as https://medhelm.hospital.example; keys need https",
  );
});

test("--allowed-hosts takes names and addresses, with a port or without one", () => {
  const names = ["medhelm.intern", "Medhelm.Intern:8443", "med_helm", "10.0.0.5:8443", "[::1]:8787", "medhelm.intern."];
  expect(allowedHosts.parse(names)).toEqual(names);
});

test.each(["*", "*.intern", "a..b", "a.example:99999", "https://a.example", "a.example/x", "a.example,b.example", ""])(
  "--allowed-hosts %j is refused",
  (given) => {
    expect(allowedHosts.safeParse([given]).error?.issues[0]?.message).toBe(
      "use the name of a host, such as medhelm.intern:8443",
    );
  },
);
