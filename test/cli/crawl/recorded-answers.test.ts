import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { WARCParser, type WARCRecord } from "warcio";
import { openRecordedWeb } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import type { PageRecord } from "../../../lib/domain/page/page-record.ts";
import { runCli } from "../../support/run-cli.ts";
import { linking } from "../../support/scripted-web.ts";
import { findings } from "../../support/spoilt-run.ts";

const HONEY = `<p>Bees make honey, and wax.</p>${"<p>They fly far.</p>".repeat(50)}`;
const PACKED = gzipSync(HONEY);

/** Path → status, headers and body. `/hidden` is linked from nowhere: only a redirect leads there. */
const SITE: Readonly<
  Record<string, readonly [number, Readonly<Record<string, string>>, string | Buffer]>
> = {
  "/robots.txt": [404, {}, ""],
  "/": [200, {}, linking("/go", "/missing", "/broken", "/paper", "/nowhere", "/mail", "/loop")],
  "/go": [302, { location: "/hidden" }, "moved"],
  "/hidden": [200, {}, `<p>Bees make honey.</p>${linking("/below")}`],
  "/below": [200, { "content-encoding": "gzip" }, PACKED],
  "/missing": [404, {}, "no such page"],
  "/broken": [500, {}, "try again"],
  "/paper": [200, { "content-type": "application/pdf" }, "%PDF-1.7"],
  "/nowhere": [301, {}, ""],
  "/mail": [302, { location: "mailto:a@b.example" }, ""],
  "/loop": [302, { location: "/loop" }, ""],
};

describe("the answers that a live crawl records", () => {
  let folder = "";
  let server: Server;
  let origin = "";
  const at = (name: string) => join(folder, name);
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-answers-"));
    server = createServer(({ url = "" }, response) => {
      const [status, headers, body] = SITE[url] ?? [404, {}, ""];
      response.writeHead(status, { "content-type": "text/html", ...headers }).end(body);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    assert.ok(typeof address === "object" && address !== null);
    origin = `http://127.0.0.1:${address.port}`;
    const politeness = {
      contact: "a@b.example",
      minDelayMs: 0,
      allowLoopback: true,
      maxAttempts: 1,
    };
    const project = {
      name: "answers",
      need: { topic: "bees honey" },
      seeds: { urls: [`${origin}/`] },
      strategy: "breadth-first",
      politeness,
    };
    writeFileSync(at("project.json"), JSON.stringify(project));
    const { code, stderr } = await runCli(["crawl", at("project.json"), "--out", at("live")]);
    assert.equal(code, 0, stderr);
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  async function recordsOf(run: string): Promise<PageRecord[]> {
    const { stdout } = await runCli(["export", at(run), "--format", "records"]);
    return stdout
      .trim()
      .split("\n")
      .map((line): PageRecord => JSON.parse(line));
  }

  const outcomesOf = async (run: string) =>
    (await recordsOf(run))
      .map(({ url, state, reason, status, location }) => {
        const path = url.slice(origin.length);
        return [path, `${state}:${reason}`, status, location?.slice(origin.length)];
      })
      .toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1));

  it("A live crawl stores redirects, missing pages and refused types beside its pages", async () => {
    assert.deepEqual(await outcomesOf("live"), [
      ["/", "fetched:page", 200, undefined],
      ["/below", "fetched:page", 200, undefined],
      ["/broken", "failed:server-error", 500, undefined],
      ["/go", "fetched:redirect", 302, "/hidden"],
      ["/hidden", "fetched:page", 200, undefined],
      ["/loop", "failed:bad-redirect", 302, undefined],
      ["/mail", "refused:scheme", 302, undefined],
      ["/missing", "failed:gone", 404, undefined],
      ["/nowhere", "failed:bad-redirect", 301, undefined],
      ["/paper", "refused:content-type", 200, undefined],
    ]);
    const web = await openRecordedWeb([at("live/pages")]);
    const stored = [...web.urls()].map((url) => url.slice(origin.length));
    web.close();
    assert.deepEqual(stored.toSorted(), Object.keys(SITE).filter(isNoRobots).toSorted());
  });

  it("A body that was sent by gzip is stored as the same bytes, is exported with them, and is read without them", async () => {
    const warc = await runCli([
      "export",
      at("live"),
      "--format",
      "warc",
      "--out",
      at("out.warc.gz"),
    ]);
    assert.equal(warc.code, 0, warc.stderr);
    for (const file of [at("live/pages/pages-00001.warc.gz"), at("out.warc.gz")]) {
      let found: WARCRecord | undefined;
      for await (const record of new WARCParser([readFileSync(file)]))
        if (record.warcType === "response" && record.warcTargetURI === `${origin}/below`) {
          found = record;
          assert.deepEqual(Buffer.from(await record.readFully(false)), PACKED, file);
        }
      assert.equal(found?.httpHeaders?.headers.get("content-encoding"), "gzip", file);
      assert.equal(found?.warcPayloadDigest, `sha256:${hash("sha256", PACKED)}`, file);
    }
    const record = (await recordsOf("live")).find(({ url }) => url === `${origin}/below`);
    assert.equal(record?.page?.bodyBytes, HONEY.length);
    assert.equal(record?.page?.ref?.digest, `sha256:${hash("sha256", HONEY)}`);
    const { stdout } = await runCli([
      "export",
      at("live"),
      "--format",
      "jsonl",
      "--text",
      "markdown",
    ]);
    assert.match(stdout, /Bees make honey, and wax\./);
  });

  it("A finished live crawl passes its audit, with the answers that are no pages", async () => {
    assert.deepEqual(await findings(at("live")), []);
  });

  it("A live crawl replays from its own WARC files with the same answers for the same URLs", async () => {
    const { code, stderr } = await runCli([
      "crawl",
      at("project.json"),
      "--web",
      at("live/pages"),
      "--out",
      at("again"),
    ]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(await outcomesOf("again"), await outcomesOf("live"));
    assert.deepEqual(await findings(at("again")), []);
  });

  it("A crawl of a recording records what it answered, so that it replays again", async () => {
    const options = ["--web", at("again/pages"), "--out", at("third")];
    const { code, stderr } = await runCli(["crawl", at("project.json"), ...options]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(await outcomesOf("third"), await outcomesOf("live"));
  });

  it("`dowser compare` finds the same targets in a run's WARC files as in the run", async () => {
    const truth = ["/hidden", "/below"].map((path) =>
      JSON.stringify({ url: origin + path, target: true }),
    );
    writeFileSync(at("truth.jsonl"), `${truth.join("\n")}\n`);
    const crawl = ["--strategies", "breadth-first", "--budget", "20"];
    const judge = ["--truth", at("truth.jsonl"), "--target", "target=true"];
    const targetsIn = async (...web: string[]) => {
      const options = [...crawl, ...judge, "--json", at("compared.json")];
      const run = await runCli(["compare", at("project.json"), ...web, ...options]);
      assert.equal(run.code, 0, run.stderr);
      const { fetched, targets } = JSON.parse(readFileSync(at("compared.json"), "utf8")).strategies[
        "breadth-first"
      ];
      return [fetched, targets];
    };
    assert.deepEqual(await targetsIn("--web", at("live/pages")), [3, 2]);
    assert.deepEqual(await targetsIn("--against", at("live")), [3, 2]);
  });
});

function isNoRobots(path: string): boolean {
  return path !== "/robots.txt";
}
