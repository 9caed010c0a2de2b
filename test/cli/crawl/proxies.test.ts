import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { startHttpProxy, startSocksProxy } from "../../adapters/web/live/support/proxy-servers.ts";
import { aFolder } from "../../support/a-folder.ts";
import { keptIn } from "../../support/kept-in.ts";
import { runCli } from "../../support/run-cli.ts";
import { serveHosts } from "../../support/served-hosts.ts";

it("A crawl goes through the proxies of its access file, robots.txt included, and keeps and prints no password of theirs", async (test) => {
  const site = await serveHosts((_, path) => (path === "/" ? ["/a", "/b"] : []));
  test.after(() => site.close());
  const behaviour = { leadsTo: site.port, wants: "me:s3cret" };
  const http = await startHttpProxy(behaviour);
  const socks = await startSocksProxy(behaviour);
  for (const proxy of [http, socks]) test.after(() => proxy.close());
  const folder = aFolder(test);
  const [file, out] = [join(folder, "p.json"), join(folder, "run")];
  const urls = Array.from({ length: 24 }, (_, n) => `http://site${n}.localhost:${site.port}/`);
  const project = {
    ...{ name: "proxied", strategy: "breadth-first", seeds: { urls }, access: "access.yaml" },
    politeness: { contact: "test@dowser.example", minDelayMs: 0, allowLoopback: true },
  };
  writeFileSync(file, JSON.stringify(project));
  const entry = (url: string) => ({ url, user: "me", password: "${PW}", private: true });
  const proxies = [
    entry(`http://127.0.0.1:${http.port}`),
    entry(`socks5://localhost:${socks.port}`),
  ];
  writeFileSync(join(folder, "access.yaml"), JSON.stringify({ proxies }), { mode: 0o600 });
  const env = { ...process.env, PW: "s3cret" };
  const run = await runCli(["crawl", file, "--out", out, "--threads", "0", "--json"], { env });
  assert.equal(run.code, 0, run.stderr);
  assert.equal(JSON.parse(run.stdout).fetched, 3 * urls.length);
  const tunnels = [...http.asked, ...socks.asked];
  assert.ok(http.asked.length > 0 && socks.asked.length > 0, tunnels.join(" "));
  for (const asked of tunnels) assert.match(asked, /^(?:CONNECT|SOCKS) 127\.0\.0\.1:\d+$/);
  const kept = `${run.stdout}${run.stderr}${keptIn(out)}`;
  assert.ok(!kept.includes("s3cret") && !kept.includes(btoa("me:s3cret")));
});
