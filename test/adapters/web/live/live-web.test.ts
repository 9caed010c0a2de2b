import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createLiveWeb } from "../../../../lib/adapters/web/live/live-web.ts";
import { aUrl } from "../../../support/a-url.ts";
import { until } from "../../../support/until.ts";
import {
  failureOf,
  HTML,
  pageOf,
  response,
  SETTINGS,
  textOf,
  useScriptedSite,
} from "./support/scripted-site.ts";

/** For tests of what must not wait for a time limit. */
const UNHURRIED = { timeout: 20 * 60_000 };
/** Such a time limit: longer than the test may take, however busy the machine is. */
const FAR_MS = 60 * 60_000;

describe("the live web", () => {
  const site = useScriptedSite();

  describe("a page", () => {
    it("The live web gives a page with status, headers in order, media type, charset and body", async () => {
      const headers = 'X-One: 1\r\nContent-Type: Text/HTML; Charset="ISO-8859-1"\r\nx-one: 2\r\n';
      const page = pageOf(await site().fetch(response("200 OK", headers, "<p>hello</p>")));
      assert.equal(page.status, 200);
      assert.deepEqual(page.headers, [
        ["x-one", "1"],
        ["content-type", 'Text/HTML; Charset="ISO-8859-1"'],
        ["x-one", "2"],
        ["content-length", "12"],
      ]);
      assert.equal(page.mediaType, "text/html");
      assert.equal(page.charset, "ISO-8859-1");
      assert.equal(page.truncated, false);
      assert.equal(new TextDecoder().decode(page.body), "<p>hello</p>");
    });

    it("The live web reads a page that is chunked or ends with the connection", async () => {
      const chunked = `HTTP/1.1 200 OK\r\n${HTML}transfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n`;
      assert.equal(textOf(await site().fetch(chunked)), "abc");
      const open = { bytes: `HTTP/1.1 200 OK\r\n${HTML}\r\nabc`, end: "close" } as const;
      assert.equal(textOf(await site().fetch(open)), "abc");
    });

    it("The live web reads a page that follows informational responses", async () => {
      const early = "HTTP/1.1 103 Early Hints\r\ncontent-type: image/png\r\n\r\n";
      const bytes = Buffer.concat([Buffer.from(early), response("200 OK", HTML, "abc")]);
      assert.equal(textOf(await site().fetch(bytes)), "abc");
    });

    it("The live web reads a page that follows `100 Continue`, though it did not ask for it", async () => {
      const interim = "HTTP/1.1 100 Continue\r\n\r\n";
      const page = response("200 OK", HTML, "HTTP/1.1 100 Continue");
      for (const early of [
        interim,
        "HTTP/1.1 100\r\nx-one: 1\r\n\r\n",
        interim + interim,
        `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${interim}`,
      ]) {
        const fetched = pageOf(await site().fetch(Buffer.concat([Buffer.from(early), page])));
        assert.equal(fetched.status, 200);
        assert.equal(textOf(fetched), "HTTP/1.1 100 Continue");
      }
    });

    it("The live web gives up on a server that sends nothing but interim responses", async () => {
      const outcome = await site().fetch("HTTP/1.1 100 Continue\r\n\r\n".repeat(1_000));
      assert.deepEqual(outcome, {
        kind: "failed",
        reason: "protocol",
        detail: "more than 64 interim responses",
      });
    });

    it("The live web takes nothing after a complete response for the next one", async () => {
      const connections = site().server.connections();
      const more = `HTTP/1.1 100 Continue\r\n\r\n${response("200 OK", HTML, "false").toString()}`;
      const bytes = Buffer.concat([response("200 OK", HTML, "true"), Buffer.from(more)]);
      assert.equal(textOf(await site().fetch(bytes)), "true");
      assert.equal(textOf(await site().fetch(response("200 OK", HTML, "next"))), "next");
      assert.ok(site().server.connections() > connections);
    });

    it("The live web reads a page without body and media type", async () => {
      const page = pageOf(await site().fetch("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
      assert.deepEqual([page.status, page.body.length, page.mediaType], [200, 0, ""]);
    });

    it("The live web cuts a page at the size limit, and marks it as truncated", async () => {
      const exact = pageOf(await site().fetch(response("200 OK", HTML, "x".repeat(1_000))));
      assert.deepEqual([exact.body.length, exact.truncated], [1_000, false]);
      const longer = pageOf(await site().fetch(response("200 OK", HTML, "x".repeat(1_001))));
      assert.deepEqual([longer.body.length, longer.truncated], [1_000, true]);
    });

    it("The live web cuts a page that never ends at the size limit", async () => {
      const endless = `HTTP/1.1 200 OK\r\n${HTML}\r\n${"x".repeat(5_000)}`;
      assert.equal(pageOf(await site().fetch(endless)).truncated, true);
    });
  });

  describe("the request", () => {
    it("The live web names the crawler and its owner in a request, and sends no cookie", async () => {
      await site().fetch(response("200 OK", `${HTML}set-cookie: a=1\r\n`, "a"));
      await site().fetch(response("200 OK", HTML, "b"));
      const lines = (site().requests.at(-1) ?? "").toLowerCase().split("\r\n");
      assert.ok(lines.includes("user-agent: dowser/0.1 (+mailto:owner@site.example)"));
      assert.ok(lines.includes("accept-encoding: gzip, deflate, br, zstd"));
      assert.ok(lines.includes("accept: text/html,application/xhtml+xml,*/*;q=0.1"));
      assert.ok(lines.includes("accept-language: *"));
      assert.ok(!lines.some((line) => line.startsWith("cookie")));
    });

    it("The live web sends a request over the connection that is already open", async () => {
      const connections = site().server.connections();
      for (let i = 0; i < 5; i++) await site().fetch(response("200 OK", HTML, "a"));
      for (const status of ["301 Moved", "404 Not Found", "503 Busy"]) {
        await site().fetch(response(status, "", "some words"));
      }
      assert.ok(site().server.connections() <= connections + 1);
    });

    it("The live web asks again at once when a connection that was kept open is closed", async () => {
      for (const end of ["close", "reset"] as const) {
        await site().fetch(response("200 OK", HTML, "a"));
        const asked = site().requests.length;
        const connections = site().server.connections();
        const scripts = [{ bytes: "", end }, response("200 OK", HTML, "b")];
        assert.equal(textOf(await site().fetch(() => scripts.shift() ?? "")), "b");
        assert.equal(site().requests.length, asked + 2);
        assert.equal(site().server.connections(), connections + 1);
      }
    });

    it("The live web asks nothing again when it is closed", async () => {
      const { fetch, requests } = site();
      const web = createLiveWeb(SETTINGS);
      await fetch(response("200 OK", HTML, "a"), {}, web);
      const asked = requests.length;
      const waiting = fetch("", { timeoutMs: FAR_MS }, web);
      await until("it is asked", () => requests.length > asked);
      await web.close();
      assert.equal((await waiting).kind, "failed");
    });

    it("The live web asks once on a new connection, and after a part of an answer", async () => {
      await site().fetch(response("200 OK", `${HTML}connection: close\r\n`, "a"));
      const asked = site().requests.length;
      const reset = ["reset", undefined];
      assert.deepEqual(failureOf(await site().fetch({ bytes: "", end: "reset" })), reset);
      assert.equal(site().requests.length, asked + 1);
      await site().fetch(response("200 OK", HTML, "a"));
      const half = `HTTP/1.1 200 OK\r\n${HTML}content-length: 9\r\n\r\nhalf`;
      assert.deepEqual(failureOf(await site().fetch({ bytes: half, end: "reset" })), reset);
      assert.equal(site().requests.length, asked + 3);
    });

    it("The live web sends one request at a time to an origin", async () => {
      const connections = site().server.connections();
      const fetches = [1, 2, 3].map(() => site().fetch(response("200 OK", HTML, "a")));
      await Promise.all(fetches);
      assert.ok(site().server.connections() <= connections + 1);
    });
  });

  describe("media types", () => {
    it(
      "The live web refuses media types that hold no page unread, and drops the connection",
      UNHURRIED,
      async () => {
        const image =
          "HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: 999999\r\n\r\n";
        const outcome = await site().fetch(image, { timeoutMs: FAR_MS });
        const headers = [
          ["content-type", "image/png"],
          ["content-length", "999999"],
        ];
        const refused = { kind: "refused", rule: "content-type", detail: "image/png" };
        assert.deepEqual(outcome, { ...refused, status: 200, headers });
      },
    );

    it("The live web reads media types that hold pages, and pages without one", async () => {
      for (const type of ["text/html", "Application/XHTML+XML;x", "nonsense", ""]) {
        const headers = type === "" ? "" : `content-type: ${type}\r\n`;
        assert.equal(textOf(await site().fetch(response("200 OK", headers, "a"))), "a", type);
      }
    });

    it("The live web takes the accepted media types from the settings", async () => {
      const plain = response("200 OK", "content-type: text/plain\r\n", "a");
      assert.equal((await site().fetch(plain)).kind, "refused");
      const other = createLiveWeb({ ...SETTINGS, acceptMediaTypes: ["text/plain"] });
      assert.equal(textOf(await site().fetch(plain, {}, other)), "a");
      assert.ok(site().requests.at(-1)?.includes("accept: text/plain,*/*;q=0.1\r\n"));
      await other.close();
    });

    it("The live web reads robots.txt files and sitemaps of any media type", async () => {
      const bytes = response("200 OK", "content-type: image/png\r\n", "a");
      assert.equal(textOf(await site().fetch(bytes, {}, site().web.anyMediaType)), "a");
    });
  });

  describe("the live web", () => {
    it("The live web identifies a page by the requested URL", () => {
      const url = aUrl("http://site.example/a/");
      assert.equal(site().web.identify(url), url);
    });

    it("The live web refuses a user agent that is no header value, and names it", () => {
      for (const userAgent of ["", "a\r\nx: y", "Dowser/1 (Universität)"]) {
        assert.throws(() => createLiveWeb({ ...SETTINGS, userAgent }), {
          code: "user-agent-malformed",
        });
      }
    });

    it("The live web ends open requests when it is closed", async () => {
      const other = createLiveWeb(SETTINGS);
      const fetching = site().fetch("", {}, other);
      await other.close();
      assert.equal(failureOf(await fetching)[0], "reset");
      assert.equal(failureOf(await site().fetch("", {}, other))[0], "reset");
    });
  });
});
