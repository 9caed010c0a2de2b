import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileUrlRules } from "../../../lib/domain/frontier/scope.ts";
import { hostOf } from "../../../lib/domain/web/url/canonical-url.ts";
import { aUrl } from "../../support/a-url.ts";

const matches = (rule: string, url: string) =>
  compileUrlRules([rule])(aUrl(url), hostOf(aUrl(url)));

describe("rules for URLs", () => {
  it("A URL is a rule for itself alone", () => {
    assert.equal(matches("http://a.example/x", "http://a.example/x"), true);
    assert.equal(matches("http://a.example/x", "http://a.example/x/y"), false);
    assert.equal(matches("http://a.example/x", "https://a.example/x"), false);
  });

  it("A host name is a rule for all of its pages, and for those of its subdomains", () => {
    assert.equal(matches("a.example", "https://www.a.example:8080/x"), true);
    assert.equal(matches("a.example", "https://ba.example/x"), false);
  });

  it("A pattern is a rule for the whole URL, or for the path where it begins with a slash", () => {
    assert.equal(matches("http://a.example/people/*", "http://a.example/people/ann"), true);
    assert.equal(matches("*/people/*", "https://b.example/people/ann?x=1"), true);
    assert.equal(matches("/people/*", "https://b.example/people/ann"), true);
    assert.equal(matches("/people/*", "https://b.example/x/people/ann"), false);
  });

  it("Several rules hold where any of them does, and none nowhere", () => {
    const test = compileUrlRules(["a.example", "/x"]);
    const url = aUrl("http://b.example/x");
    assert.equal(test(url, hostOf(url)), true);
    assert.equal(compileUrlRules([])(url, hostOf(url)), false);
  });
});
