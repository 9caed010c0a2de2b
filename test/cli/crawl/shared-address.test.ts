import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { type CliOptions, runCli, startCli } from "../../support/run-cli.ts";
import { leastPause, serveHosts } from "../../support/served-hosts.ts";

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
    const [first = "", ...others] = Array.from({ length: 8 }, (_, at) => `site${at}.localhost`);
    const rules = Promise.withResolvers<undefined>();
    let asked = 0;
    const served = await serveHosts(async (host, path, port) => {
      if (path === "/robots.txt" && host !== first) {
        // Not one domain after the other: none gets its rules before all are asked for theirs.
        asked += 1;
        if (asked === others.length) rules.resolve(undefined);
        await rules.promise;
      }
      if (path !== "/") return [];
      const linked = host === first ? others.map((name) => `http://${name}:${port}/`) : [];
      return [...linked, "/second"];
    });
    const urls = [`http://${first}:${served.port}/`];
    const stepMs = 100;
    const politeness = { minDelayMs: 1_000, minDelayPerAddressMs: stepMs };
    await crawl("many-domains", { seeds: { urls }, politeness });
    await served.close();
    // A server may see the first of several requests late: what it has answered before came before all.
    const start = served.requests.findIndex(({ host, path }) => host === first && path === "/");
    const since = served.requests[start]?.endedAt ?? Number.NaN;
    const later = served.requests.slice(start + 1);
    assert.equal(later.length, 3 * others.length + 1);
    for (const some of [later.filter(({ path }) => path === "/robots.txt"), later]) {
      const took = Math.max(...some.map(({ startedAt }) => startedAt)) - since;
      assert.ok(took >= (some.length - 1) * stepMs - JITTER_MS, `${some.length} in ${took} ms`);
    }
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
      scope: { traps: { hostsPerDomain: 20 } },
      budget: { pages: 150 },
      politeness: { minDelayMs: 0 },
    });
    await served.close();
    const pages = served.requests.filter(({ path }) => path !== "/robots.txt");
    const trapped = pages.filter(({ host }) => host.endsWith("sub.localhost"));
    assert.ok(trapped.length <= 20, `${trapped.length} pages of the generator`);
    assert.equal(states["fetched"], 150);
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
