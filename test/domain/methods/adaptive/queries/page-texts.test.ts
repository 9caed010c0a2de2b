import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pageTexts } from "../../../../../lib/domain/methods/adaptive/queries/query-model.ts";
import { candidatePhrases } from "../../../../../lib/domain/text/rake.ts";
import { anAnchor, aPage } from "../../../../support/a-page.ts";

describe("texts of a page", () => {
  it("Page texts are the main text and the headings, one per line", () => {
    const { body, headings } = pageTexts(
      aPage({
        mainText: "Bees make honey.\nThey dance.",
        headings: [
          { level: 1, text: "Bees" },
          { level: 3, text: "Wax moths" },
        ],
      }),
    );
    assert.equal(body, "Bees make honey.\nThey dance.");
    assert.equal(headings, "Bees\nWax moths");
  });

  it("Page texts include anchor texts and the words of link targets", () => {
    const anchors = [
      anAnchor("http://site.example/beeKeeping/queens2.html", { text: "Our queens" }),
      anAnchor("http://hives.example/wax", { text: "" }),
    ];
    assert.equal(
      pageTexts(aPage({ anchors })).anchors,
      "Our queens\n/bee Keeping/queens 2\nhives /wax",
    );
  });

  it("Page texts include the words of a URL once, and every text of its links", () => {
    const anchors = ["top", "", "bottom"].map((text) =>
      anAnchor("http://site.example/wax", { text }),
    );
    assert.equal(pageTexts(aPage({ anchors })).anchors, "top\n/wax\nbottom");
  });

  it("Page texts are blank when a page has no text of that kind", () => {
    assert.deepEqual(pageTexts(aPage()), { body: "", headings: "", anchors: "" });
  });

  it("Page texts let no phrase run from one link into the next", () => {
    const anchors = [
      anAnchor("http://site.example/queen-bees/wax", { text: "Honey" }),
      anAnchor("http://site.example/moths", { text: "Wasps" }),
    ];
    assert.deepEqual(candidatePhrases(pageTexts(aPage({ anchors })).anchors, new Set()), [
      "honey",
      "queen bees",
      "wax",
      "wasps",
      "moths",
    ]);
  });
});
