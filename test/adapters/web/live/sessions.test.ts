import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createLiveWeb } from "../../../../lib/adapters/web/live/live-web.ts";
import {
  type CookieKeeper,
  openSessions,
  type Sessions,
} from "../../../../lib/adapters/web/live/sessions.ts";
import type { SiteAccess, SiteCookie } from "../../../../lib/domain/web/http/site-access.ts";
import { aUrl } from "../../../support/a-url.ts";
import { type RawServer, startRawServer } from "./support/raw-server.ts";
import { HTML, response, SETTINGS } from "./support/scripted-site.ts";

const LIMITS = { bodyBytes: 1_000, timeoutMs: 60_000 };

function aCookie(parts: Partial<SiteCookie> = {}): SiteCookie {
  const place = { domain: "127.0.0.1", isHostOnly: true, path: "/", isSecure: false };
  return { name: "sid", value: "s3cret", ...place, ...parts };
}

function aSite(origin: string, parts: Partial<SiteAccess> = {}): SiteAccess {
  return { origin, headers: [], cookies: [aCookie()], ...parts };
}

/** Keeps a text in memory. */
function aKeeper(): CookieKeeper & { text: string | undefined } {
  return {
    text: undefined,
    load() {
      return this.text;
    },
    save(text) {
      this.text = text;
    },
  };
}

describe("sessions of the live web", () => {
  const requests: string[] = [];
  let answer: Uint8Array = response("200 OK", HTML, "page");
  const servers: RawServer[] = [];
  before(async () => {
    for (let count = 0; count < 2; count++) {
      servers.push(
        await startRawServer((socket, request) => {
          requests.push(request);
          socket.write(answer);
        }),
      );
    }
  });
  after(() => Promise.all(servers.map((server) => server.close())));
  const originAt = (index: number) => `http://127.0.0.1:${servers[index]?.port}`;

  /** Asks a URL with the sessions, and returns the request's head and the outcome. */
  async function ask(sessions: Sessions, url: string, sent = answer) {
    answer = sent;
    const web = createLiveWeb({ ...SETTINGS, sessions });
    const outcome = await web.fetch(aUrl(url), LIMITS);
    await web.close();
    return { request: requests.at(-1) ?? "", outcome };
  }

  it("A host gets its headers and cookies, and another port of the same address gets none of them", async () => {
    const site = aSite(originAt(0), { headers: [["authorization", "Basic abc"]] });
    const sessions = openSessions([site], aKeeper());
    const own = await ask(sessions, `${originAt(0)}/a`);
    assert.match(own.request, /\r\nauthorization: Basic abc\r\n/i);
    assert.match(own.request, /\r\ncookie: sid=s3cret\r\n/i);
    const other = await ask(sessions, `${originAt(1)}/a`);
    assert.doesNotMatch(other.request, /cookie|authorization/i);
  });

  it("A redirect to another host is given back, and what is asked there has no secret", async () => {
    const sessions = openSessions([aSite(originAt(0))], aKeeper());
    const away = response("302 Found", `location: ${originAt(1)}/b\r\n`);
    const { outcome } = await ask(sessions, `${originAt(0)}/a`, away);
    assert.ok(outcome.kind === "redirect");
    const { request } = await ask(sessions, outcome.location, response("200 OK", HTML, "x"));
    assert.doesNotMatch(request, /cookie/i);
  });

  it("A secret for https is never sent over http, to whatever domain its cookie belongs", () => {
    const sessions = openSessions(
      [
        aSite("https://a.example", {
          headers: [["x-key", "1"]],
          cookies: [aCookie({ domain: "example", isHostOnly: false })],
        }),
      ],
      aKeeper(),
    );
    for (const url of ["http://a.example/", "https://b.a.example/", "https://a.example:444/"])
      assert.equal(sessions.of(aUrl(url)), undefined);
    assert.deepEqual(sessions.of(aUrl("https://a.example/"))?.headers(aUrl("https://a.example/")), [
      "x-key",
      "1",
    ]);
  });

  it("A cookie that a site sets is sent from then on, is not among the headers of the answer, and is kept", async () => {
    const keeper = aKeeper();
    const sessions = openSessions([aSite(originAt(0))], keeper);
    const set = `set-cookie: sid=n3w; Path=/; HttpOnly\r\nSet-Cookie: deep=1; Path=/x\r\n${HTML}`;
    const { outcome } = await ask(sessions, `${originAt(0)}/`, response("200 OK", set, "x"));
    assert.ok(outcome.kind === "page");
    assert.ok(!JSON.stringify(outcome.headers).includes("n3w"));
    const reopened = openSessions([aSite(originAt(0))], keeper);
    const { request } = await ask(reopened, `${originAt(0)}/x`, response("200 OK", HTML, "x"));
    assert.match(request, /cookie: deep=1; sid=n3w\r\n/i);
  });

  it("Cookies that were kept are dropped when the user renews the access of their site", async () => {
    const keeper = aKeeper();
    const sessions = openSessions([aSite(originAt(0))], keeper);
    const set = `set-cookie: sid=old; Path=/\r\n${HTML}`;
    await ask(sessions, `${originAt(0)}/`, response("200 OK", set, "x"));
    const renewed = openSessions(
      [aSite(originAt(0), { cookies: [aCookie({ value: "fresh" })] })],
      keeper,
    );
    const { request } = await ask(renewed, `${originAt(0)}/`, response("200 OK", HTML, "x"));
    assert.match(request, /cookie: sid=fresh\r\n/i);
  });

  it("A host without a session sets no cookie, and its answer keeps its headers", async () => {
    const keeper = aKeeper();
    const sessions = openSessions([aSite(originAt(0))], keeper);
    const set = response("200 OK", `set-cookie: a=1\r\n${HTML}`, "x");
    const { outcome } = await ask(sessions, `${originAt(1)}/`, set);
    assert.ok(outcome.kind === "page");
    assert.deepEqual(outcome.headers[0], ["set-cookie", "a=1"]);
    assert.equal(keeper.text, undefined);
  });

  it("A host that sets a thousand cookies, long ones, foreign ones or control characters fills no memory and breaks no request", async () => {
    const sessions = openSessions([aSite(originAt(0))], aKeeper());
    const many = Array.from({ length: 1_000 }, (_, n) => `set-cookie: c${n}=1; Path=/\r\n`).join(
      "",
    );
    const odd = `set-cookie: long=${"x".repeat(5_000)}\r\nset-cookie: f=1; Domain=other.example\r\nset-cookie: e=\xe9\r\n`;
    await ask(sessions, `${originAt(0)}/`, response("200 OK", odd + many + HTML, "x"));
    const { request } = await ask(sessions, `${originAt(0)}/`, response("200 OK", HTML, "x"));
    const [, sent = ""] = /cookie: ([^\r]*)\r/i.exec(request) ?? [];
    assert.equal(sent.split("; ").length, 50);
    assert.ok(sent.includes("sid=s3cret"));
    assert.doesNotMatch(sent, /long|f=1|e=/);
  });

  it("A kept text that is damaged is as none", () => {
    for (const text of [
      "",
      "{",
      '{"sites":{"http://127.0.0.1":{"print":"x","cookies":7}}}',
      "[]",
    ]) {
      const sessions = openSessions([aSite("http://127.0.0.1")], {
        ...aKeeper(),
        load: () => text,
      });
      const url = aUrl("http://127.0.0.1/");
      assert.deepEqual(sessions.of(url)?.headers(url), ["cookie", "sid=s3cret"]);
    }
  });
});

describe("a site that redirects to a test of its cookie", () => {
  for (const [name, test] of [
    ["the same path with another query", "/a?cookieSet=1"],
    ["a page that leads back", "/check?return=%2Fa"],
  ] as const) {
    it(`It is asked again with its cookie where it redirects to ${name}, and only once`, async (context) => {
      const seen: string[] = [];
      const server = await startRawServer((socket, request) => {
        const path = /^GET (\S+)/.exec(request)?.[1] ?? "";
        const cookie = /^cookie: (.*)$/im.exec(request)?.[1];
        seen.push(`${path} ${cookie}`);
        const asks = response("302 Found", `location: ${test}\r\nset-cookie: s=1; Path=/\r\n`);
        const isLet = path === "/a" && cookie !== undefined;
        socket.write(isLet ? response("200 OK", HTML, "page") : asks);
      });
      context.after(() => server.close());
      const web = createLiveWeb(SETTINGS);
      context.after(() => web.close());
      const fetched = async (path: string) => {
        const url = aUrl(`http://127.0.0.1:${server.port}${path}`);
        const outcome = await web.fetch(url, LIMITS);
        return outcome.kind === "failed" ? outcome.reason : outcome.kind;
      };
      assert.deepEqual([await fetched("/a"), await fetched("/a")], ["needs-cookie", "page"]);
      assert.equal(await fetched("/b?return=%2Fa"), "redirect");
      assert.deepEqual(seen, ["/a undefined", "/a s=1", "/b?return=%2Fa s=1"]);
    });
  }

  it("A redirect elsewhere keeps no cookie", async (context) => {
    const seen: string[] = [];
    const server = await startRawServer((socket, request) => {
      seen.push(/^cookie: (.*)$/im.exec(request)?.[1] ?? "none");
      socket.write(response("302 Found", "location: /other\r\nset-cookie: s=1; Path=/\r\n"));
    });
    context.after(() => server.close());
    const web = createLiveWeb(SETTINGS);
    context.after(() => web.close());
    for (const path of ["/a", "/b"]) {
      const outcome = await web.fetch(aUrl(`http://127.0.0.1:${server.port}${path}`), LIMITS);
      assert.equal(outcome.kind, "redirect");
    }
    assert.deepEqual(seen, ["none", "none"]);
  });
});

describe("a site that redirects to the same page until it has its cookie", () => {
  it("It gets its cookie with the next request, and no other host does", async (test) => {
    const seen: string[] = [];
    const [own, other] = [0, 1].map(() =>
      startRawServer((socket, request) => {
        seen.push(/^cookie: (.*)$/im.exec(request)?.[1] ?? "none");
        const asks = response("302 Found", "location: /a\r\nset-cookie: seen=1; Path=/\r\n");
        socket.write(/^cookie/im.test(request) ? response("200 OK", HTML, "page") : asks);
      }),
    );
    const [first, second] = [await own, await other].map((server) => {
      test.after(() => server?.close());
      return `http://127.0.0.1:${server?.port}/a`;
    });
    const web = createLiveWeb(SETTINGS);
    test.after(() => web.close());
    const fetched = async (url = "") => {
      const outcome = await web.fetch(aUrl(url), LIMITS);
      return outcome.kind === "failed" ? outcome.reason : outcome.kind;
    };
    assert.deepEqual([await fetched(first), await fetched(first)], ["needs-cookie", "page"]);
    assert.equal(await fetched(second), "needs-cookie");
    assert.deepEqual(seen, ["none", "seen=1", "none"]);
  });
});
