/** Quotations as they are copied, and addresses from documents. */
import { expect, test } from "vitest";
import { quotationHtml, quotationText } from "../../../console/src/reader/quotation.ts";
import { safeAddress } from "../../../console/src/reader/safe-address.ts";

const QUOTATION = {
  quote: 'Ask for <b>"both"</b>\nkeys & ropes.',
  source: "rules.pdf, page 7",
  address: "http://localhost/d/asset_1?v=a&at=1-9",
};

test("a copied quotation has its source and keeps its lines", () => {
  expect(quotationText(QUOTATION)).toBe('"Ask for <b>"both"</b>\nkeys & ropes." (rules.pdf, page 7)');
});

test("a formatted quotation is text, whatever the document says", () => {
  expect(quotationHtml(QUOTATION)).toBe(
    '<blockquote cite="http://localhost/d/asset_1?v=a&amp;at=1-9">' +
      "Ask for &lt;b&gt;&quot;both&quot;&lt;/b&gt;<br>keys &amp; ropes.</blockquote>" +
      '<p>(<a href="http://localhost/d/asset_1?v=a&amp;at=1-9">rules.pdf, page 7</a>)</p>',
  );
});

test.each([
  "javascript:alert(1)",
  "JavaScript:alert(1)//https://",
  " https://example.com",
  "data:text/html,x",
  "file:///etc/passwd",
  "https:/example.com",
  "//example.com",
  "https://",
  "https://bank.example@evil.example/",
  "blob:https://example.com/1",
])("%s is no link", (address) => {
  expect(safeAddress(address)).toBeNull();
});

test("https and http are links", () => {
  expect(safeAddress("https://example.com/a?b#c")).toBe("https://example.com/a?b#c");
  expect(safeAddress("HTTP://EXAMPLE.com")).toBe("http://example.com/");
});
