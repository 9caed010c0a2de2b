import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { openGate } from "../../../lib/adapters/web/recorded/recorded-web.ts";
import type { FetchOutcome } from "../../../lib/domain/web/http/fetch-outcome.ts";
import { DowserError } from "../../../lib/errors.ts";
import type { HostGate } from "../../../lib/ports/host-gate.ts";
import { readNeed as read } from "../../../lib/project/read-need.ts";
import { needSource } from "../../../lib/run/input/crawl-inputs.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aUrl } from "../../support/a-url.ts";
import { type Script, scriptedWeb } from "../../support/scripted-web.ts";

const LIMITS = { bodyBytes: 1_000_000, timeoutMs: 60_000, parseMs: 60_000 };

const redirect = (to: string): FetchOutcome => ({
  kind: "redirect",
  status: 301,
  headers: [],
  location: aUrl(to),
});

function source(script: Readonly<Record<string, Script>>, gate: HostGate = openGate) {
  return { web: scriptedWeb(script), gate, limits: LIMITS, delayMs: 0 };
}

const readNeed = (
  need: Parameters<typeof read>[0],
  from: Parameters<typeof needSource>[0],
): ReturnType<typeof read> => read(need, needSource(from));

describe("example pages", () => {
  it("Example pages are read from the web, redirects followed", async () => {
    const from = source({
      "http://a.example/": redirect("https://a.example/"),
      "https://a.example/": "<title>here</title>",
    });
    const { good } = await readNeed({ good: ["http://a.example"], bad: [] }, from);
    assert.deepEqual(
      good.map(({ title, url }) => [title, url]),
      [["here", "https://a.example/"]],
    );
  });

  it("Example pages are read from files, by pattern too, in a folder of any name", async (test) => {
    const folder = join(aFolder(test), "[pages]");
    mkdirSync(folder);
    for (const name of ["b", "a"]) writeFileSync(join(folder, `${name}.html`), `<title>${name}`);
    const one = await readNeed({ good: [join(folder, "a.html")], bad: [] }, source({}));
    assert.deepEqual(
      one.good.map(({ title }) => title),
      ["a"],
    );
    const pattern = join(folder, "*.html").replace("[pages]", "*");
    const all = await readNeed({ good: [], bad: [pattern] }, source({}));
    assert.deepEqual(
      all.bad.map(({ title }) => title),
      ["a", "b"],
    );
  });

  it("Example pages are not read when robots rules forbid them", async () => {
    const gate: HostGate = {
      sitemaps: () => [],
      admit: async () => ({ kind: "refused", rule: "robots", detail: "Disallow: /" }),
    };
    const from = source({ "http://a.example/": "<p>no" }, gate);
    await assert.rejects(readNeed({ good: ["http://a.example/"], bad: [] }, from), isUnreadable);
    assert.deepEqual(from.web.asked, []);
  });

  it("Example files are read up to the size of a page: no device without end, no huge file", async (test) => {
    const file = join(aFolder(test), "large.html");
    writeFileSync(file, "x".repeat(LIMITS.bodyBytes + 1));
    for (const [entry, why] of [
      ["/dev/zero", /is a pipe or a device, and no file/],
      [file, /1000001 bytes are too many/],
    ] as const) {
      await assert.rejects(readNeed({ good: [entry], bad: [] }, source({})), (error) => {
        assert.ok(error instanceof DowserError);
        assert.equal(error.code, "example-unreadable");
        assert.match(error.message, why);
        assert.match(error.hint, /budget\.bytesPerPage/);
        return true;
      });
    }
  });

  it("Example pages that are no pages are named in the error", async () => {
    const loop = source({ "http://a.example/": redirect("http://a.example/") });
    for (const entry of [
      "http://a.example/",
      "http://b.example/",
      "/nowhere/*.html",
      "http://[/",
    ]) {
      await assert.rejects(readNeed({ good: [entry], bad: [] }, loop), isUnreadable);
    }
  });
});

function isUnreadable(error: unknown): boolean {
  return error instanceof DowserError && error.code === "example-unreadable";
}
