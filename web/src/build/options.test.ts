import { describe, expect, it } from "vitest";
import { buildOptions, normalBase, SiteError } from "./options.ts";

describe("the arguments of web/build.ts", () => {
  it("relative paths start at the user's working directory", () => {
    expect(buildOptions(["--release-dir", "r", "--out", "/o", "--base", "x", "--no-data"], "/home/u")).toEqual({
      releaseDir: "/home/u/r",
      out: "/o",
      base: "/x/",
      data: false,
      served: false,
      compress: false,
    });
  });

  it("a base has a slash at both ends and is not a URL", () => {
    expect(["/", "x", "/r/r-1.0/", ""].map(normalBase)).toEqual(["/", "/x/", "/r/r-1.0/", "/"]);
    for (const bad of ["http://a/", "/a?b/", "/../", "/a b/"]) expect(() => normalBase(bad)).toThrow(SiteError);
  });
});
