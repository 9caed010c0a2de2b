import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { OfferedLink } from "../../lib/domain/frontier/link.ts";
import { hostOf } from "../../lib/domain/url/canonical-url.ts";
import { SectionWriter, storedSection } from "../../lib/stack/link-sections.ts";
import { aUrl } from "../support/a-url.ts";
import { collect } from "../support/collect.ts";
import { memoryBlobStore } from "../support/memory-blob-store.ts";

function anOffer(path: number, length = 0): OfferedLink {
  const url = aUrl(`http://site.example/${path}`);
  return {
    ...{ url, host: hostOf(url), priority: 0.5, group: "g", depth: 2, redirects: 1 },
    ...{ parent: aUrl("http://other.example/"), model: "sha256:1", why: "y".repeat(length) },
    snippet: { anchor: "a", before: "b", after: "", title: "t", place: "menu", advice: 0.5 },
    quotas: [{ key: "k", limit: 3, rule: "trap:hosts", counts: "hosts" }],
    refusedBy: "host",
  };
}

/** Returns links as JSON, which leaves out what is undefined, with sorted keys. */
function asText(links: readonly (OfferedLink | undefined)[]): string[] {
  return links.map((link) =>
    JSON.stringify(Object.entries(link ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );
}

async function sectionOf(bytes: Uint8Array, shard: number) {
  const blobs = memoryBlobStore();
  await blobs.putNew("s", bytes);
  return collect(storedSection(blobs, shard, "s"));
}

describe("the sections of links", () => {
  it("A shard reads its own links in the order in which they were found, whatever others get", async () => {
    const writer = new SectionWriter();
    const links = Array.from({ length: 6 }, (_, path) => anOffer(path));
    for (const [path, link] of links.entries()) writer.add(path % 2, [link]);
    const bytes = writer.end();
    assert.ok(writer.isEmpty);
    assert.deepEqual(
      asText((await sectionOf(bytes, 1)).flat()),
      asText([links[1], links[3], links[5]]),
    );
    assert.deepEqual(await sectionOf(bytes, 2), []);
  });

  it("Many links are read a piece at a time", async () => {
    const writer = new SectionWriter();
    const links = Array.from({ length: 30 }, (_, path) => anOffer(path, 100_000));
    writer.add(1, links);
    const pieces = await sectionOf(writer.end(), 1);
    assert.ok(pieces.length > 2);
    assert.deepEqual(asText(pieces.flat()), asText(links));
  });

  it("A section that is gone or damaged is an error, not an empty one", async () => {
    await assert.rejects(collect(storedSection(memoryBlobStore(), 0, "s")), {
      code: "section-gone",
      reaction: "stop-crawl",
    });
    const writer = new SectionWriter();
    writer.add(0, [anOffer(1)]);
    const bytes = writer.end();
    bytes[5] = 0;
    await assert.rejects(sectionOf(bytes, 0), { code: "message-malformed" });
  });
});
