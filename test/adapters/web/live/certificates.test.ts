import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { createLiveWeb } from "../../../../lib/adapters/web/live/live-web.ts";
import { createRobotsGate } from "../../../../lib/adapters/web/live/robots-gate.ts";
import { aFolder } from "../../../support/a-folder.ts";
import { aUrl } from "../../../support/a-url.ts";

const LIMITS = { bodyBytes: 1_000, timeoutMs: 10_000 };

/** Starts a server with a certificate that it has signed itself; skips without OpenSSL. */
async function served(test: TestContext): Promise<number | undefined> {
  const folder = aFolder(test);
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = ["-nodes", "-days", "2", "-subj", "/CN=old.test", "-keyout", key, "-out", cert];
  try {
    const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
    execFileSync("openssl", ["req", "-x509", ...kind, ...made], { stdio: "ignore" });
  } catch {
    test.skip("openssl, which makes the certificate, is not installed");
    return undefined;
  }
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  const server = createServer(pair, (request, response) => {
    response.writeHead(request.url === "/robots.txt" ? 404 : 200, { "content-type": "text/html" });
    response.end("<p>old");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  test.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

function aWeb(test: TestContext, allowInvalidCertificates: readonly string[]) {
  const web = createLiveWeb({
    ...{ userAgent: "test", allowLoopback: true, acceptMediaTypes: ["text/html"] },
    ...{ allowInvalidCertificates, resolve: async () => ["127.0.0.1"] },
  });
  test.after(() => web.close());
  return web;
}

describe("a site whose certificate is not valid", () => {
  it("Its pages are refused at once, with the reason, and so is its robots.txt", async (test) => {
    const port = await served(test);
    if (port === undefined) return;
    const web = aWeb(test, []);
    const url = aUrl(`https://old.test:${port}/`);
    const outcome = await web.fetch(url, LIMITS);
    assert.ok(outcome.kind === "refused" && outcome.rule === "tls", JSON.stringify(outcome));
    assert.match(outcome.detail, /SELF_SIGNED/);
    const gate = createRobotsGate({
      ...{ web: web.anyMediaType, clock: { now: Date.now }, productToken: "test" },
      ...{ minDelayMs: 0, maxCrawlDelayMs: 0 },
    });
    const admission = await gate.admit(url);
    assert.deepEqual([admission.kind, "rule" in admission && admission.rule], ["refused", "tls"]);
  });

  it("A site that the project names is fetched all the same, with its subdomains, and no other", async (test) => {
    const port = await served(test);
    if (port === undefined) return;
    const web = aWeb(test, ["old.test"]);
    for (const host of ["old.test", "www.old.test"]) {
      const outcome = await web.fetch(aUrl(`https://${host}:${port}/`), LIMITS);
      assert.equal(outcome.kind, "page", host);
    }
    const other = await web.fetch(aUrl(`https://very-old.test:${port}/`), LIMITS);
    assert.equal(other.kind, "refused");
  });
});
