import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { viewPage } from "../../../lib/crawl/judge-page.ts";
import type { PageView } from "../../../lib/domain/page/page-view.ts";
import { parsePage } from "../../../lib/domain/page/parse-page.ts";
import { aUrl } from "./a-page.ts";

const PAGE = aUrl("http://site.example/dir/page");

function viewIn(encoding: string, html: string): PageView {
  const limits = { maxLength: Number.POSITIVE_INFINITY, overTime: () => false };
  return parsePage({ url: PAGE, html, encoding }, limits);
}

/** The URL of a link with this reference on a page in `encoding`. */
function linkIn(encoding: string, href: string): string | undefined {
  return viewIn(encoding, `<a href="${href}">x</a>`).anchors[0]?.url;
}

describe("queries of links on pages in legacy encodings (URL standard, query state)", () => {
  // The worked examples of web-platform-tests, url/resources/percent-encoding.json.
  const cases: readonly (readonly [encoding: string, query: string, encoded: string])[] = [
    ["utf-8", "\u2020", "%E2%80%A0"],
    ["windows-1252", "\u2020", "%86"],
    ["euc-kr", "\u2020", "%A2%D3"],
    ["big5", "\u2020", "%26%238224%3B"],
    ["shift_jis", "\u2212", "%81|"],
    ["iso-2022-jp", "\u203E\\", "%1B(J~%1B(B\\"],
    ["gb18030", "\u2020", "%816%A59"],
    ["windows-1251", "привет", "%EF%F0%E8%E2%E5%F2"],
    ["koi8-r", "привет", "%D0%D2%C9%D7%C5%D4"],
    ["euc-jp", "日本", "%C6%FC%CB%DC"],
    ["windows-1251", "é\u{1F4A9}", "%26%23233%3B%26%23128169%3B"],
    ["utf-16le", "é", "%C3%A9"],
    ["utf-16be", "é", "%C3%A9"],
  ];
  for (const [encoding, query, encoded] of cases) {
    it(`On a page in ${encoding} a link's query ${query} is sent as ${encoded}`, () => {
      assert.equal(linkIn(encoding, `/find?q=${query}`), `http://site.example/find?q=${encoded}`);
    });
  }

  it("On a page in a legacy encoding, paths stay in UTF-8 and written escapes stay as they are", () => {
    assert.equal(
      linkIn("windows-1251", "/д/%D0?a=%D0%b0&amp;b=д#д"),
      "http://site.example/%D0%B4/%D0?a=%D0%b0&b=%E4",
    );
    assert.equal(linkIn("windows-1251", "?д?&quot;'"), `${PAGE}?%E4?%22%27`);
    assert.equal(linkIn("windows-1251", "/#?д"), "http://site.example/");
    assert.equal(linkIn("windows-1251", "?д\t\nд"), `${PAGE}?%E4%E4`);
  });

  it("On a page in a legacy encoding, its canonical URL and its base are encoded like its links", () => {
    const view = viewIn("windows-1251", "<base href='/b?д'><link rel=canonical href='?д'>");
    assert.equal(view.baseHref, "http://site.example/b?%E4");
    assert.equal(view.canonicalUrl, "http://site.example/b?%E4");
  });

  it("A fetched page's own encoding decides how its links are asked for", () => {
    const view = (charset: string, bytes: BufferEncoding = "latin1"): PageView =>
      viewPage(
        {
          kind: "page",
          url: PAGE,
          status: 200,
          headers: [],
          body: new Uint8Array(Buffer.from("<a href='?q=\xe4'>x</a>", bytes)),
          mediaType: "text/html",
          charset,
          truncated: false,
        },
        {},
        { bodyBytes: 1e6, parseMs: 1e4 },
        { now: () => 0 },
      ).view;
    assert.equal(view("windows-1251").anchors[0]?.url, `${PAGE}?q=%E4`);
    assert.equal(view("iso-8859-7").anchors[0]?.url, `${PAGE}?q=%E4`);
    assert.equal(view("utf-8", "utf8").anchors[0]?.url, `${PAGE}?q=%C3%A4`);
    assert.equal(view("utf-8").anchors[0]?.url, `${PAGE}?q=%E4`, "the label is wrong");
  });
});
