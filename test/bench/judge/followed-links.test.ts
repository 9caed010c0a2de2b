import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { drawLinks } from "../../../bench/judge/followed-links.ts";
import { anAnchor, aPage } from "../../support/a-page.ts";
import { aUrl } from "../../support/a-url.ts";

const at = (path: string) => aUrl(`http://site.example/${path}`);
const linking = (from: string, to: string) =>
  aPage({
    url: at(from),
    title: `page ${from}`,
    anchors: [anAnchor(at(to), { text: `by ${from}` })],
  });

describe("followed links of the bench of judges", () => {
  it("A page gets one of the links that lead to it, another with another seed, and never its own", () => {
    const parents = Array.from({ length: 8 }, (_, from) => linking(String(from), "page"));
    const pages = [...parents, linking("alone", "alone")];
    const drawn = (seed: number) => drawLinks(pages, seed).get(at("page"));
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    const anchors = new Set(seeds.map((seed) => drawn(seed)?.snippet?.anchor));
    assert.ok(anchors.size > 3);
    const { parent, snippet } = drawn(1) ?? {};
    assert.equal(snippet?.title, `page ${parent?.split("/").at(-1)}`);
    assert.deepEqual(drawn(1), drawn(1));
    assert.equal(drawLinks(pages, 1).has(at("alone")), false);
  });
});
