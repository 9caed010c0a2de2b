import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { type CliOptions, runCli, startCli } from "../../support/run-cli.ts";
import { leastPause, medianGap, serveHosts, spanOf } from "../../support/served-hosts.ts";

/** Steps of the timers of server and crawler, in ms: a request is seen a little later or earlier. */
const JITTER_MS = 3;

describe("dowser crawl of many hosts at one address", () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-pace-"));
  after(() => rmSync(folder, { recursive: true }));

  async function crawl(
    name: string,
    project: { readonly politeness: Record<string, unknown> } & Record<string, unknown>,
    options: CliOptions = {},
  ) {
    const file = join(folder, `${name}.yaml`);
    const politeness = {
      ...{ contact: "test@dowser.example", allowLoopback: true },
      ...project.politeness,
    };
    const settings = { name, strategy: "breadth-first", ...project, politeness };
    writeFileSync(file, JSON.stringify(settings));
    const args = ["crawl", file, "--out", join(folder, name), "--json"];
    const { code, stdout, stderr } = await startCli(args, options).done;
    assert.equal(code, 0, stderr);
    const {
      states,
      reasons,
    }: Record<"states" | "reasons", Record<string, number>> = JSON.parse(stdout);
    const audit = await runCli(["audit", join(folder, name)]);
    assert.equal(audit.code, 0, audit.stdout + audit.stderr);
    return { states, reasons };
  }

  it("A crawl asks all hosts of a domain at one address with its delay between any two requests", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `h${index}.site.localhost`);
    const served = await serveHosts((host, _path, port) =>
      host === "h0.site.localhost" ? names.map((name) => `http://${name}:${port}/`) : [],
    );
    const urls = [`http://${names[0]}:${served.port}/`];
    const politeness = { minDelayMs: 150, minDelayPerAddressMs: 10 };
    const { states } = await crawl("one-domain", { seeds: { urls }, politeness });
    await served.close();
    assert.equal(states["fetched"], names.length);
    assert.equal(served.requests.length, 2 * names.length);
    const pause = leastPause(served.requests);
    assert.ok(pause >= 150 - JITTER_MS, `${pause} ms`);
  });

  it("A crawl asks many domains at one address no slower than one request per step", async () => {
    const names = Array.from({ length: 8 }, (_, index) => `site${index}.localhost`);
    const served = await serveHosts((_host, path, port) =>
      path === "/" ? names.map((name) => `http://${name}:${port}/second`) : [],
    );
    const urls = names.map((name) => `http://${name}:${served.port}/`);
    const stepMs = 200;
    const politeness = { minDelayMs: 2_500, minDelayPerAddressMs: stepMs };
    await crawl("many-domains", { seeds: { urls }, politeness });
    await served.close();
    // Nobody knows the address of a domain before its robots.txt file is asked for.
    for (const asked of ["/robots.txt", "/second"]) {
      const requests = served.requests.filter(({ path }) => path === asked);
      assert.equal(requests.length, names.length);
      // The crawler starts them a step apart; how long each is on its way differs.
      const gap = medianGap(requests);
      assert.ok(gap >= 0.8 * stepMs, `${asked}: ${gap} ms`);
      const span = spanOf(requests);
      assert.ok(span >= 0.8 * (names.length - 1) * stepMs, `${asked}: ${span} ms`);
    }
    // Not one domain after the other: each is asked for its rules before any is for its last page.
    const order = served.requests.map(({ path }) => path);
    assert.ok(order.lastIndexOf("/robots.txt") < order.indexOf("/second"), order.join(" "));
  });

  it("A crawl bounds what a generator of subdomains gets, and other sites get the rest", async () => {
    let made = 0;
    const served = await serveHosts((host, path, port) => {
      if (host.endsWith("sub.localhost")) {
        return [1, 2].map(() => `http://h${(made += 1)}.sub.localhost:${port}/`);
      }
      const at = Number(path.slice(1));
      return [2 * at + 1, 2 * at + 2].map((next) => `http://plain.localhost:${port}/${next}`);
    });
    const urls = ["sub", "plain"].map((name) => `http://${name}.localhost:${served.port}/`);
    const { states, reasons } = await crawl("subdomains", {
      seeds: { urls },
      scope: { traps: { hostsPerDomain: 60 } },
      budget: { pages: 400 },
      politeness: { minDelayMs: 0 },
    });
    await served.close();
    const pages = served.requests.filter(({ path }) => path !== "/robots.txt");
    const trapped = pages.filter(({ host }) => host.endsWith("sub.localhost"));
    assert.ok(trapped.length <= 60, `${trapped.length} pages of the generator`);
    assert.equal(states["fetched"], 400);
    assert.ok((reasons["refused:trap:hosts"] ?? 0) > 0, JSON.stringify(reasons));
  });

  it("A crawl goes on at its pace when the wall clock is set back or forth", async () => {
    const served = await serveHosts((_host, path, port) => {
      const at = Number(path.slice(1));
      return at < 12 ? [`http://site.localhost:${port}/${at + 1}`] : [];
    });
    const preload = join(folder, "step.mjs");
    for (const stepMs of [-600_000, 600_000]) {
      served.requests.length = 0;
      writeFileSync(
        preload,
        `const wall = Date.now; const begun = performance.now();
         Date.now = () => wall() + (performance.now() - begun > 1500 ? ${stepMs} : 0);`,
      );
      await crawl(
        `step${stepMs}`,
        {
          seeds: { urls: [`http://site.localhost:${served.port}/`] },
          politeness: { minDelayMs: 200 },
        },
        { env: { ...process.env, NODE_OPTIONS: `--import ${preload}` } },
      );
      assert.equal(served.requests.length, 14);
      const pause = leastPause(served.requests);
      assert.ok(pause >= 200 - JITTER_MS, `${pause} ms`);
    }
    await served.close();
  });
});
