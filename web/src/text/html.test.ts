import { expect, it } from "vitest";
import { escape, unbroken } from "./html.ts";

it("text cannot end its element or its attribute", () => {
  expect(escape(`</td><script>"a" & 'b'`)).toBe("&lt;/td&gt;&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;");
});

it("no line ends after the hyphen of a short word", () => {
  expect(unbroken("Five built-in <rules> of o3-mini")).toBe(
    `Five <span class="nb">built-in</span> &lt;rules&gt; of o3-mini`,
  );
});
