import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  crawledFeatures,
  travellingFeatures,
} from "../../../../../lib/domain/methods/link-distance/dowser/dowser-trainer.ts";
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
  it("Transferable link features separate words from adjacent numbers, and keep the numbers' digit counts", () => {
    assert.deepEqual(featuresOf("anchor"), ["000", "cs"]);
    assert.deepEqual(featuresOf("around"), ["0000", "taught"]);
    assert.deepEqual(featuresOf("page"), ["00", "cours"]);
    assert.deepEqual(featuresOf("url"), ["000", "ada", "cs", "fall", "index"]);
  });

  it("Transferable link features are the forms of the last two path segments and the last segment's words", () => {
    assert.deepEqual(featuresOf("segment"), ["w.w"]);
    assert.deepEqual(featuresOf("directory"), ["w0-w"]);
    assert.deepEqual(featuresOf("last"), ["index"]);
  });

  it("Transferable link features include the link's place on its page", () => {
    assert.deepEqual(featuresOf("relation"), ["beside", "beside 3"]);
  });

  it("Transferable link features exist for a link to a start page", () => {
    const start = { ...LINK, url: aUrl("http://other.example/") };
    assert.ok(travellingFeatures(start).has("relation host"));
    assert.ok(travellingFeatures(start).has("segment "));
  });
});

describe("features of a link in a crawl", () => {
  it("Link features in a crawl add only the name of the page that contains the link", () => {
    const more = crawledFeatures(LINK).difference(travellingFeatures(LINK));
    assert.deepEqual([...more], [`list ${LINK.parent}`]);
    const found = { ...LINK, parent: undefined };
    assert.deepEqual(crawledFeatures(found), travellingFeatures(found));
  });
});
