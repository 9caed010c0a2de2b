import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import * as tls from "node:tls";
import { createLiveWeb, type LiveWebSettings } from "../../../../lib/adapters/web/live/live-web.ts";
import { createProxyPool } from "../../../../lib/adapters/web/live/proxy-tunnel.ts";
import type { FetchOutcome } from "../../../../lib/domain/web/http/fetch-outcome.ts";
import type { ProxyAccess } from "../../../../lib/domain/web/http/site-access.ts";
import { aFolder } from "../../../support/a-folder.ts";
import { aUrl } from "../../../support/a-url.ts";
import { startHttpProxy, startSocksProxy, type TestProxy } from "./support/proxy-servers.ts";
import { SETTINGS, textOf } from "./support/scripted-site.ts";

const LIMITS = { bodyBytes: 1_000, timeoutMs: 60_000 };
const PUBLIC = "93.184.216.34";

/** Starts a server that says which host and path it was asked for. */
async function aServer(test: TestContext, server: Server = createServer()): Promise<number> {
  server.on("request", (request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`${request.headers.host}${request.url}`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  return typeof bound === "object" && bound !== null ? bound.port : 0;
}

function access(port: number, parts: Partial<ProxyAccess> = {}): ProxyAccess {
  const place = { protocol: "http", hostname: "127.0.0.1", port } as const;
  return { ...place, isPrivate: true, forwards: false, ...parts };
}

/** Fetches a URL through proxies; `names` are the addresses of names, per lookup. */
async function fetchThrough(
  proxies: readonly ProxyAccess[],
  url: string,
  names: Readonly<Record<string, readonly string[]>> = {},
  settings: Partial<LiveWebSettings> = {},
): Promise<FetchOutcome> {
  const lookups = new Map<string, number>();
  const web = createLiveWeb({
    ...SETTINGS,
    allowLoopback: false,
    proxies: createProxyPool(proxies),
    resolve: async (name) => {
      const count = lookups.get(name) ?? 0;
      lookups.set(name, count + 1);
      const answers = names[name] ?? [];
      return answers.slice(Math.min(count, answers.length - 1)).slice(0, 1);
    },
    ...settings,
  });
  try {
    return await web.fetch(aUrl(url), LIMITS);
  } finally {
    await web.close();
  }
}

/** Starts a proxy of each kind that leads to a server, and says how it is named in a file. */
const KINDS: readonly (readonly [
  kind: string,
  start: (leadsTo: number, wants?: string) => Promise<TestProxy>,
  parts: Partial<ProxyAccess>,
])[] = [
  ["a tunnel", (leadsTo, wants) => startHttpProxy({ leadsTo, ...withWants(wants) }), {}],
  [
    "a forwarding proxy",
    (leadsTo, wants) => startHttpProxy({ leadsTo, ...withWants(wants) }),
    { forwards: true },
  ],
  [
    "SOCKS5",
    (leadsTo, wants) => startSocksProxy({ leadsTo, ...withWants(wants) }),
    { protocol: "socks5" },
  ],
];

function withWants(wants: string | undefined) {
  return wants === undefined ? {} : { wants };
}

for (const [kind, start, parts] of KINDS) {
  describe(`pages through ${kind}`, () => {
    async function aProxy(test: TestContext, wants?: string) {
      const proxy = await start(await aServer(test), wants);
      test.after(() => proxy.close());
      return { proxy, named: access(proxy.port, parts) };
    }

    it("The server gets the name of its host, and the proxy an address that was checked", async (test) => {
      const { proxy, named } = await aProxy(test);
      const names = { "site.example": [PUBLIC, "10.0.0.1"] };
      const outcome = await fetchThrough([named], "http://site.example/a?b=c", names);
      assert.equal(textOf(outcome), "site.example/a?b=c");
      const told = {
        "a tunnel": `CONNECT ${PUBLIC}:80`,
        "a forwarding proxy": "GET http://site.example/a?b=c",
        SOCKS5: `SOCKS ${PUBLIC}:80`,
      };
      assert.deepEqual(proxy.asked, [Object.entries(told).find(([name]) => name === kind)?.[1]]);
    });

    it("A host at a private address, by name or as written, is refused, and the proxy never hears of it", async (test) => {
      const { proxy, named } = await aProxy(test);
      const names = { "inner.example": ["10.0.0.1"], "meta.example": ["169.254.169.254"] };
      for (const host of [
        ...["inner.example", "meta.example", "127.0.0.1", "192.168.1.1", "localhost", "[::1]"],
        ...["168.63.129.16", "[::ffff:10.0.0.1]", "100.100.100.200"],
      ]) {
        for (const scheme of ["http", "https"]) {
          const outcome = await fetchThrough([named], `${scheme}://${host}/`, names);
          assert.deepEqual(
            outcome.kind === "refused" ? outcome.rule : outcome,
            "address",
            `${scheme}://${host}`,
          );
        }
      }
      assert.deepEqual(proxy.asked, []);
    });

    it("A proxy gets its user and password, and no other outcome or message has them", async (test) => {
      const { proxy, named } = await aProxy(test, "me:s3cret");
      const names = { "site.example": [PUBLIC] };
      const known = { ...named, user: "me", password: "s3cret" };
      const outcome = await fetchThrough([known], "http://site.example/", names);
      assert.equal(textOf(outcome), "site.example/");
      assert.deepEqual(proxy.credentials, ["me:s3cret"]);
      const wrong = { ...named, user: "me", password: "wr0ng" };
      const refused = await fetchThrough([wrong], "http://site.example/", names);
      assert.equal(refused.kind, "failed");
      assert.doesNotMatch(JSON.stringify(refused), /wr0ng|bWU6/);
      assert.match(JSON.stringify(refused), /"connect".*proxy/);
    });

    it("A proxy that is down is a failure to connect that says nothing of the host", async (test) => {
      const { proxy, named } = await aProxy(test);
      await proxy.close();
      const outcome = await fetchThrough([named], "http://site.example/", {
        "site.example": [PUBLIC],
      });
      assert.ok(outcome.kind === "failed");
      assert.deepEqual([outcome.reason, outcome.isAbsent], ["connect", undefined]);
      assert.match(outcome.detail, /^proxy 127\.0\.0\.1:\d+: /);
    });

    it("A proxy at a private address is not used unless the user says so", async (test) => {
      const { proxy, named } = await aProxy(test);
      const strange = { ...named, isPrivate: false };
      const outcome = await fetchThrough([strange], "http://site.example/", {
        "site.example": [PUBLIC],
      });
      assert.ok(outcome.kind === "failed");
      assert.match(outcome.detail, /127\.0\.0\.1 is loopback/);
      assert.deepEqual(proxy.asked, []);
    });
  });
}

describe("TLS through proxies", () => {
  it("A page of https goes through a tunnel, and its server's certificate is checked by name", async (test) => {
    const pair = certificate(test);
    if (pair === undefined) return;
    const port = await aServer(test, createHttpsServer(pair));
    for (const [kind, start, parts] of KINDS) {
      const proxy = await start(port);
      test.after(() => proxy.close());
      const proxies = [access(proxy.port, parts)];
      const names = { "site.test": [PUBLIC], "other.test": [PUBLIC] };
      assert.equal(
        textOf(await fetchThrough(proxies, "https://site.test/x", names)),
        "site.test/x",
      );
      assert.match(proxy.asked.join(), new RegExp(`^(?:CONNECT|SOCKS) ${PUBLIC}:443$`), kind);
      const other = await fetchThrough(proxies, "https://other.test/", names);
      assert.deepEqual(other.kind === "refused" && other.rule, "tls");
    }
  });

  it("A proxy that is spoken to by TLS is checked by its name, and tunnels", async (test) => {
    const pair = certificate(test);
    if (pair === undefined) return;
    const port = await aServer(test, createHttpsServer(pair));
    const proxy = await startHttpProxy({ leadsTo: port, tls: pair });
    test.after(() => proxy.close());
    const named = access(proxy.port, { protocol: "https", hostname: "proxy.test" });
    const names = { "site.test": [PUBLIC], "proxy.test": ["127.0.0.1"], "bad.test": ["127.0.0.1"] };
    assert.equal(textOf(await fetchThrough([named], "https://site.test/", names)), "site.test/");
    const bad = { ...named, hostname: "bad.test" };
    const outcome = await fetchThrough([bad], "https://site.test/", names);
    assert.deepEqual(outcome.kind === "failed" && outcome.reason, "connect");
  });
});

/** Makes a certificate for the names of these tests that this process trusts; skips without OpenSSL. */
function certificate(test: TestContext): { cert: string; key: string } | undefined {
  const folder = aFolder(test);
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const names = "subjectAltName=DNS:site.test,DNS:proxy.test";
  try {
    execFileSync(
      "openssl",
      [
        ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
        ...["-days", "2", "-subj", "/CN=site.test", "-addext", names, "-keyout", key, "-out", cert],
      ],
      { stdio: "ignore" },
    );
  } catch {
    test.skip("openssl, which makes the certificate, is not installed");
    return undefined;
  }
  const before = tls.getCACertificates("default");
  const pair = { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") };
  tls.setDefaultCACertificates([...before, pair.cert]);
  test.after(() => tls.setDefaultCACertificates(before));
  return pair;
}

describe("a pool of proxies", () => {
  const proxies = [1, 2, 3, 4].map((port) => access(port));
  const hosts = Array.from({ length: 400 }, (_, n) => `www.site${n}.example`);
  const placesIn = (pool: ReturnType<typeof createProxyPool>) =>
    hosts.map((host) => pool.of(host)?.port);

  it("Each host stays on one proxy, with the other hosts of its domain, and all proxies get a share", () => {
    const pool = createProxyPool(proxies);
    const places = placesIn(pool);
    assert.deepEqual(placesIn(createProxyPool(proxies.toReversed())), places);
    assert.ok(hosts.every((host, n) => pool.of(host.replace("www.", "m."))?.port === places[n]));
    for (const { port } of proxies)
      assert.ok(places.filter((place) => place === port).length > 60, String(port));
  });

  it("A proxy that is taken away moves only its own hosts", () => {
    const places = placesIn(createProxyPool(proxies));
    const fewer = placesIn(createProxyPool(proxies.slice(0, 3)));
    assert.ok(places.every((place, n) => place === 4 || place === fewer[n]));
  });
});
