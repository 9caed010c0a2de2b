import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createLiveWeb } from "../../../../lib/adapters/web/live/live-web.ts";
import type { FetchOutcome } from "../../../../lib/domain/web/http/fetch-outcome.ts";
import { aUrl } from "../../../support/a-url.ts";
import { type RawServer, startRawServer } from "./support/raw-server.ts";
import { SETTINGS } from "./support/scripted-site.ts";

const LIMITS = { bodyBytes: 1_000, timeoutMs: 60_000 };
const PAGE = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nhi";

let server: RawServer;

before(async () => {
  server = await startRawServer((socket, request) => {
    if (request.startsWith("GET")) socket.end(PAGE);
    else socket.end("no TLS here\r\n");
  });
});

after(() => server.close());

interface Scene {
  readonly allowLoopback?: boolean;
  /** Addresses of every name, per lookup; the last ones for good. */
  readonly answers?: readonly (readonly string[] | Error)[];
}

/** Fetches `urls` in turn with one live web; `PORT` in them is the server's. */
async function fetchAll(
  urls: readonly string[],
  { allowLoopback = false, answers = [] }: Scene = {},
): Promise<{ outcomes: readonly FetchOutcome[]; lookups: readonly string[] }> {
  const lookups: string[] = [];
  const web = createLiveWeb({
    ...SETTINGS,
    allowLoopback,
    resolve: async (hostname) => {
      const answer = answers[Math.min(lookups.length, answers.length - 1)] ?? [];
      lookups.push(hostname);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  const outcomes: FetchOutcome[] = [];
  for (const url of urls) {
    outcomes.push(await web.fetch(aUrl(url.replace("PORT", String(server.port))), LIMITS));
  }
  await web.close();
  return { outcomes, lookups };
}

function kindOf(outcome: FetchOutcome | undefined): string {
  if (outcome?.kind === "refused") return `refused ${outcome.rule}: ${outcome.detail}`;
  if (outcome?.kind === "failed") return `failed ${outcome.reason}`;
  return outcome?.kind ?? "nothing";
}

describe("addresses written into a URL", () => {
  const urls: readonly (readonly [url: string, detail: string])[] = [
    ["http://127.0.0.1:PORT/", "127.0.0.1 is loopback"],
    ["http://127.1:PORT/", "127.0.0.1 is loopback"],
    ["http://2130706433:PORT/", "127.0.0.1 is loopback"],
    ["http://0x7f.0.0.1:PORT/", "127.0.0.1 is loopback"],
    ["http://0:PORT/", "0.0.0.0 is unspecified"],
    ["http://10.0.0.1/", "10.0.0.1 is private"],
    ["https://192.168.1.1/", "192.168.1.1 is private"],
    ["http://169.254.169.254/latest/meta-data/", "169.254.169.254 is linkLocal"],
    ["http://[::1]:PORT/", "::1 is loopback"],
    ["http://[::]:PORT/", ":: is unspecified"],
    ["http://[::ffff:127.0.0.1]:PORT/", "::ffff:7f00:1 is ipv4Mapped"],
    ["http://[64:ff9b::7f00:1]:PORT/", "64:ff9b::7f00:1 is rfc6052"],
    ["http://[fd00:ec2::254]/", "fd00:ec2::254 is uniqueLocal"],
  ];
  for (const [url, detail] of urls) {
    it(`The guarded connector refuses a URL whose address is not public: ${url}`, async () => {
      const connections = server.connections();
      const { outcomes, lookups } = await fetchAll([url]);
      assert.equal(kindOf(outcomes[0]), `refused address: ${detail}`);
      assert.deepEqual(lookups, []);
      assert.equal(server.connections(), connections);
    });
  }
});

describe("addresses behind a name", () => {
  it("The guarded connector refuses a name without a public address, and names the addresses", async () => {
    const connections = server.connections();
    const answers = [["127.0.0.1", "::ffff:127.0.0.1", "fe80::1"]];
    const { outcomes } = await fetchAll(["http://inside.example:PORT/"], { answers });
    assert.equal(
      kindOf(outcomes[0]),
      "refused address: 127.0.0.1 is loopback, ::ffff:127.0.0.1 is ipv4Mapped, fe80::1 is linkLocal",
    );
    assert.equal(server.connections(), connections);
  });

  it("The guarded connector skips addresses that are not public when a name has others", async () => {
    const scene = { allowLoopback: true, answers: [["10.0.0.1", "127.0.0.1"]] };
    const { outcomes } = await fetchAll(["http://site.example:PORT/"], scene);
    assert.equal(kindOf(outcomes[0]), "page");
  });

  it("The guarded connector resolves a name once a connection, so that no answer can change (DNS rebinding)", async () => {
    const scene = { allowLoopback: true, answers: [["127.0.0.1"], ["10.0.0.1"]] };
    const url = "http://rebound.example:PORT/";
    const { outcomes, lookups } = await fetchAll([url, url], scene);
    assert.deepEqual(outcomes.map(kindOf), ["page", "refused address: 10.0.0.1 is private"]);
    assert.deepEqual(lookups, ["rebound.example", "rebound.example"]);
  });

  it("The guarded connector tries the addresses of a name in turn", async () => {
    const scene = { allowLoopback: true, answers: [["::1", "127.0.0.1"]] };
    const { outcomes } = await fetchAll(["http://site.example:PORT/"], scene);
    assert.equal(kindOf(outcomes[0]), "page");
  });

  it("The guarded connector fails on a name that does not resolve", async () => {
    const answers = [new Error("queryA ENOTFOUND nobody.example")];
    const { outcomes } = await fetchAll(["http://nobody.example/", "http://x.example/"], {
      answers,
    });
    assert.deepEqual(outcomes.map(kindOf), ["failed dns", "failed dns"]);
    assert.equal(kindOf((await fetchAll(["http://empty.example/"])).outcomes[0]), "failed dns");
  });

  it("The guarded connector resolves localhost and its subdomains to loopback, whatever name servers say", async () => {
    for (const host of ["localhost", "a.b.localhost", "localhost."]) {
      const url = `http://${host}:PORT/`;
      const open = await fetchAll([url], { allowLoopback: true });
      assert.deepEqual([open.outcomes.map(kindOf), open.lookups], [["page"], []], host);
      const guarded = await fetchAll([url], { answers: [["1.1.1.1"]] });
      assert.equal(kindOf(guarded.outcomes[0]), "refused address: 127.0.0.1 is loopback", host);
    }
  });
});

describe("connections that do not come about", () => {
  it("The guarded connector fails with the reason when no connection is made", async () => {
    const closed = await startRawServer(() => {});
    await closed.close();
    const urls = [`http://127.0.0.1:${closed.port}/`, "https://127.0.0.1:PORT/"];
    const { outcomes } = await fetchAll(urls, { allowLoopback: true });
    const [plain = "", secure = ""] = outcomes.map(kindOf);
    assert.equal(plain, "failed connect");
    // A server without TLS has none later on.
    assert.match(secure, /^refused tls: ERR_SSL/);
    assert.deepEqual(outcomes.map(isAbsent), [true, false]);
  });

  it("The guarded connector tells a name that nobody has from a name server that fails", async () => {
    const answers = ["ENOTFOUND", "ENODATA", "ESERVFAIL", "ETIMEOUT"].map((code) =>
      Object.assign(new Error(code), { code }),
    );
    const urls = answers.map((_, at) => `http://host${at}.example/`);
    const { outcomes } = await fetchAll(urls, { answers });
    assert.deepEqual(outcomes.map(isAbsent), [true, true, false, false]);
  });

  it("The guarded connector does not even try ports of other protocols", async () => {
    const { outcomes, lookups } = await fetchAll(["http://mail.example:25/"]);
    assert.equal(kindOf(outcomes[0]), "refused port: 25");
    assert.deepEqual(lookups, []);
  });

  it("The guarded connector stops at the time limit even while a name server is silent", async () => {
    const web = createLiveWeb({
      ...SETTINGS,
      allowLoopback: false,
      resolve: () => new Promise(() => {}),
    });
    const limits = { bodyBytes: 1, timeoutMs: 20 };
    assert.equal(kindOf(await web.fetch(aUrl("http://slow.example/"), limits)), "failed timeout");
    await web.close();
  });
});

function isAbsent(outcome: FetchOutcome | undefined): boolean {
  return outcome?.kind === "failed" && outcome.isAbsent === true;
}
