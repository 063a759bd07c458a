import { expect, it } from "vitest";
import { escape } from "./html.ts";

it("text cannot end its element or its attribute", () => {
  expect(escape(`</td><script>"a" & 'b'`)).toBe("&lt;/td&gt;&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;");
});
