import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { MadePage, MadeWeb } from "../../../bench/public/made-web.ts";
import { dollarsPerThousand, score, withSpread } from "../../../bench/public/score.ts";

const ORIGIN = "http://site.example";

/** A web of these paths; a content after the colon. */
function aWeb(...paths: readonly string[]): MadeWeb {
  const pages = paths.map((text): MadePage => {
    const [path = "", content] = text.split(":");
    const page = { url: ORIGIN + path, body: "", mediaType: "text/html", status: 200 };
    return content === undefined ? page : { ...page, content };
  });
  const contents = new Set(pages.flatMap(({ content }) => content ?? []));
  return {
    ...{ kind: "k", need: {}, keywords: [], seed: `${ORIGIN}/`, endless: () => undefined },
    pages: new Map(pages.map((page) => [page.url, page])),
    relevant: contents.size,
  };
}

const asked = (...paths: readonly string[]) =>
  paths.map((path) => ({ url: ORIGIN + path, status: 200, bytes: 10 }));

describe("the score of a crawl of the public benchmark", () => {
  const web = aWeb("/", "/a:a", "/a2:a", "/b:b", "/c:c");

  it("A copy is worth nothing, in the order and in the export", () => {
    const requests = asked("/robots.txt", "/", "/a", "/a2", "/b");
    const exported = ["/a", "/a2", "/b"].map((path) => ORIGIN + path);
    const told = score(web, 4, { requests, exported, cpuSeconds: 1 });
    assert.deepEqual([told.found, told.possible, told.pages, told.requests], [2, 3, 4, 5]);
    assert.deepEqual([told.precision, told.recall], [2 / 3, 2 / 3]);
    assert.equal(told.order, (0 + 1 + 1 + 2) / (1 + 2 + 3 + 3));
  });

  it("An order without a miss has 1, and pages beyond the budget do not count", () => {
    const best = score(web, 3, { requests: asked("/a", "/b", "/c"), exported: [], cpuSeconds: 1 });
    assert.deepEqual([best.order, best.f1], [1, 0]);
    const late = score(web, 1, { requests: asked("/", "/a"), exported: [], cpuSeconds: 1 });
    assert.deepEqual([late.found, late.possible, late.pages], [0, 1, 1]);
  });

  it("An exported address that redirects is the page where it leads, once", () => {
    const old = { ...aWeb("/old").pages.values().next().value, location: `${ORIGIN}/a` };
    const pages = new Map([...web.pages, [`${ORIGIN}/old`, old as MadePage]]);
    const exported = [`${ORIGIN}/old`, `${ORIGIN}/a`];
    const told = score({ ...web, pages }, 3, { requests: [], exported, cpuSeconds: 1 });
    assert.deepEqual([told.precision, told.recall], [1, 1 / 3]);
  });

  it("A page that is fetched twice, or failed, is no further page", () => {
    const failed = { url: `${ORIGIN}/b`, status: 503, bytes: 0 };
    const requests = [...asked("/a", "/a"), failed];
    const told = score(web, 3, { requests, exported: [], cpuSeconds: 1 });
    assert.deepEqual([told.pages, told.found, told.requests], [1, 1, 3]);
  });

  it("Several seeds have their mean with the lowest and the highest, and one has no spread", () => {
    assert.equal(withSpread([0.25, 0.5, 0.75]), "0.500 (0.250–0.750)");
    assert.equal(withSpread([0.25]), "0.250");
  });

  it("What a thousand contents cost follows from the processor time", () => {
    const cost = dollarsPerThousand({ found: 100, cpuSeconds: 10 });
    assert.ok(Math.abs(cost - 0.00287934) < 1e-6, String(cost));
  });
});
