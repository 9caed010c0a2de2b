import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { inspectMember } from "../../../lib/adapters/warc/inspect-member.ts";
import {
  gzipRecord,
  packAnswer,
  payloadDigest,
  responseRecord,
  segmentInfo,
} from "../../../lib/adapters/warc/write-warc.ts";
import { aUrl } from "../../support/a-url.ts";
import { anyCharacter } from "../../support/any-text.ts";
import { aFetchedPage } from "../../support/scripted-web.ts";

const URL_OF_PAGE = aUrl("http://site.example/ä?q=1");
const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

async function aMember(html = "<p>Bees.</p>"): Promise<Buffer> {
  return gzipRecord(await responseRecord(aFetchedPage(URL_OF_PAGE, html), AT));
}

/** The fault of a member whose record was changed and packed again. */
async function faultAfter(change: (record: string) => string): Promise<string | undefined> {
  const record = gunzipSync(await aMember()).toString("latin1");
  const changed = change(record);
  assert.notEqual(changed, record, "nothing was changed");
  const found = inspectMember(gzipSync(Buffer.from(changed, "latin1")));
  return found.kind === "damaged" ? found.fault : undefined;
}

describe("a member read by a reader of its own", () => {
  it("inspectMember reads a record with type, URL, time and digest", async () => {
    assert.deepEqual(inspectMember(await aMember()), {
      kind: "record",
      type: "response",
      targetUri: URL_OF_PAGE,
      date: AT,
      bodyDigest: payloadDigest(new TextEncoder().encode("<p>Bees.</p>")),
      http: { status: 200, location: undefined, bodyBytes: 12 },
      truncated: "",
      refersTo: "",
    });
    const info = inspectMember(await segmentInfo("x.warc.gz", AT));
    assert.equal(info.kind === "record" && info.type, "warcinfo");
  });

  it("inspectMember accepts any page content", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), async (html) => {
        assert.equal(inspectMember(await aMember(html)).kind, "record");
      }),
      { seed: 1 },
    );
  });

  it("inspectMember never reads a flipped bit as another record", async () => {
    const member = await aMember();
    const whole = inspectMember(member);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: member.length - 1 }), fc.nat(7), (at, bit) => {
        const flipped = Buffer.from(member);
        flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at);
        const found = inspectMember(flipped);
        if (found.kind === "record") assert.deepEqual(found, whole);
      }),
      { seed: 1 },
    );
  });

  it("inspectMember requires the member to end where it states", async () => {
    const member = await aMember();
    assert.equal(inspectMember(member.subarray(0, -1)).kind, "damaged");
    assert.equal(inspectMember(Buffer.concat([member, Buffer.from("x")])).kind, "damaged");
    assert.equal(inspectMember(Buffer.concat([member, member])).kind, "damaged");
    assert.equal(inspectMember(Buffer.alloc(0)).kind, "damaged");
  });

  it("inspectMember reads a body that is stored by gzip, and checks the digest of what is in it", async () => {
    const body = Buffer.from("<p>Bees.</p>");
    const page = (gzipped: Buffer) => ({ ...aFetchedPage(URL_OF_PAGE, "<p>Bees.</p>"), gzipped });
    const { digest, member } = await packAnswer(page(gzipSync(body)), AT);
    const found = inspectMember(member);
    assert.ok(found.kind === "record");
    assert.deepEqual([found.bodyDigest, found.http?.bodyBytes], [digest, body.length]);
    for (const sent of [gzipSync("<p>Wasps.</p>"), body]) {
      const other = inspectMember((await packAnswer(page(sent), AT)).member);
      assert.match(other.kind === "damaged" ? other.fault : "", /body digest does not hold/);
    }
  });

  it("inspectMember reports the first fault of a member", async () => {
    const faults = [
      await faultAfter((record) => record.replace("WARC/1.1", "WARC/1.0")),
      await faultAfter((record) => record.replace("WARC-Date", "WARC-Dote")),
      await faultAfter((record) => record.replace("Bees", "Wasp")),
      await faultAfter((record) => record.replace(/(WARC-Payload-Digest: sha256:)./, "$1_")),
      await faultAfter((record) => record.replace("Bees", "Bees!")),
      await faultAfter((record) => record.slice(0, -4)),
      await faultAfter((record) => record.replace("WARC-Type: response", "WARC-Type response")),
    ];
    for (const [index, words] of [
      /not of WARC 1\.1/,
      /no warc-date/,
      /block digest/,
      /payload digest/,
      /head says/,
      /head says|two line ends/,
      /not a field/,
    ].entries()) {
      assert.match(faults[index] ?? "", words);
    }
  });
});
