import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pathForm, urlShape } from "../../../../lib/domain/web/url/url-skeleton.ts";
import { aUrl } from "../../../support/a-url.ts";

const shape = (path: string) => urlShape(aUrl(`http://a.example${path}`));
const form = (path: string) => pathForm(aUrl(`http://a.example${path}`));

describe("the shape of a URL", () => {
  it("The shape of a URL keeps names and replaces numbers and titles by placeholders", () => {
    assert.equal(shape("/2024/05/17/how-bees-sleep/"), "/0000/00/00/~/");
    assert.equal(shape("/tag/honey"), "/tag/honey");
    assert.equal(shape("/item/8123456.html"), "/item/00000.html");
    assert.equal(shape("/a-title.html"), "/~.html");
    assert.equal(shape("/averyveryverylongname"), "/~");
  });

  it("The shape of a URL names parameters in order, once each and without values", () => {
    assert.equal(shape("/view?t=5&f=2&t=6"), "/view?f&t");
  });

  it("The shape of a URL is the same for all pages built by one rule", () => {
    assert.equal(shape("/2023/11/one-more-hive/"), shape("/2019/02/the-smoke-and-the-swarm/"));
  });
});

describe("the form of a path", () => {
  it("The form of a path is its depth and the position of its numbers", () => {
    assert.equal(form("/"), "/");
    assert.equal(form("/2024/05/how-bees-sleep/"), "/0/0/w/");
    assert.equal(form("/node/17"), "/w/0");
    assert.equal(form("/2024/05/x.html?p=1"), "/0/0/w");
  });
});
