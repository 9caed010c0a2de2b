import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { writeWarcFile } from "../../../lib/adapters/warc/write-warc-file.ts";
import type { RunEvent } from "../../../lib/ports/run-log.ts";
import { tellLabelNotes } from "../../../lib/run/crawl/tell-label-notes.ts";
import { createMemoryRunLog } from "../../../peers/commands/compare/memory-stores.ts";
import { aUrl } from "../../support/a-url.ts";
import { runCli } from "../../support/run-cli.ts";
import { aFetchedPage } from "../../support/scripted-web.ts";

const trained = (...labelNotes: string[]): RunEvent => {
  return { at: 0, kind: "trained", detail: { model: "m", labelNotes } };
};

function aStream(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 };
  return { stream, written };
}

describe("what a crawl tells of its labels", () => {
  it("A crawl tells how well its labels tell pages apart whenever a training says something new", async () => {
    const { stream, written } = aStream(false);
    const kept = createMemoryRunLog();
    const log = await tellLabelNotes(kept, stream);
    const paused: RunEvent = { at: 0, kind: "paused", detail: { labelNotes: ["not told"] } };
    const worse = trained("apart badly", "look at\u001b[31m a");
    for (const event of [trained("apart well"), trained("apart well"), paused, worse, trained()]) {
      await log.append(event);
    }
    assert.deepEqual(written, ["apart well\n", "apart badly\nlook at\ufffd[31m a\n"]);
    assert.equal((await kept.list()).length, 5);
  });

  it("A resumed crawl tells at its start what its last training says of the labels", async () => {
    const kept = createMemoryRunLog();
    await kept.append(trained("apart well"));
    const { stream, written } = aStream(true);
    const log = await tellLabelNotes(kept, stream);
    assert.deepEqual(written, ["\r\u001b[2Kapart well\n"], "it replaces the line of progress");
    await log.append(trained("apart well"));
    assert.equal(written.length, 1);
  });

  it("`dowser crawl` tells before its first page how well the labels tell pages apart", async () => {
    const folder = mkdtempSync(join(tmpdir(), "dowser-notes-"));
    const page = { page: aFetchedPage(aUrl("http://site.example/"), "<p>the first"), fetchedAt: 0 };
    await writeWarcFile(join(folder, "web.warc.gz"), [page], {});
    const labelled = (kind: string, words: string) =>
      Array.from({ length: 3 }, (_, at) => {
        writeFileSync(join(folder, `${kind}${at}.html`), `<p>${words}`);
        return `${kind}${at}.html`;
      });
    const need = { good: labelled("good", "honey hive"), bad: labelled("bad", "petrol road") };
    const seeds = { urls: ["http://site.example/"] };
    const project = join(folder, "project.json");
    writeFileSync(project, JSON.stringify({ name: "notes", need, seeds, strategy: "adaptive" }));
    const web = join(folder, "web.warc.gz");
    const { stderr } = await runCli(["crawl", project, "--web", web, "--out", join(folder, "run")]);
    assert.match(stderr, /^3 relevant and 3 irrelevant pages of .* can be told apart .*\(AUC /);
    rmSync(folder, { recursive: true });
  });
});
