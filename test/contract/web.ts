import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { FetchedPage, FetchLimits } from "../../lib/domain/fetch/fetch-outcome.ts";
import type { Url } from "../../lib/domain/url/url.ts";
import type { Web } from "../../lib/ports/web.ts";

/** What a site answers for one path. */
export interface SiteResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array;
}

/** Path, with its query → answer. */
export type SiteSpec = Readonly<Record<string, SiteResponse>>;

/** A site that a web can reach. */
export interface OpenSite {
  readonly web: Web;
  urlOf(path: string): Url;
  close(): Promise<void>;
}

/** A way to have a web that answers as a site does. */
export interface WebUnderTest {
  readonly name: string;
  readonly open: (site: SiteSpec) => Promise<OpenSite>;
}

const LIMITS: FetchLimits = { bodyBytes: 10_000, timeoutMs: 10_000 };
const HTML = [["Content-Type", "text/html; charset=utf-8"]] as const;

const SITE: SiteSpec = {
  "/": { status: 200, headers: HTML, body: "<p>café</p>" },
  "/query?a=1&b=%20": { status: 200, headers: HTML, body: "query" },
  "/latin": {
    status: 200,
    headers: [["content-type", "Text/HTML; Charset=ISO-8859-1"]],
    body: Buffer.from("<p>caf\u00e9</p>", "latin1"),
  },
  "/untyped": { status: 200, headers: [], body: "?" },
  "/empty": { status: 204, headers: HTML, body: "" },
  "/cookies": {
    status: 200,
    headers: [["Set-Cookie", "a=1"], ["X-Between", "x"], ["Set-Cookie", "b=2"], ...HTML],
    body: "cookies",
  },
  "/full": { status: 200, headers: HTML, body: "x".repeat(LIMITS.bodyBytes) },
  "/long": { status: 200, headers: HTML, body: "y".repeat(LIMITS.bodyBytes + 1) },
  "/gzip": coded("gzip", gzipSync("<p>packed</p>")),
  "/br": coded("br", brotliCompressSync("<p>packed</p>")),
  "/bomb": coded("gzip", gzipSync("z".repeat(100 * LIMITS.bodyBytes))),
  "/broken-gzip": coded("gzip", Buffer.from("1f8b0800000000000003ffffffffffffffffffff", "hex")),
  "/moved": { status: 301, headers: [["Location", "../query?a=1&b=%20#part"]], body: "moved" },
  "/found": { status: 302, headers: [["Location", "HTTP://Other.Example:80/x"]], body: "" },
  "/nowhere": { status: 302, headers: [], body: "" },
  "/ftp": { status: 307, headers: [["Location", "ftp://h.example/"]], body: "" },
  "/missing": { status: 404, headers: HTML, body: "no such page" },
  "/gone": { status: 410, headers: HTML, body: "" },
  "/broken": { status: 500, headers: HTML, body: "oops" },
  "/busy": { status: 503, headers: [["Retry-After", "7"]], body: "" },
  "/slow-down": { status: 429, headers: [], body: "" },
};

function coded(coding: string, body: Uint8Array): SiteResponse {
  return { status: 200, headers: [...HTML, ["Content-Encoding", coding]], body };
}

/** What every web promises: the loop is written against these sentences. */
export function describeWeb({ name, open }: WebUnderTest): void {
  describe(`${name} is a web`, () => {
    const onSite = (test: (site: OpenSite) => Promise<void>) => async () => {
      const site = await open(SITE);
      try {
        await test(site);
      } finally {
        await site.close();
      }
    };
    const fetchPage = async (site: OpenSite, path: string): Promise<FetchedPage> => {
      const outcome = await site.web.fetch(site.urlOf(path), LIMITS);
      assert.ok(outcome.kind === "page", `${path}: ${JSON.stringify(outcome)}`);
      return outcome;
    };
    const text = (page: FetchedPage): string => Buffer.from(page.body).toString();

    it(
      "fetches a page: status, body, media type, charset",
      onSite(async (site) => {
        const page = await fetchPage(site, "/");
        assert.equal(page.url, site.urlOf("/"));
        assert.equal(page.status, 200);
        assert.equal(text(page), "<p>café</p>");
        assert.deepEqual([page.mediaType, page.charset], ["text/html", "utf-8"]);
        assert.equal(page.truncated, false);
      }),
    );

    it(
      "takes the query as part of the URL",
      onSite(async (site) => {
        assert.equal(text(await fetchPage(site, "/query?a=1&b=%20")), "query");
      }),
    );

    it(
      "leaves the charset as it is",
      onSite(async (site) => {
        const page = await fetchPage(site, "/latin");
        assert.deepEqual([page.mediaType, page.charset], ["text/html", "ISO-8859-1"]);
        assert.equal(Buffer.from(page.body).toString("latin1"), "<p>caf\u00e9</p>");
      }),
    );

    it(
      "has no media type where none was sent",
      onSite(async (site) => {
        const page = await fetchPage(site, "/untyped");
        assert.deepEqual([page.mediaType, page.charset], ["", undefined]);
      }),
    );

    it(
      "fetches a page without a body",
      onSite(async (site) => {
        const page = await fetchPage(site, "/empty");
        assert.deepEqual([page.status, page.body.length, page.truncated], [204, 0, false]);
      }),
    );

    it(
      "keeps repeated headers in order, names in lower case",
      onSite(async (site) => {
        const { headers } = await fetchPage(site, "/cookies");
        const cookies = headers.filter(([header]) => header === "set-cookie");
        assert.deepEqual(
          cookies.map(([, value]) => value),
          ["a=1", "b=2"],
        );
        assert.ok(headers.every(([header]) => header === header.toLowerCase()));
      }),
    );

    it(
      "takes a body of just the limit whole",
      onSite(async (site) => {
        const page = await fetchPage(site, "/full");
        assert.deepEqual([page.body.length, page.truncated], [LIMITS.bodyBytes, false]);
      }),
    );

    it(
      "cuts a longer body at the limit, and says so",
      onSite(async (site) => {
        const page = await fetchPage(site, "/long");
        assert.deepEqual([page.body.length, page.truncated], [LIMITS.bodyBytes, true]);
      }),
    );

    for (const path of ["/gzip", "/br"]) {
      it(
        `undoes the content coding of ${path}`,
        onSite(async (site) => {
          assert.equal(text(await fetchPage(site, path)), "<p>packed</p>");
        }),
      );
    }

    it(
      "cuts what a small body unpacks to at the limit",
      onSite(async (site) => {
        const page = await fetchPage(site, "/bomb");
        assert.deepEqual([page.body.length, page.truncated], [LIMITS.bodyBytes, true]);
      }),
    );

    it(
      "fails a body that cannot be unpacked",
      onSite(async (site) => {
        const outcome = await site.web.fetch(site.urlOf("/broken-gzip"), LIMITS);
        assert.ok(outcome.kind === "failed", JSON.stringify(outcome));
        assert.equal(outcome.reason, "decompression");
      }),
    );

    it(
      "gives a redirect's canonical target and does not follow it",
      onSite(async (site) => {
        const moved = await site.web.fetch(site.urlOf("/moved"), LIMITS);
        assert.ok(moved.kind === "redirect");
        assert.deepEqual([moved.status, moved.location], [301, site.urlOf("/query?a=1&b=%20")]);
        const found = await site.web.fetch(site.urlOf("/found"), LIMITS);
        assert.ok(found.kind === "redirect");
        assert.deepEqual([found.status, found.location], [302, "http://other.example/x"]);
      }),
    );

    for (const path of ["/nowhere", "/ftp"]) {
      it(
        `fails a redirect that leads to no page: ${path}`,
        onSite(async (site) => {
          const outcome = await site.web.fetch(site.urlOf(path), LIMITS);
          assert.ok(outcome.kind === "failed", JSON.stringify(outcome));
          assert.equal(outcome.reason, "bad-redirect");
        }),
      );
    }

    for (const [path, status] of [
      ["/missing", 404],
      ["/gone", 410],
    ] as const) {
      it(
        `says of ${status} that the page is gone`,
        onSite(async (site) => {
          assert.deepEqual(await site.web.fetch(site.urlOf(path), LIMITS), {
            kind: "gone",
            status,
          });
        }),
      );
    }

    for (const [path, status, reason] of [
      ["/broken", 500, "server-error"],
      ["/busy", 503, "slow-down"],
      ["/slow-down", 429, "slow-down"],
    ] as const) {
      it(
        `says of ${status} that the fetch failed: ${reason}`,
        onSite(async (site) => {
          const outcome = await site.web.fetch(site.urlOf(path), LIMITS);
          assert.ok(outcome.kind === "failed", JSON.stringify(outcome));
          assert.deepEqual([outcome.reason, outcome.status], [reason, status]);
        }),
      );
    }

    it(
      "answers many at once as it answers one",
      onSite(async (site) => {
        const paths = Object.keys(SITE).filter(
          (path) => SITE[path]?.status === 200 && path !== "/broken-gzip",
        );
        const pages = await Promise.all(paths.map((path) => fetchPage(site, path)));
        for (const [index, path] of paths.entries()) {
          assert.deepEqual(pages[index]?.body, (await fetchPage(site, path)).body, path);
        }
      }),
    );

    it(
      "identifies a page by one URL, that identifies itself",
      onSite(async (site) => {
        for (const path of ["/", "/query?a=1&b=%20", "/never-heard-of/"]) {
          const known = site.web.identify(site.urlOf(path));
          assert.equal(site.web.identify(known), known);
        }
      }),
    );
  });
}
