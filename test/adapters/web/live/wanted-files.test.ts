import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createLiveWeb, type LiveWeb } from "../../../../lib/adapters/web/live/live-web.ts";
import type { FetchOutcome, RequestMethod } from "../../../../lib/domain/web/http/fetch-outcome.ts";
import { aUrl } from "../../../support/a-url.ts";
import { type RawServer, startRawServer } from "./support/raw-server.ts";
import { pageOf, response, SETTINGS } from "./support/scripted-site.ts";

const LIMITS = { bodyBytes: 1_000, timeoutMs: 60_000 };
/** For an answer that does not come. */
const SOON = { timeoutMs: 100 };
/** For a test of what must not wait for a time limit. */
const UNHURRIED = { timeout: 20 * 60_000 };
/** Such a time limit: longer than the test may take, however busy the machine is. */
const FAR_MS = 60 * 60_000;
const MEDIA_TYPES = ["application/pdf", "application/x-pdf"];

/** Head of a response whose body is declared to be a gigabyte. */
const ENDLESS =
  "HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\ncontent-length: 1073741824\r\n\r\n";

describe("files on the live web", () => {
  let server: RawServer;
  let answer: string | Uint8Array = "";
  const requests: string[] = [];
  const webs: LiveWeb[] = [];
  before(async () => {
    server = await startRawServer((socket, request) => {
      requests.push(request.split("\r\n", 1)[0] ?? "");
      socket.write(answer);
    });
  });
  after(async () => {
    await Promise.all(webs.map((web) => web.close()));
    await server.close();
  });

  /** Asks for a file of a server that gives this answer. */
  async function ask(
    given: string | Uint8Array,
    { fetch, method = "GET" }: { readonly fetch: boolean; readonly method?: RequestMethod },
    { path = "/x.pdf", timeoutMs = LIMITS.timeoutMs } = {},
  ): Promise<FetchOutcome> {
    const web = createLiveWeb({ ...SETTINGS, files: { mediaTypes: MEDIA_TYPES, fetch } });
    webs.push(web);
    answer = given;
    return web.fetch(
      aUrl(`http://127.0.0.1:${server.port}${path}`),
      { ...LIMITS, timeoutMs },
      method,
    );
  }

  const pdf = (body: string) => response("200 OK", "content-type: application/pdf\r\n", body);

  it("A wanted file is read like a page, though its type is none of a page", async () => {
    const page = pageOf(await ask(pdf("%PDF-1.7"), { fetch: true }));
    assert.equal(page.mediaType, "application/pdf");
    assert.equal(new TextDecoder().decode(page.body), "%PDF-1.7");
    const named = response("200 OK", "content-type: application/octet-stream\r\n", "%PDF");
    assert.equal(pageOf(await ask(named, { fetch: true })).body.byteLength, 4);
    const other = await ask(named, { fetch: true }, { path: "/x.exe" });
    assert.equal(other.kind, "refused");
  });

  it("The first bytes tell a file whose type and name say nothing, and no more is read of others", async () => {
    const endless = (start: string) =>
      `HTTP/1.1 200 OK\r\ncontent-type: application/octet-stream\r\ncontent-length: 1073741824\r\n\r\n${start.padEnd(1_100)}`;
    const path = "/get?id=3";
    const file = pageOf(await ask(endless("%PDF-1.7"), { fetch: true }, { path }));
    assert.deepEqual([file.mediaType, file.body.byteLength], ["application/pdf", 1_000]);
    const other = await ask(endless("MZ"), { fetch: true }, { path });
    assert.deepEqual(
      [other.kind, other.kind === "refused" && other.detail],
      ["refused", "application/octet-stream"],
    );
    const short = response("200 OK", "content-type: binary/octet-stream\r\n", "%PDF-1.7");
    assert.equal(pageOf(await ask(short, { fetch: true }, { path })).mediaType, "application/pdf");
    assert.equal((await ask(short, { fetch: false }, { path })).kind, "refused");
  });

  it("A file of a gigabyte is cut at the bound of a page", async () => {
    const page = pageOf(await ask(ENDLESS + "%PDF".repeat(1_000), { fetch: true }));
    assert.deepEqual([page.body.byteLength, page.truncated], [LIMITS.bodyBytes, true]);
  });

  for (const method of ["HEAD", "GET"] as const) {
    it(
      `A file that is only asked for, by ${method}, has a head and no body, and is not waited for`,
      UNHURRIED,
      async () => {
        const outcome = await ask(ENDLESS, { fetch: false, method }, { timeoutMs: FAR_MS });
        const page = pageOf(outcome);
        assert.deepEqual([page.body.byteLength, page.truncated, page.status], [0, true, 200]);
        assert.equal(requests.at(-1)?.split(" ")[0], method);
      },
    );
  }

  it("A server that refuses HEAD, or answers it with a page, is to be asked by GET", async () => {
    for (const status of ["405 Method Not Allowed", "501 Not Implemented"]) {
      const outcome = await ask(`HTTP/1.1 ${status}\r\n\r\n`, { fetch: false, method: "HEAD" });
      assert.equal(outcome.kind, "get-needed", status);
    }
    const page = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 9\r\n\r\n";
    const outcome = await ask(page, { fetch: false, method: "HEAD" });
    assert.ok(outcome.kind === "get-needed");
    assert.equal(outcome.status, 200);
  });

  it("A host that refused HEAD once is asked by GET from then on, without its bodies", async () => {
    const web = createLiveWeb({ ...SETTINGS, files: { mediaTypes: MEDIA_TYPES, fetch: false } });
    webs.push(web);
    const get = (path: string) =>
      web.fetch(aUrl(`http://127.0.0.1:${server.port}${path}`), LIMITS, "HEAD");
    answer = "HTTP/1.1 405 Method Not Allowed\r\ncontent-length: 0\r\n\r\n";
    assert.equal((await get("/1.pdf")).kind, "get-needed");
    answer = ENDLESS;
    assert.equal(pageOf(await get("/2.pdf")).body.byteLength, 0);
    assert.deepEqual(requests.slice(-2), ["HEAD /1.pdf HTTP/1.1", "GET /2.pdf HTTP/1.1"]);
  });

  it("Other answers to HEAD mean what they mean to GET", async () => {
    const head = (status: string, headers = "") => `HTTP/1.1 ${status}\r\n${headers}\r\n`;
    const kindOf = async (given: string) =>
      (await ask(given, { fetch: false, method: "HEAD" })).kind;
    assert.equal(await kindOf(head("404 Not Found")), "gone");
    assert.equal(await kindOf(head("503 Busy")), "failed");
    assert.equal(await kindOf(head("301 Moved", "location: /y.pdf\r\n")), "redirect");
    assert.equal(await kindOf(head("200 OK", "content-type: image/png\r\n")), "refused");
  });

  it("An answer to HEAD that never ends is a timeout, or is taken as far as its head came", async () => {
    const begun = "HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\nx-more: ";
    const silent = await ask(begun, { fetch: false, method: "HEAD" }, SOON);
    assert.ok(silent.kind === "failed");
    assert.equal(silent.reason, "timeout");
    const early = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1_000);
    assert.equal((await ask(early, { fetch: false, method: "HEAD" }, SOON)).kind, "failed");
    const withBody = ENDLESS + "%PDF".repeat(100_000);
    const page = pageOf(await ask(withBody, { fetch: false, method: "HEAD" }));
    assert.equal(page.body.byteLength, 0);
  });

  it("A body that is sent in answer to HEAD is not taken for the next response", async () => {
    const web = createLiveWeb({ ...SETTINGS, files: { mediaTypes: MEDIA_TYPES, fetch: false } });
    webs.push(web);
    const url = aUrl(`http://127.0.0.1:${server.port}/x.pdf`);
    answer = pdf("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 5\r\n\r\nfalse");
    assert.equal(pageOf(await web.fetch(url, LIMITS, "HEAD")).mediaType, "application/pdf");
    answer = response("200 OK", "content-type: text/html\r\n", "true");
    const next = await web.fetch(aUrl(`http://127.0.0.1:${server.port}/next`), {
      ...LIMITS,
      ...SOON,
    });
    if (next.kind === "page") assert.equal(new TextDecoder().decode(next.body), "true");
    else assert.equal(next.kind, "failed");
  });

  it("The address guard applies to HEAD as to GET", async () => {
    const web = createLiveWeb({
      ...SETTINGS,
      allowLoopback: false,
      files: { mediaTypes: MEDIA_TYPES, fetch: false },
    });
    webs.push(web);
    const sent = requests.length;
    for (const path of [`:${server.port}/x.pdf`, ":22/x.pdf"]) {
      const outcome = await web.fetch(aUrl(`http://127.0.0.1${path}`), LIMITS, "HEAD");
      assert.equal(outcome.kind, "refused");
    }
    assert.equal(requests.length, sent);
  });
});
