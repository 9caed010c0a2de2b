import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  crawledFeatures,
  travellingFeatures,
} from "../../../../../lib/domain/strategy/link-distance/dowser/link-features.ts";
import { aUrl } from "../../../../support/a-url.ts";

const LINK = {
  url: aUrl("http://site.example/~ada/cs314-fall/index.html"),
  parent: aUrl("http://site.example/courses/"),
  snippet: { anchor: "CS314", before: "taught in 1996", after: "", title: "Courses97" },
};

const featuresOf = (kind: string) =>
  [...travellingFeatures(LINK)]
    .filter((feature) => feature.startsWith(`${kind} `))
    .map((feature) => feature.slice(kind.length + 1))
    .toSorted();

describe("features of a link that hold for other sites", () => {
  it("are words apart from the numbers at them, and of these how many digits they have", () => {
    assert.deepEqual(featuresOf("anchor"), ["000", "cs"]);
    assert.deepEqual(featuresOf("around"), ["0000", "taught"]);
    assert.deepEqual(featuresOf("page"), ["00", "cours"]);
    assert.deepEqual(featuresOf("url"), ["000", "ada", "cs", "fall", "index"]);
  });

  it("are how the last two parts of the path are made, and the words of the last", () => {
    assert.deepEqual(featuresOf("segment"), ["w.w"]);
    assert.deepEqual(featuresOf("directory"), ["w0-w"]);
    assert.deepEqual(featuresOf("last"), ["index"]);
  });

  it("are those of the place of a link, too", () => {
    assert.deepEqual(featuresOf("relation"), ["beside", "beside 3"]);
  });

  it("are there of a link to a start page", () => {
    const start = { ...LINK, url: aUrl("http://other.example/") };
    assert.ok(travellingFeatures(start).has("relation host"));
    assert.ok(travellingFeatures(start).has("segment "));
  });
});

describe("features of a link in a crawl", () => {
  it("name the page that it stands on, where it stands on one, and no other feature does", () => {
    const more = crawledFeatures(LINK).difference(travellingFeatures(LINK));
    assert.deepEqual([...more], [`list ${LINK.parent}`]);
    const found = { ...LINK, parent: undefined };
    assert.deepEqual(crawledFeatures(found), travellingFeatures(found));
  });
});
