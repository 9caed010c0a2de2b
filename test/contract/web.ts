import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import {
  type FetchedPage,
  type FetchLimits,
  headerValue,
} from "../../lib/domain/web/http/fetch-outcome.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import type { Web } from "../../lib/ports/web.ts";

/** A site's answer to a request for a path. */
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

/** A way to get a web that answers as a site does. */
export interface WebUnderTest {
  readonly name: string;
  readonly open: (site: SiteSpec) => Promise<OpenSite>;
}

const LIMITS: FetchLimits = { bodyBytes: 10_000, timeoutMs: 10_000 };
const HTML = [["Content-Type", "text/html; charset=utf-8"]] as const;

/** More than the limit, whatever its coding. */
const INCOMPRESSIBLE = Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * i) % 251));

const SITE: SiteSpec = {
  "/": { status: 200, headers: HTML, body: "<p>café</p>" },
  "/query?a=1&b=%20": { status: 200, headers: HTML, body: "query" },
  "/latin": {
    status: 200,
    headers: [["content-type", "Text/HTML; Charset=ISO-8859-1"]],
    body: Buffer.from("<p>caf\u00e9</p>", "latin1"),
  },
  "/untyped": { status: 200, headers: [], body: "?" },
  "/empty": { status: 200, headers: HTML, body: "" },
  "/no-content": { status: 204, headers: HTML, body: "" },
  "/cookies": {
    status: 200,
    headers: [["Set-Cookie", "a=1"], ["X-Between", "x"], ["Set-Cookie", "b=2"], ...HTML],
    body: "cookies",
  },
  "/full": { status: 200, headers: HTML, body: "x".repeat(LIMITS.bodyBytes) },
  "/long": { status: 200, headers: HTML, body: "y".repeat(LIMITS.bodyBytes + 1) },
  "/gzip": coded("gzip", gzipSync("<p>packed</p>")),
  "/br": coded("br", brotliCompressSync("<p>packed</p>")),
  "/deflate": coded("deflate", deflateSync("<p>packed</p>")),
  "/zstd": coded("zstd", zstdCompressSync("<p>packed</p>")),
  "/twice": coded("deflate, GZIP", gzipSync(deflateSync("<p>packed</p>"))),
  "/not-packed": coded("identity, none", Buffer.from("<p>packed</p>")),
  "/bomb": coded("gzip", gzipSync("z".repeat(100 * LIMITS.bodyBytes))),
  "/long-gzip": coded("gzip", gzipSync(INCOMPRESSIBLE, { level: 0 })),
  "/early-end": coded("gzip", gzipSync("<p>packed</p>").subarray(0, -9)),
  "/rot13": coded("rot13", Buffer.from("<c>cnpxrq</c>")),
  "/broken-gzip": coded("gzip", Buffer.from("1f8b0800000000000003ffffffffffffffffffff", "hex")),
  "/moved": { status: 301, headers: [["Location", "../query?a=1&b=%20#part"]], body: "moved" },
  "/found": { status: 302, headers: [["Location", "HTTP://Other.Example:80/x"]], body: "" },
  "/nowhere": { status: 302, headers: [], body: "" },
  "/no-url": { status: 302, headers: [["Location", "http://["]], body: "" },
  "/password": { status: 302, headers: [["Location", "http://u:p@h.example/"]], body: "" },
  "/ftp": { status: 307, headers: [["Location", "ftp://h.example/"]], body: "" },
  "/missing": { status: 404, headers: HTML, body: "no such page" },
  "/gone": { status: 410, headers: HTML, body: "" },
  "/broken": { status: 500, headers: HTML, body: "oops" },
  "/busy": { status: 503, headers: [["Retry-After", "7"]], body: "" },
  "/slow-down": { status: 429, headers: [], body: "" },
  "/unchanged": { status: 304, headers: [], body: "" },
  "/waited": { status: 408, headers: [], body: "" },
  "/too-early": { status: 425, headers: [], body: "" },
  "/gateway": { status: 504, headers: [], body: "" },
  "/denied": { status: 999, headers: [], body: "" },
};

/** Paths whose bodies cannot be unpacked. */
const UNREADABLE: readonly string[] = ["/broken-gzip"];

/** Bodies that are not as their heads say, what is read of them, and whether that counts as cut. */
const UNTIDY: readonly (readonly [path: string, text: string, isCut: boolean])[] = [
  ["/early-end", "<p>packed</p>", true],
  ["/rot13", "<c>cnpxrq</c>", false],
];

function coded(coding: string, body: Uint8Array): SiteResponse {
  return { status: 200, headers: [...HTML, ["Content-Encoding", coding]], body };
}

/** Tests the promises of every web, on which the crawl loop relies. */
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
      "A web fetches a page: status, body, media type, charset",
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
      "A web treats the query as part of the URL",
      onSite(async (site) => {
        assert.equal(text(await fetchPage(site, "/query?a=1&b=%20")), "query");
      }),
    );

    it(
      "A web leaves the charset unchanged",
      onSite(async (site) => {
        const page = await fetchPage(site, "/latin");
        assert.deepEqual([page.mediaType, page.charset], ["text/html", "ISO-8859-1"]);
        assert.equal(Buffer.from(page.body).toString("latin1"), "<p>caf\u00e9</p>");
      }),
    );

    it(
      "A web gives no media type when none was sent",
      onSite(async (site) => {
        const page = await fetchPage(site, "/untyped");
        assert.deepEqual([page.mediaType, page.charset], ["", undefined]);
      }),
    );

    it(
      "A web fetches a page without a body",
      onSite(async (site) => {
        const page = await fetchPage(site, "/empty");
        assert.deepEqual([page.status, page.body.length, page.truncated], [200, 0, false]);
      }),
    );

    it(
      "A web has no page where the server says that it has no content",
      onSite(async (site) => {
        const outcome = await site.web.fetch(site.urlOf("/no-content"), LIMITS);
        assert.equal(outcome.kind, "gone");
      }),
    );

    it(
      "A web keeps repeated headers in order, with names in lower case",
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
      "A web gives a body of exactly the limit completely",
      onSite(async (site) => {
        const page = await fetchPage(site, "/full");
        assert.deepEqual([page.body.length, page.truncated], [LIMITS.bodyBytes, false]);
      }),
    );

    it(
      "A web cuts a longer body at the limit, and marks it as truncated",
      onSite(async (site) => {
        const page = await fetchPage(site, "/long");
        assert.deepEqual([page.body.length, page.truncated], [LIMITS.bodyBytes, true]);
      }),
    );

    for (const path of ["/gzip", "/br", "/deflate", "/zstd", "/twice", "/not-packed"]) {
      it(
        `A web undoes the content coding of ${path}`,
        onSite(async (site) => {
          assert.equal(text(await fetchPage(site, path)), "<p>packed</p>");
        }),
      );
    }

    it(
      "A web cuts at the limit what a small body unpacks to",
      onSite(async (site) => {
        const page = await fetchPage(site, "/bomb");
        assert.deepEqual([page.body.length, page.truncated], [LIMITS.bodyBytes, true]);
      }),
    );

    it(
      "A web unpacks the part of a body that arrived before the limit",
      onSite(async (site) => {
        const page = await fetchPage(site, "/long-gzip");
        assert.equal(page.truncated, true);
        assert.ok(page.body.length > LIMITS.bodyBytes / 2);
        assert.deepEqual(
          Buffer.from(page.body),
          INCOMPRESSIBLE.subarray(0, Math.min(page.body.length, LIMITS.bodyBytes)),
        );
      }),
    );

    for (const [path, text, isCut] of UNTIDY) {
      it(
        `A web reads what there is of a body that is not as its head says: ${path}`,
        onSite(async (site) => {
          const page = await fetchPage(site, path);
          assert.equal(page.truncated, isCut);
          assert.ok(page.body.length > 0 && text.startsWith(new TextDecoder().decode(page.body)));
        }),
      );
    }

    for (const path of UNREADABLE) {
      it(
        `A web fails on a body that cannot be unpacked: ${path}`,
        onSite(async (site) => {
          const outcome = await site.web.fetch(site.urlOf(path), LIMITS);
          assert.ok(outcome.kind === "failed", JSON.stringify(outcome));
          assert.deepEqual([outcome.reason, outcome.status], ["decompression", 200]);
        }),
      );
    }

    it(
      "A web gives a redirect's canonical target and does not follow it",
      onSite(async (site) => {
        const moved = await site.web.fetch(site.urlOf("/moved"), LIMITS);
        assert.ok(moved.kind === "redirect");
        assert.deepEqual([moved.status, moved.location], [301, site.urlOf("/query?a=1&b=%20")]);
        const found = await site.web.fetch(site.urlOf("/found"), LIMITS);
        assert.ok(found.kind === "redirect");
        assert.deepEqual([found.status, found.location], [302, "http://other.example/x"]);
      }),
    );

    for (const path of ["/nowhere", "/no-url", "/password"]) {
      it(
        `A web fails on a redirect without a target: ${path}`,
        onSite(async (site) => {
          const outcome = await site.web.fetch(site.urlOf(path), LIMITS);
          assert.ok(outcome.kind === "failed", JSON.stringify(outcome));
          assert.deepEqual([outcome.reason, outcome.status], ["bad-redirect", 302]);
        }),
      );
    }

    it(
      "A web refuses a redirect that leads out of http(s)",
      onSite(async (site) => {
        const outcome = await site.web.fetch(site.urlOf("/ftp"), LIMITS);
        const detail = "ftp://h.example/";
        assert.ok(outcome.kind === "refused", JSON.stringify(outcome));
        assert.deepEqual([outcome.rule, outcome.detail], ["scheme", detail]);
        assert.equal(headerValue(outcome.headers ?? [], "location"), detail);
      }),
    );

    for (const [path, status] of [
      ["/missing", 404],
      ["/gone", 410],
    ] as const) {
      it(
        `A web reports for status ${status} that the page is gone`,
        onSite(async (site) => {
          const outcome = await site.web.fetch(site.urlOf(path), LIMITS);
          assert.ok(outcome.kind === "gone", JSON.stringify(outcome));
          assert.equal(outcome.status, status);
        }),
      );
    }

    for (const [path, status, reason] of [
      ["/broken", 500, "server-error"],
      ["/busy", 503, "slow-down"],
      ["/slow-down", 429, "slow-down"],
      ["/unchanged", 304, "protocol"],
      ["/waited", 408, "timeout"],
      ["/too-early", 425, "server-error"],
      ["/gateway", 504, "server-error"],
      ["/denied", 999, "protocol"],
    ] as const) {
      it(
        `A web reports for status ${status} that the fetch failed: ${reason}`,
        onSite(async (site) => {
          const outcome = await site.web.fetch(site.urlOf(path), LIMITS);
          assert.ok(outcome.kind === "failed", JSON.stringify(outcome));
          assert.deepEqual([outcome.reason, outcome.status], [reason, status]);
        }),
      );
    }

    it(
      "A web answers many requests at once as it answers one",
      onSite(async (site) => {
        const paths = Object.keys(SITE).filter(
          (path) => SITE[path]?.status === 200 && !UNREADABLE.includes(path),
        );
        const pages = await Promise.all(paths.map((path) => fetchPage(site, path)));
        for (const [index, path] of paths.entries()) {
          assert.deepEqual(pages[index]?.body, (await fetchPage(site, path)).body, path);
        }
      }),
    );

    it(
      "A web identifies a page by one URL that identifies itself",
      onSite(async (site) => {
        for (const path of ["/", "/query?a=1&b=%20", "/never-heard-of/"]) {
          const known = site.web.identify(site.urlOf(path));
          assert.equal(site.web.identify(known), known);
        }
      }),
    );
  });
}
