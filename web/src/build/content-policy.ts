import type { AstroUserConfig } from "astro";

/**
 * The content policy of built pages: no other host, no inline script or style without a hash.
 * `formAction`: where a form may go; the search of the documentation is a form.
 */
export const contentPolicy = (formAction: "'none'" | "'self'") =>
  ({
    csp: {
      algorithm: "SHA-256",
      directives: [
        "default-src 'none'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        `form-action ${formAction}`,
        "require-trusted-types-for 'script'",
      ],
    },
  }) satisfies AstroUserConfig["security"];
