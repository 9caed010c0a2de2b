import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { strFromU8, unzipSync } from "fflate";
import type { Corpus } from "../../../lib/workbench/corpus-schemas.ts";
import type { Fault } from "../../../lib/workbench/schemas.ts";
import { aCrawledSite } from "../../support/a-crawled-site.ts";
import { anUi, type TestedUi } from "../../support/an-ui.ts";
import { runCli } from "../../support/run-cli.ts";
import { linking } from "../../support/scripted-web.ts";

const SITE = "http://site.example";
const BEES = "<p>Bees make honey, all of them, the whole summer long.</p>";
const RESERVED = '<meta name="robots" content="noai">';

const PAGES: readonly [url: string, html: string][] = [
  [`${SITE}/`, `<title>Start</title>${linking("/a", "/b", "/c")}`],
  [`${SITE}/a`, `<title>Bees</title>${BEES}<p>Write to ada@example.org or +44 20 7946 0958.</p>`],
  [`${SITE}/b`, `<title>Kept</title>${RESERVED}${BEES}`],
  [`${SITE}/c`, `<title>Stones</title>${RESERVED}<p>Stones lie there.</p>`],
];

describe("what is taken out of a run, over the API of the workbench", () => {
  const folder = mkdtempSync(join(tmpdir(), "dowser-take-"));
  let ui: TestedUi;
  before(async () => {
    mkdirSync(join(folder, "runs"));
    await aCrawledSite(join(folder, "runs"), PAGES, "stated", { purpose: "train-ai" });
    await aCrawledSite(join(folder, "runs"), PAGES, "open");
    ui = await anUi([], folder);
  });
  after(async () => {
    await ui.close();
    rmSync(folder, { recursive: true });
  });

  const saved = async (query: string) => {
    const response = await ui.ask("GET", `/runs/${query}`);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  /** Writes the same by the command. */
  async function written(run: string, file: string, ...options: string[]): Promise<Buffer> {
    const args = ["export", `runs/${run}`, ...options, "--out", file];
    const { code, stderr } = await runCli(args, { cwd: folder });
    assert.equal(code, 0, stderr);
    return readFileSync(join(folder, file));
  }

  const use = async (run: string) =>
    ((await (await ui.ask("GET", `/runs/${run}/corpus`)).json()) as Corpus).use;

  it("What sites ask is told, and how many pages that keeps out of exports for the stated purpose", async () => {
    const asked = "what sites say may be done with pages: robots: noai (2)";
    const kept = "2 pages, 1 of them relevant, reserved against `purpose: train-ai`";
    assert.deepEqual(await use("stated"), {
      isStated: true,
      words: [`${kept}, left out of exports`, asked],
    });
    assert.deepEqual(await use("open"), {
      isStated: false,
      words: ["no purpose is stated: exports leave none of them out", asked],
    });
  });

  it("The pages that are left out can be saved, as the command does it", async () => {
    const { bytes } = await saved("stated/export?format=jsonl&reserved=true");
    assert.ok(bytes.equals(await written("stated", "r.jsonl", "--format", "jsonl", "--reserved")));
    const titles = bytes.toString("utf8").trim().split("\n");
    assert.deepEqual(
      titles.map((line) => JSON.parse(line).title),
      ["Kept", "Stones"],
    );
  });

  it("Without a purpose nothing is reserved, and who asks for that is told so at once", async () => {
    const { response, bytes } = await saved("open/export?format=jsonl&reserved=true");
    assert.equal(response.status, 404);
    assert.equal((JSON.parse(bytes.toString("utf8")) as Fault).code, "no-purpose");
  });

  it("E-mail addresses and phone numbers are replaced in tables, and in nothing else", async () => {
    const { bytes } = await saved("open/export?format=csv&redact=GB");
    assert.ok(bytes.equals(await written("open", "r.csv", "--format", "csv", "--redact", "GB")));
    assert.doesNotMatch(bytes.toString("utf8"), /ada@example|7946/);
    const { bytes: refused } = await saved("open/export?format=wacz&redact=true");
    assert.equal((JSON.parse(refused.toString("utf8")) as Fault).code, "bad-export-format");
  });

  it("An export with its dataset card comes in a ZIP file, and both are those of the command", async () => {
    const { response, bytes } = await saved("stated/export?format=csv&targets=true&card=true");
    assert.match(response.headers.get("content-disposition") ?? "", /stated-targets\.zip/);
    const files = unzipSync(bytes);
    const name = "stated-targets.csv";
    assert.deepEqual(Object.keys(files), [name, `${name}.croissant.json`]);
    const card = `${name}.croissant.json`;
    const own = await written(
      "stated",
      name,
      ...["--format", "csv", "--relevant", "--croissant", card],
    );
    assert.ok(own.equals(files[name] ?? Buffer.alloc(0)));
    const described = (text: string) => ({
      ...JSON.parse(text),
      datePublished: "",
      dateCreated: "",
    });
    assert.deepEqual(
      described(strFromU8(files[card] ?? new Uint8Array())),
      described(readFileSync(join(folder, card), "utf8")),
    );
  });

  it("The report is saved, or shown in a page that can do nothing", async () => {
    const { response } = await saved("open/report.html");
    assert.match(response.headers.get("content-disposition") ?? "", /^attachment/);
    const shown = (await saved("open/report.html?show=true")).response.headers;
    assert.match(shown.get("content-disposition") ?? "", /^inline/);
    assert.match(shown.get("content-security-policy") ?? "", /^sandbox; default-src 'none'/);
  });
});
