import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { downloadZip } from "client-zip";
import { openRecordedWeb } from "../../../../lib/adapters/web/recorded/recorded-web.ts";
import { describeWeb } from "../../../contract/web.ts";
import { aFolder } from "../../../support/a-folder.ts";
import { aUrl } from "../../../support/a-url.ts";
import { anHttpResponse, aRecord, gzipMembers, type RecordParts } from "../../warc/a-record.ts";
import { at, LIMITS, openBytes, openRecords, pageAt, textAt } from "./open-recording.ts";

describeWeb({
  name: "A recorded web",
  async open(site) {
    const folder = mkdtempSync(join(tmpdir(), "dowser-"));
    const records = Object.entries(site).map(([path, { body, headers, status }]) =>
      aRecord({ uri: at(path), block: anHttpResponse(body, headers, status) }),
    );
    writeFileSync(join(folder, "site.warc.gz"), gzipMembers(...records));
    const web = await openRecordedWeb([folder]);
    return {
      web,
      urlOf: at,
      async close() {
        web.close();
        rmSync(folder, { recursive: true });
      },
    };
  },
});

describe("openRecordedWeb", () => {
  it("`openRecordedWeb` knows which pages were recorded, and that the others were not", async (test) => {
    const web = await openRecords(test, { uri: at("/a") }, { uri: at("/b") });
    assert.deepEqual([...web.urls()], [at("/a"), at("/b")]);
    assert.equal(web.size, 2);
    assert.deepEqual(await web.fetch(at("/c"), LIMITS), { kind: "not-recorded" });
  });

  it("`openRecordedWeb` reads plain and packed files, WARC 1.0 and 1.1, and nested folders by name", async (test) => {
    const folder = aFolder(test);
    mkdirSync(join(folder, "b/c"), { recursive: true });
    writeFileSync(join(folder, "b/c/1.warc"), aRecord({ uri: at("/2"), version: "1.0" }));
    writeFileSync(join(folder, "a.warc.gz"), gzipMembers(aRecord({ uri: at("/1") })));
    writeFileSync(join(folder, "b/readme.txt"), "no WARC");
    const single = join(folder, "other-name");
    writeFileSync(single, Buffer.concat([aRecord({ uri: at("/3") }), aRecord({ uri: at("/4") })]));
    const web = await openRecordedWeb([folder, single]);
    test.after(() => web.close());
    assert.deepEqual([...web.urls()], [at("/1"), at("/2"), at("/3"), at("/4")]);
    for (const url of web.urls()) assert.equal((await web.fetch(url, LIMITS)).kind, "page");
    assert.equal(web.report.files, 3);
  });

  it("`openRecordedWeb` knows URLs in canonical form, and no other schemes", async (test) => {
    const web = await openRecords(
      test,
      { uri: "HTTP://H.Example:80/a/../b#part" },
      { uri: "<http://h.example/wget>" },
      { uri: "dns:h.example", type: "response" },
      { uri: "urn:x", type: "resource" },
    );
    assert.deepEqual([...web.urls()], [at("/b"), at("/wget")]);
  });

  it("`openRecordedWeb` skips records that are no responses", async (test) => {
    const others = ["warcinfo", "request", "metadata", "conversion", "continuation", "future"];
    const web = await openRecords(test, ...others.map((type) => ({ type })), { uri: at("/a") });
    assert.deepEqual([...web.urls()], [at("/a")]);
    assert.equal(web.report.damaged, 0);
  });

  it("`openRecordedWeb` answers with the first of several records of a URL", async (test) => {
    const web = await openRecords(
      test,
      { uri: at("/a"), block: anHttpResponse("first") },
      { uri: at("/a"), block: anHttpResponse("second") },
    );
    assert.equal(await textAt(web, "/a"), "first");
    assert.equal(web.report.duplicates, 1);
  });

  const worse: Readonly<Record<string, RecordParts["block"]>> = {
    "a redirect to itself": anHttpResponse("", [["Location", at("/a")]], 307),
    "a missing page": anHttpResponse("not found", [], 404),
    "a busy server": anHttpResponse("busy", [], 503),
    "no content": anHttpResponse("", [], 204),
    "an empty page": anHttpResponse(""),
    "a part of the page": anHttpResponse("pa", [["Content-Range", "bytes 0-1/4"]], 206),
    "what is no HTTP": "nothing",
  };
  for (const [name, block = ""] of Object.entries(worse)) {
    it(`\`openRecordedWeb\` prefers a page to ${name} of the same URL`, async (test) => {
      const [other, page] = [{ uri: at("/a"), block }, { uri: at("/a") }];
      for (const records of [
        [other, page],
        [page, other],
      ])
        assert.equal(await textAt(await openRecords(test, ...records), "/a"), "<p>hello</p>");
    });
  }

  it("`openRecordedWeb` prefers a redirect to an error", async (test) => {
    const web = await openRecords(
      test,
      { uri: at("/a"), block: anHttpResponse("", [], 500) },
      { uri: at("/a"), block: anHttpResponse("", [["Location", "/b"]], 301) },
    );
    assert.equal((await web.fetch(at("/a"), LIMITS)).kind, "redirect");
  });

  for (const method of ["POST", "OPTIONS", "HEAD"]) {
    it(`\`openRecordedWeb\` takes no answer to ${method} for a page`, async (test) => {
      const asked = (verb: string, of?: string): RecordParts => ({
        type: "request",
        uri: at("/a"),
        block: `${verb} /a HTTP/1.1\r\n\r\n`,
        ...(of !== undefined && { fields: { "WARC-Concurrent-To": of } }),
      });
      const answer = (body: string, id: string): RecordParts => ({
        uri: at("/a"),
        block: anHttpResponse(body),
        fields: { "WARC-Record-ID": id },
      });
      const [sent, page] = [answer("sent", "<urn:uuid:1>"), answer("page", "<urn:uuid:2>")];
      const orders = [
        [sent, asked(method), page, asked("GET")],
        [asked(method), sent, asked("GET"), page],
        [sent, asked(method, "<urn:uuid:1>"), page, asked("GET", "<urn:uuid:2>")],
        [asked(method, "<urn:uuid:1>"), sent, page],
      ];
      for (const records of orders) {
        const web = await openRecords(test, ...records);
        assert.equal(await textAt(web, "/a"), "page");
        assert.deepEqual([web.report.notGet, web.report.duplicates], [1, 0]);
      }
      assert.equal((await openRecords(test, sent, asked(method))).size, 0);
    });
  }

  it("`openRecordedWeb` reads the WARC files in a WACZ file", async (test) => {
    const folder = aFolder(test);
    const pages = { "archive/a.warc.gz": gzipMembers(aRecord({ uri: at("/1") })) };
    const more = { "archive/b.warc": aRecord({ uri: at("/2") }), "pages/pages.jsonl": "{}" };
    const entries = Object.entries({ ...pages, ...more });
    const stored = await downloadZip(entries.map(([name, input]) => ({ name, input }))).bytes();
    writeFileSync(join(folder, "x.wacz"), stored);
    const web = await openRecordedWeb([folder]);
    test.after(() => web.close());
    assert.deepEqual([...web.urls()], [at("/1"), at("/2")]);
    for (const url of web.urls()) assert.equal((await web.fetch(url, LIMITS)).kind, "page");
    writeFileSync(join(folder, "x.wacz"), stored.subarray(0, -60));
    await assert.rejects(openRecordedWeb([folder]), { code: "bad-warc", message: /ZIP file/ });
  });

  it("`openRecordedWeb` reads a resource record as a page", async (test) => {
    const web = await openRecords(test, {
      type: "resource",
      fields: { "Content-Type": "text/plain; charset=x" },
      block: "bare",
    });
    const page = await pageAt(web, "/");
    assert.equal(Buffer.from(page.body).toString(), "bare");
    assert.deepEqual([page.status, page.mediaType, page.charset], [200, "text/plain", "x"]);
  });

  it("`openRecordedWeb` reads field names in any case", async (test) => {
    const record = aRecord({ uri: at("/a") })
      .toString("latin1")
      .replace("WARC-Type", "warc-type")
      .replace("WARC-Target-URI", "Warc-Target-Uri");
    const web = await openBytes(test, gzipSync(Buffer.from(record, "latin1")));
    assert.deepEqual([...web.urls()], [at("/a")]);
  });

  it("`openRecordedWeb` refuses a missing path, a folder without WARC files, and a file of another format", async (test) => {
    const folder = aFolder(test);
    await assert.rejects(openRecordedWeb([join(folder, "none")]), { code: "no-warc" });
    await assert.rejects(openRecordedWeb([folder]), { code: "no-warc" });
    for (const bytes of ["hello", gzipSync("hello"), "WARC/1.1\r\nbut no more"]) {
      const file = join(folder, "x.warc.gz");
      writeFileSync(file, bytes);
      await assert.rejects(openRecordedWeb([file]), { code: "bad-warc", reaction: "fix-config" });
    }
  });
});

describe("A recorded web's aliases", () => {
  it("A recorded web's aliases identify the page by the URL it was recorded under", async (test) => {
    const web = await openRecords(test, { uri: at("/~u/d/index.html") }, { uri: at("/x/") });
    for (const [asked, recorded] of [
      ["http://h.example/x", "/x/"],
      ["https://h.example/x/index.html", "/x/"],
      ["http://h.example/%7Eu/d/index.html", "/~u/d/index.html"],
      ["https://h.example/%7Eu/d", "/~u/d/index.html"],
    ] as const) {
      assert.equal(web.identify(aUrl(asked)), at(recorded));
      const outcome = await web.fetch(aUrl(asked), LIMITS);
      assert.ok(outcome.kind === "page");
      assert.equal(outcome.url, at(recorded));
    }
  });

  it("A recorded web's aliases give way when the exact URL is recorded", async (test) => {
    const web = await openRecords(test, { uri: at("/x/") }, { uri: at("/x") });
    assert.equal(web.identify(at("/x")), at("/x"));
  });

  it("A recorded web's aliases leave a URL without a record unchanged", async (test) => {
    const web = await openRecords(test, { uri: at("/x/") });
    assert.equal(web.identify(at("/y")), at("/y"));
    assert.equal(web.identify(at("/x?q")), at("/x?q"));
  });

  it("A recorded web's aliases are counted, each once, and nothing else is", async (test) => {
    const web = await openRecords(test, { uri: at("/x/") });
    const others = ["/x/", "/y", "/x?q", "/x/index.html/index.html"];
    for (const path of others) web.identify(at(path));
    assert.equal(web.aliases(), 0);
    for (const path of ["/x", "/x", "/x/index.html"]) web.identify(at(path));
    assert.equal(web.aliases(), 2);
    await web.fetch(at("/x"), LIMITS);
    await web.fetch(at("/x/home.htm"), LIMITS);
    assert.equal(web.aliases(), 3);
  });
});

describe("A recorded web's revisits", () => {
  const body = "the same as ever";
  const digest = "sha1:AAAA";
  const original: RecordParts = {
    uri: at("/a"),
    fields: { "WARC-Payload-Digest": digest },
    block: anHttpResponse(body),
  };
  const head = anHttpResponse("", [["Content-Type", "text/plain"]]);

  it("A recorded web's revisits get the body of the record they refer to, wherever it is", async (test) => {
    const web = await openRecords(
      test,
      {
        type: "revisit",
        uri: at("/b"),
        block: head,
        fields: { "WARC-Refers-To-Target-URI": at("/a") },
      },
      original,
      { type: "revisit", uri: at("/c"), block: head, fields: { "WARC-Payload-Digest": digest } },
    );
    for (const path of ["/b", "/c"]) {
      assert.equal(await textAt(web, path), body);
      assert.equal((await pageAt(web, path)).mediaType, "text/plain");
      assert.equal((await pageAt(web, path)).url, at(path));
    }
  });

  it("A recorded web's revisits find their page by its record, another scheme, in brackets, or by another case of digest", async (test) => {
    const id = "<urn:uuid:1>";
    const web = await openRecords(
      test,
      { ...original, fields: { ...original.fields, "WARC-Record-ID": id } },
      { type: "revisit", uri: at("/b"), block: head, fields: { "WARC-Refers-To": id } },
      {
        type: "revisit",
        uri: at("/c"),
        block: head,
        fields: { "WARC-Refers-To-Target-URI": "https://h.example/a" },
      },
      {
        type: "revisit",
        uri: at("/d"),
        block: head,
        fields: { "WARC-Payload-Digest": digest.toUpperCase() },
      },
      {
        type: "revisit",
        uri: at("/e"),
        block: head,
        // The grammar of WARC 1.0 has brackets around it.
        fields: { "WARC-Refers-To-Target-URI": `<${at("/a")}>` },
      },
    );
    for (const path of ["/b", "/c", "/d", "/e"]) assert.equal(await textAt(web, path), body);
  });

  it("A recorded web's revisits may refer to one another", async (test) => {
    const fields = (path: string) => ({ "WARC-Refers-To-Target-URI": at(path) });
    const web = await openRecords(
      test,
      { type: "revisit", uri: at("/b"), block: head, fields: fields("/a") },
      { type: "revisit", uri: at("/c"), block: head, fields: fields("/b") },
      original,
    );
    assert.equal(await textAt(web, "/c"), body);
  });

  it("A recorded web's revisits are duplicates when their URL has a record of its own", async (test) => {
    const revisit = { ...original, type: "revisit", block: head };
    const web = await openRecords(test, revisit, original, revisit);
    assert.equal(await textAt(web, "/a"), body);
    assert.deepEqual([web.report.duplicates, web.report.unresolvedRevisits], [2, 0]);
  });

  it("A recorded web's revisits equal the original when they have no head, or status 304", async (test) => {
    const fields = { "WARC-Payload-Digest": digest };
    const web = await openRecords(
      test,
      original,
      { type: "revisit", uri: at("/b"), block: "", fields },
      { type: "revisit", uri: at("/c"), block: anHttpResponse("", [], 304), fields },
    );
    for (const path of ["/b", "/c"]) assert.equal((await pageAt(web, path)).mediaType, "text/html");
  });

  it("A recorded web's revisits are counted and skipped when they refer to no record", async (test) => {
    const web = await openRecords(test, original, { type: "revisit", uri: at("/b"), block: head });
    assert.deepEqual([...web.urls()], [at("/a")]);
    assert.equal(web.report.unresolvedRevisits, 1);
  });
});

const corpus = join(import.meta.dirname, "../../../../../shared/corpora/webkb/texas.warc.gz");
describe("A real recording", {
  skip: existsSync(corpus) ? false : "the shared corpora are not here",
}, () => {
  it("A real recording is read without a loss", async () => {
    const web = await openRecordedWeb([corpus]);
    assert.equal(web.size, 817);
    assert.deepEqual(web.report, {
      ...{ files: 1, duplicates: 0, notGet: 0 },
      ...{ damaged: 0, unresolvedRevisits: 0 },
      unused: { recording: new Map(), revisit: new Map() },
    });
    let pages = 0;
    for (const url of web.urls()) {
      assert.equal(web.identify(url), url);
      if ((await web.fetch(url, LIMITS)).kind === "page") pages++;
    }
    assert.equal(pages, web.size);
    web.close();
  });
});
