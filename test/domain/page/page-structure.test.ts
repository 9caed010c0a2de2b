import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pageStructure } from "../../../lib/domain/page/page-structure.ts";
import { viewOf } from "./a-page.ts";

const page = viewOf(
  "<ul class=menu><li><a class=up href=a>1</a><li><a href=b>2</a><li><a href=c>3</a><li><a href=b>4</a></ul>" +
    "<div><p>text</div><div class=post7><p>text</div>",
);

describe("the structure of a page", () => {
  it("The page structure counts tag paths and class paths together, and equal ones once", () => {
    assert.deepEqual(pageStructure(page).paths, {
      "/html/body/ul/li/a": 4,
      "/html/body/ul.menu/li/a": 3,
      "/html/body/ul.menu/li/a.up": 1,
      "/html/body/div/p/text()": 2,
      "/html/body/div.post0/p/text()": 1,
    });
  });

  it("The page structure lists the distinct URLs of each Apath in page order", () => {
    const url = (path: string): string => new URL(path, page.url).href;
    assert.deepEqual(pageStructure(page).links, {
      "/html/body/ul/li/a.up": [url("a")],
      "/html/body/ul/li/a": [url("b"), url("c")],
    });
  });

  it("The page structure lists the URLs of each class path if requested", () => {
    const { links } = pageStructure(page, "classPath");
    assert.deepEqual(Object.keys(links), ["/html/body/ul.menu/li/a.up", "/html/body/ul.menu/li/a"]);
  });

  it("The page structure survives JSON and is empty for an empty page", () => {
    const structure = pageStructure(page);
    assert.deepEqual(JSON.parse(JSON.stringify(structure)), structure);
    assert.deepEqual(pageStructure(viewOf("")), { paths: {}, links: {} });
  });
});
