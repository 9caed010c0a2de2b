import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { linkWords } from "../../../peers/link-learner/link-words.ts";
import { aUrl } from "../../support/a-url.ts";

const SNIPPET = {
  anchor: "Beekeeping courses",
  before: "see the",
  after: "of hives",
  title: "Bees",
};
const LINK = {
  url: aUrl("http://www.site.example/~smith/cs340Courses/index.html?term=fall"),
  parent: aUrl("http://www.site.example/people.html"),
  snippet: SNIPPET,
};

describe("words of a link", () => {
  it("Link words are the stems of path and query, without host, ending and attached digits", () => {
    assert.deepEqual(
      [...linkWords(LINK, "url")],
      ["url smith", "url cs", "url 340", "url cours", "url index", "url term", "url fall"],
    );
  });

  it("Link words include those in and around the anchor, each as a feature of its place", () => {
    const words = [...linkWords(LINK, "url+anchor+around")];
    assert.deepEqual(
      words.filter((word) => !word.startsWith("url ")),
      ["anchor beekeep", "anchor cours", "around see", "around hive"],
    );
  });

  it("Link words name the host when the link leads to another host than its page's", () => {
    const away = { ...LINK, parent: aUrl("http://other.example/") };
    assert.ok(linkWords(away, "url").has("url site"));
  });

  it("Link words come from the URL alone when a link has no snippet", () => {
    const alone = linkWords({ ...LINK, snippet: undefined }, "url+anchor+around");
    assert.deepEqual(alone, linkWords(LINK, "url"));
  });
});
