import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createLiveWeb, type LiveWeb } from "../../../../lib/adapters/web/live/live-web.ts";
import { openSessions } from "../../../../lib/adapters/web/live/sessions.ts";
import type { FetchOutcome } from "../../../../lib/domain/web/http/fetch-outcome.ts";
import type { Validators } from "../../../../lib/domain/web/http/validators.ts";
import { aUrl } from "../../../support/a-url.ts";
import { type RawServer, startRawServer } from "./support/raw-server.ts";
import { response, SETTINGS } from "./support/scripted-site.ts";

const LIMITS = { bodyBytes: 1_000, timeoutMs: 60_000 };
const DATE = "Mon, 02 Nov 2026 10:00:00 GMT";

describe("conditional requests to the live web", () => {
  let server: RawServer;
  let web: LiveWeb;
  let answer: string | Uint8Array = "";
  const requests: string[] = [];
  before(async () => {
    server = await startRawServer((socket, request) => {
      requests.push(request.toLowerCase());
      socket.write(answer);
    });
    web = createLiveWeb(SETTINGS);
  });
  after(async () => {
    await web.close();
    await server.close();
  });

  function ask(given: string | Uint8Array, validators?: Validators): Promise<FetchOutcome> {
    answer = given;
    return web.fetch(aUrl(`http://127.0.0.1:${server.port}/`), LIMITS, "GET", validators);
  }

  const unmodified = (headers = "") => `HTTP/1.1 304 Not Modified\r\n${headers}\r\n`;

  it("The validators are sent, and a 304 says that the page is as it was", async () => {
    const outcome = await ask(unmodified('etag: "a"\r\n'), { etag: '"a"', lastModified: DATE });
    assert.deepEqual(outcome, { kind: "not-modified", status: 304, headers: [["etag", '"a"']] });
    assert.match(requests.at(-1) ?? "", /\r\nif-none-match: "a"\r\nif-modified-since: mon, 02 nov/);
  });

  it("The next request on the connection is without a condition, and a 304 for it is no HTTP", async () => {
    const outcome = await ask(unmodified());
    assert.ok(outcome.kind === "failed");
    assert.equal(outcome.reason, "protocol");
    assert.doesNotMatch(requests.at(-1) ?? "", /if-none-match|if-modified-since/);
  });

  it("A 304 of another version asks for the whole page", async () => {
    const outcome = await ask(unmodified('etag: "b"\r\n'), { etag: '"a"' });
    assert.equal(outcome.kind, "get-needed");
  });

  it("A session is sent with a condition, and learns the cookies of a 304", async () => {
    const origin = `http://127.0.0.1:${server.port}`;
    const place = { domain: "127.0.0.1", isHostOnly: true, path: "/", isSecure: false };
    const site = { origin, headers: [], cookies: [{ name: "sid", value: "one", ...place }] };
    const sessions = openSessions([site], { load: () => undefined, save: () => undefined });
    const visiting = createLiveWeb({ ...SETTINGS, sessions });
    const url = aUrl(`${origin}/`);
    answer = unmodified('etag: "a"\r\nset-cookie: sid=two\r\n');
    const outcome = await visiting.fetch(url, LIMITS, "GET", { etag: '"a"' });
    await visiting.fetch(url, LIMITS, "GET", { etag: '"a"' });
    await visiting.close();
    assert.deepEqual(outcome, { kind: "not-modified", status: 304, headers: [["etag", '"a"']] });
    const [first = "", second = ""] = requests.slice(-2);
    for (const request of [first, second]) assert.match(request, /\r\nif-none-match: "a"\r\n/);
    assert.match(first, /\r\ncookie: sid=one\r\n/);
    assert.match(second, /\r\ncookie: sid=two\r\n/);
  });

  it("A server without conditions answers with the page", async () => {
    const page = await ask(response("200 OK", "content-type: text/html\r\n", "bees"), {
      etag: '"a"',
    });
    assert.ok(page.kind === "page");
    assert.equal(Buffer.from(page.body).toString(), "bees");
  });
});
