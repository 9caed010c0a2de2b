import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { linkWords } from "../../../../lib/domain/strategy/adaptive/link-words.ts";
import { aUrl } from "../../../support/a-url.ts";

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
  it("are the stems of its URL's path and query, without host, ending and digits grown on", () => {
    assert.deepEqual(
      [...linkWords(LINK, "url")],
      ["url smith", "url cs", "url 340", "url cours", "url index", "url term", "url fall"],
    );
  });

  it("are those of the anchor and around it, too, each a feature of its own place", () => {
    const words = [...linkWords(LINK, "url+anchor+around")];
    assert.deepEqual(
      words.filter((word) => !word.startsWith("url ")),
      ["anchor beekeep", "anchor cours", "around see", "around hive"],
    );
  });

  it("name the host where the link leads away from that of its page", () => {
    const away = { ...LINK, parent: aUrl("http://other.example/") };
    assert.ok(linkWords(away, "url").has("url site"));
  });

  it("are the URL's alone of a link without a snippet", () => {
    const alone = linkWords({ ...LINK, snippet: undefined }, "url+anchor+around");
    assert.deepEqual(alone, linkWords(LINK, "url"));
  });
});
