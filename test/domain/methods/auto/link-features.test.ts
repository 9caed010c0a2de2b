import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { featuresBy, formOf, isKind } from "../../../../lib/domain/methods/auto/link-model.ts";
import type { LinkFacts } from "../../../../lib/domain/methods/strategy.ts";
import { placeOf } from "../../../../lib/domain/page/page-structure.ts";
import { aUrl } from "../../../support/a-url.ts";

const LINK: LinkFacts = {
  url: aUrl("http://site.example/thread/17-how-to-keep-bees?page=2"),
  parent: aUrl("http://site.example/forum/3"),
  snippet: { anchor: "How to keep bees", before: "", after: "", title: "Board", place: "ul/li/a" },
};

const named = (parts: { readonly words: boolean; readonly places: boolean }, link = LINK) => {
  const features = new Set<string>();
  featuresBy(parts)(link, (kind, name) => features.add(`${kind} ${name}`));
  return features;
};

describe("the kinds of a link", () => {
  it("The form of a URL has no words and numbers of its own: titles of any length are alike", () => {
    const forms = [
      "/thread/17",
      "/thread/4711",
      "/thread/17-how-to-keep-bees?page=2",
      "/thread/18-a-title?page=3",
    ].map((path) => formOf(aUrl(`http://site.example${path}`)));
    assert.deepEqual(forms, ["/w/0", "/w/0", "/w/w-w?w=0", "/w/w-w?w=0"]);
  });

  it("The place of a link is the end of its class path", () => {
    assert.equal(placeOf("/html/body/div.posts/ul/li.row/h3/a.title"), "ul/li.row/h3/a.title");
    assert.equal(placeOf("/a"), "/a");
  });

  it("A link has its host, its form, its place, and the last two with each other and with the form of its page", () => {
    assert.deepEqual(
      [...named({ words: false, places: true })],
      [
        "host site.example",
        "shape /w/w-w?w=0",
        "shape site.example /w/w-w?w=0",
        "place ul/li/a",
        "kind /w/w-w?w=0 ul/li/a",
        "from /w/0 ul/li/a",
        "step /w/0 /w/w-w?w=0",
      ],
    );
  });

  it("An example, which no page links to, has the host and the form of its URL alone", () => {
    const example = { url: LINK.url, parent: undefined, snippet: undefined };
    assert.deepEqual(
      [...named({ words: false, places: true }, example)],
      ["host site.example", "shape /w/w-w?w=0", "shape site.example /w/w-w?w=0"],
    );
  });

  it("Words and kinds are told apart by their names", () => {
    assert.ok([...named({ words: false, places: true })].every(isKind));
    assert.ok(![...named({ words: true, places: false })].some(isKind));
  });
});
