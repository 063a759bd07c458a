import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const EXECUTABLE = "/usr/bin/chromium";

/** The reason why the browser tests cannot run here, if any. With MEDHELM_REQUIRE_PEERS=1 they fail instead of being skipped. */
export const whyNoBrowser =
  existsSync(EXECUTABLE) || process.env["MEDHELM_REQUIRE_PEERS"] === "1"
    ? undefined
    : `${EXECUTABLE} is missing; install it with: apt-get install chromium`;

export const launch = () =>
  chromium.launch({
    executablePath: EXECUTABLE,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
