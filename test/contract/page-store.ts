import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { textsLine } from "../../lib/adapters/page-texts.ts";
import { textViewOf } from "../../lib/domain/page/view-parts.ts";
import type { FetchedPage } from "../../lib/domain/web/http/fetch-outcome.ts";
import type { PageStore } from "../../lib/ports/page-store.ts";
import { anAnchor, aPage } from "../support/a-page.ts";
import { aUrl } from "../support/a-url.ts";
import { collect } from "../support/collect.ts";

/** A way to get an empty store. */
export interface PageStoreUnderTest {
  readonly name: string;
  readonly open: () => Promise<PageStore>;
  /** Releases what `open` took besides the store. */
  readonly remove: () => Promise<void>;
}

/** Returns a page with sensible defaults. */
export function aFetchedPage(parts: Partial<FetchedPage> = {}): FetchedPage {
  return {
    kind: "page",
    url: aUrl("http://h.example/"),
    status: 200,
    headers: [["content-type", "text/html; charset=utf-8"]],
    body: Buffer.from("<p>hello</p>"),
    mediaType: "text/html",
    charset: "utf-8",
    truncated: false,
    ...parts,
  };
}

/**
 * Letters of header values: those that end, split or escape in some format, and letters of 1 to 4
 * bytes.
 */
const VALUE_LETTERS = Array.from('aZ0 \t,,,;:="\\<>\u00a0éÿ中\u2028\ufeff😀');

/** Ms since the epoch, with a fraction of a second that must not be lost. */
export const FETCHED_AT: number = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/** Texts of pages, with letters of any kind, also broken ones. */
const LETTERS = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
const SOME_TEXTS = fc.record({
  url: fc.nat(),
  title: LETTERS,
  language: fc.constantFrom("en", undefined),
  signals: fc.subarray(["robots: noindex", "tdm-reservation: 1"]),
  headings: fc.array(LETTERS.map((text) => ({ level: 2 as const, text }))),
  mainText: LETTERS,
  text: LETTERS,
  links: fc.array(LETTERS),
});

/** Tests the promises of every page store. */
export function describePageStore({ name, open, remove }: PageStoreUnderTest): void {
  describe(`${name} is a page store`, () => {
    const onStore = (test: (store: PageStore) => Promise<void>) => async () => {
      const store = await open();
      try {
        await test(store);
      } finally {
        await store.close();
        await remove();
      }
    };
    const get = async (store: PageStore, page: FetchedPage): Promise<FetchedPage> => {
      const stored = await store.get(page.url);
      assert.ok(stored, `${page.url} is not stored`);
      return stored;
    };

    it(
      "A page store gives back what was stored",
      onStore(async (store) => {
        const page = aFetchedPage({ status: 203, truncated: true });
        await store.put(page, FETCHED_AT);
        const stored = await get(store, page);
        assert.deepEqual(Buffer.from(stored.body), page.body);
        const length = String(page.body.length);
        const headers = [...page.headers, ["content-length", length]];
        assert.deepEqual({ ...stored, body: page.body }, { ...page, headers });
      }),
    );

    it(
      "A page store keeps the texts of a page, given by its view or in a line, and has none of others",
      onStore(async (store) => {
        await fc.assert(
          fc.asyncProperty(SOME_TEXTS, fc.boolean(), async ({ url, links, ...texts }, isLine) => {
            const page = aFetchedPage({ url: aUrl(`http://h.example/${url}`) });
            const anchors = links.map((text) => anAnchor("http://h.example/", { text }));
            const view = aPage({ ...texts, url: page.url, anchors });
            const isFirst = (await store.get(page.url)) === undefined;
            await store.put(page, FETCHED_AT, undefined, isLine ? textsLine(view) : view);
            if (isFirst) assert.deepEqual(await store.texts?.(page.url), textViewOf(view));
          }),
          { numRuns: 50, seed: 1 },
        );
        await store.put(aFetchedPage(), FETCHED_AT);
        assert.equal(await store.texts?.(aFetchedPage().url), undefined);
      }),
    );

    it(
      "A page store has nothing for a URL that was not stored",
      onStore(async (store) => {
        await store.put(aFetchedPage(), FETCHED_AT);
        assert.equal(await store.get(aUrl("http://h.example/other")), undefined);
      }),
    );

    it(
      "A page store gives the body's digest",
      onStore(async (store) => {
        const { digest } = await store.put(aFetchedPage({ body: Buffer.from("abc") }), FETCHED_AT);
        // FIPS 180-2, appendix B.1.
        assert.equal(
          digest,
          "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        );
      }),
    );

    it(
      "A page store keeps the first of two pages of a URL, and returns its place",
      onStore(async (store) => {
        const first = await store.put(aFetchedPage({ body: Buffer.from("first") }), FETCHED_AT);
        const second = await store.put(
          aFetchedPage({ body: Buffer.from("second") }),
          FETCHED_AT + 1,
        );
        assert.deepEqual(second, first);
        assert.equal(Buffer.from((await get(store, aFetchedPage())).body).toString(), "first");
      }),
    );

    it(
      "A page store stores a URL once that is put twice at the same time",
      onStore(async (store) => {
        const bodies = ["first", "second"].map((text) => Buffer.from(text));
        const [first, second] = await Promise.all(
          bodies.map((body) => store.put(aFetchedPage({ body }), FETCHED_AT)),
        );
        assert.deepEqual(second, first);
        assert.equal((await collect(store.urls())).length, 1);
      }),
    );

    it(
      "A page store lists URLs in the order of storing, also of pages put at the same time",
      onStore(async (store) => {
        // The first takes longest to compress.
        const pages = [4_000_000, 10, 100_000, 1].map((size, index) =>
          aFetchedPage({
            url: aUrl(`http://h.example/${9 - index}`),
            body: Buffer.alloc(size, "ab"),
          }),
        );
        await Promise.all(pages.map((page) => store.put(page, FETCHED_AT)));
        const urls = await collect(store.urls());
        assert.deepEqual(
          urls,
          pages.map(({ url }) => url),
        );
        for (const page of pages)
          assert.equal((await get(store, page)).body.length, page.body.length);
      }),
    );

    it(
      "A page store leaves out headers that are not true of the stored body",
      onStore(async (store) => {
        const page = aFetchedPage({
          headers: [
            ["content-encoding", "gzip"],
            ["set-cookie", "a=1"],
            ["transfer-encoding", "chunked"],
            ["content-length", "7"],
            ["connection", "close"],
            ["set-cookie", "b=2"],
          ],
        });
        await store.put(page, FETCHED_AT);
        assert.deepEqual((await get(store, page)).headers, [
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2"],
          ["content-length", "12"],
        ]);
      }),
    );

    it(
      "A page store keeps a body as it was sent by gzip, and gives it without the coding, too",
      onStore(async (store) => {
        const html = `<p>hello</p>${"<p>Bees fly.".repeat(20_000)}`;
        const gzipped = gzipSync(html, { level: 0 });
        const headers = [
          ["content-encoding", "GZip"],
          ["content-length", "7"],
          ["x-a", "1"],
        ] as const;
        const page = aFetchedPage({ headers, body: Buffer.from(html), gzipped });
        const ref = await store.put(page, FETCHED_AT);
        const stored = await get(store, page);
        assert.equal(Buffer.from(stored.body).toString(), html);
        assert.deepEqual(Buffer.from(stored.gzipped ?? []), gzipped);
        assert.deepEqual(stored.headers, [
          ["x-a", "1"],
          ["content-encoding", "gzip"],
          ["content-length", String(gzipped.length)],
        ]);
        assert.equal(ref.digest, `sha256:${hash("sha256", html)}`);
        assert.equal((await store.put(page, FETCHED_AT)).digest, ref.digest);
      }),
    );

    it(
      "A page store keeps its body when the caller changes it later",
      onStore(async (store) => {
        const body = Buffer.from("as it was");
        await store.put(aFetchedPage({ body }), FETCHED_AT);
        body.fill(0);
        assert.equal(Buffer.from((await get(store, aFetchedPage())).body).toString(), "as it was");
      }),
    );

    it(
      "A page store gives back any headers and any body",
      onStore(async (store) => {
        const name = fc.stringMatching(/^x-[a-z0-9!#$%&'*+.^_`|~-]{0,12}$/);
        const value = fc.string({ unit: fc.constantFrom(...VALUE_LETTERS) }).map(asFieldValue);
        const headers = fc.array(fc.tuple(name, value), { maxLength: 8 });
        const body = fc.uint8Array({ maxLength: 400 });
        let count = 0;
        const property = fc.asyncProperty(headers, body, async (headers, body) => {
          const page = aFetchedPage({ url: aUrl(`http://h.example/${count++}`), headers, body });
          await store.put(page, FETCHED_AT);
          const stored = await get(store, page);
          assert.deepEqual(stored.headers.slice(0, -1), headers);
          assert.deepEqual(Buffer.from(stored.body), Buffer.from(body));
        });
        await fc.assert(property, { seed: 1, numRuns: 200 });
      }),
    );

    it(
      "A page store cannot be made to write a header that a server injects",
      onStore(async (store) => {
        const page = aFetchedPage({
          headers: [
            ["x-a", "1\r\nx-b: 2\r\n\r\n<p>"],
            ["x c", "3"],
          ],
        });
        await store.put(page, FETCHED_AT);
        const { headers, body } = await get(store, page);
        assert.deepEqual(headers, [
          ["x-a", "1 x-b: 2 <p>"],
          ["content-length", "12"],
        ]);
        assert.equal(Buffer.from(body).toString(), "<p>hello</p>");
      }),
    );
  });
}

/** Returns a text as a header value can arrive: one line, no blanks at its ends, RFC 9110 §5.5. */
function asFieldValue(text: string): string {
  return text.replace(/[\r\n\0]/g, "").replace(/^[ \t]+|[ \t]+$/g, "");
}
