import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { viewOf } from "./a-page.ts";

describe("what is displayed of a page", () => {
  it("Soft hyphens are no part of title and text, as they are none of words", () => {
    const view = viewOf("<title>Ho\u00adney</title><p>bee&shy;keep\u00ading &shy; here<p>\u00ad");
    assert.deepEqual([view.title, view.text], ["Honey", "beekeeping here"]);
  });

  it("A page that is hidden until its script runs has its text", () => {
    for (const hidden of ["hidden", "style='display:none'", "style='visibility: hidden'"]) {
      assert.equal(viewOf(`<html><body ${hidden}><p>a`).text, "a", hidden);
      assert.equal(viewOf(`<html ${hidden}><body><p>a`).text, "a", hidden);
    }
  });

  it("Hidden is by the last real declaration of a style, and not what a search on the page shows", () => {
    const shown = [
      "style='--display: none'",
      "style='display:none; display:block'",
      "style='background:url(display:none.png)'",
      "hidden='until-found'",
    ];
    for (const attribute of shown) assert.equal(viewOf(`<p ${attribute}>a`).text, "a", attribute);
    for (const style of ["/*x*/display:none", "display:none!important;display:block"])
      assert.equal(viewOf(`<p style="${style}">a</p>b`).text, "b", style);
  });
});
