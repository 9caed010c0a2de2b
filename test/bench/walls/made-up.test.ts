import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MADE_UP_PAGES } from "../../../bench/walls/made-up-pages.ts";
import { MADE_UP_WALLS } from "../../../bench/walls/made-up-walls.ts";
import { parsePage } from "../../../lib/domain/page/parse-page.ts";
import { wallOfPage } from "../../../lib/domain/page/walls/wall-of-page.ts";
import { aUrl } from "../../support/a-url.ts";

const url = aUrl("http://site.example/page");
const ARTICLE = `<p>${"Bees carry honey to the hive, and the queen lives on honey. ".repeat(60)}</p>`;

function wallOf(html: string): string | undefined {
  const view = parsePage({ url, html }, { maxLength: 1e6, overTime: () => false });
  return wallOfPage({ html, view })?.wall;
}

describe("made-up walls and pages", () => {
  it("Each wall is told as what it is", () => {
    const wrong = MADE_UP_WALLS.filter(({ wall, html }) => wallOf(html) !== wall);
    assert.deepEqual(
      wrong.map(({ name }) => name),
      [],
    );
  });

  it("No page that looks like a wall is one", () => {
    const wrong = MADE_UP_PAGES.filter(({ html }) => wallOf(html) !== undefined);
    assert.deepEqual(
      wrong.map(({ name }) => name),
      [],
    );
  });

  it("A wall with the text of a long article is none, wherever the text stands", () => {
    for (const { name, html } of MADE_UP_WALLS) {
      const body = html.indexOf("<body");
      const start = body < 0 ? 0 : html.indexOf(">", body) + 1;
      const above = html.slice(0, start) + ARTICLE + html.slice(start);
      assert.equal(wallOf(above), undefined, name);
      assert.equal(wallOf(html + ARTICLE), undefined, name);
    }
  });
});
