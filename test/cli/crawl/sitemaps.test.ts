import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { readRun } from "../../../lib/run/folder/read-run.ts";
import { aFolder } from "../../support/a-folder.ts";
import { runCli, startCli } from "../../support/run-cli.ts";
import { until } from "../../support/until.ts";

const PAGES = ["/one", "/two", "/three"];

/** Serves a site whose sitemap lists three pages that nothing links to, and answers when it is let. */
async function aSite(test: TestContext, address: string, isSlow = false) {
  const asked: string[] = [];
  const open = Promise.withResolvers<undefined>();
  if (!isSlow) open.resolve(undefined);
  const server = createServer(async ({ url = "" }, response) => {
    asked.push(url);
    if (url === "/robots.txt") return response.end(`Sitemap: ${origin()}/sitemap.xml`);
    if (url === "/sitemap.xml") {
      await open.promise;
      return response.end(PAGES.map((path) => origin() + path).join("\n"));
    }
    response.setHeader("content-type", "text/html");
    return response.end(`<title>${url}</title><p>bees`);
  });
  const origin = () => `http://${address}:${(server.address() as AddressInfo).port}`;
  server.listen(0, address);
  await once(server, "listening");
  test.after(() => {
    open.resolve(undefined);
    server.close();
    server.closeAllConnections();
  });
  return { asked, origin: origin(), answer: () => open.resolve(undefined) };
}

/** A quick site, a slow one, and a project whose seeds they are. */
async function twoSites(test: TestContext) {
  const [quick, slow] = [await aSite(test, "127.0.0.1"), await aSite(test, "127.0.0.2", true)];
  const folder = aFolder(test);
  const [file, out] = [join(folder, "p.json"), join(folder, "run")];
  const urls = [quick, slow].map(({ origin }) => `${origin}/`);
  const politeness = { allowLoopback: true, contact: "a@b.example", minDelayMs: 1 };
  const project = { name: "p", seeds: { urls, sitemaps: true }, strategy: "breadth-first" };
  writeFileSync(file, JSON.stringify({ ...project, politeness }));
  const args = ["crawl", file, "--out", out, "--threads", "0"];
  return { quick, slow, args, out };
}

async function pagesOf(out: string): Promise<string[]> {
  const run = readRun(out);
  const urls: string[] = [];
  for await (const { url, page } of run.records.list()) if (page) urls.push(new URL(url).pathname);
  await run.close();
  return urls.toSorted();
}

const ALL = ["/", ...PAGES].flatMap((path) => [path, path]).toSorted();

describe("sitemaps of several sites", () => {
  it("The pages of a site are fetched while the sitemap of another one is still waited for", async (test) => {
    const { quick, slow, args, out } = await twoSites(test);
    const crawl = runCli(args);
    await until("the quick site is done", () => PAGES.every((path) => quick.asked.includes(path)));
    await until("the slow site is asked", () => slow.asked.includes("/sitemap.xml"));
    assert.deepEqual(slow.asked, ["/robots.txt", "/sitemap.xml"], "no page beside its sitemap");
    slow.answer();
    const { code, stderr } = await crawl;
    assert.ok(code === 0 || code === 4, stderr);
    assert.deepEqual(await pagesOf(out), ALL);
  });

  it("A crawl that is killed meanwhile reads what is left of them, loses no page and fetches none twice", async (test) => {
    const { quick, slow, args, out } = await twoSites(test);
    const killed = startCli(args);
    await until("the quick site is done", () => PAGES.every((path) => quick.asked.includes(path)));
    await until("the slow site is asked", () => slow.asked.includes("/sitemap.xml"));
    const read = join(out, "sitemaps-read.txt");
    await until("it is noted", () => existsSync(read) && readFileSync(read, "utf8") !== "");
    killed.child.kill("SIGKILL");
    await killed.done;
    assert.equal(readFileSync(read, "utf8"), `${new URL(quick.origin).host}\n`);
    slow.answer();
    const { stderr } = await runCli(args);
    assert.deepEqual(await pagesOf(out), ALL, stderr);
    const sitemaps = (asked: readonly string[]) =>
      asked.filter((url) => url === "/sitemap.xml").length;
    assert.deepEqual([sitemaps(quick.asked), sitemaps(slow.asked)], [1, 2]);
    await runCli(args);
    assert.deepEqual([sitemaps(quick.asked), sitemaps(slow.asked)], [1, 2], "they are read once");
    const { stdout } = await runCli(["audit", out]);
    assert.doesNotMatch(stdout, /violation/);
  });

  it("A crawl is paused at once, whatever sitemap it waits for", async (test) => {
    const { slow, quick, args, out } = await twoSites(test);
    const crawl = startCli(args);
    await until("the slow site is asked", () => slow.asked.includes("/sitemap.xml"));
    await until("the quick site is done", () => PAGES.every((path) => quick.asked.includes(path)));
    crawl.child.kill("SIGINT");
    const { code, stdout } = await crawl.done;
    assert.equal(code, 130, stdout);
    assert.match(stdout, /paused; the same command resumes/);
    slow.answer();
    await runCli(args);
    assert.deepEqual(await pagesOf(out), ALL);
  });
});
