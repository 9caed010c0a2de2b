import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import { type ReadableRun, readRun } from "../../../lib/run/folder/read-run.ts";
import { WatchedTexts } from "../../../lib/workbench/host/watched-texts.ts";
import { aCrawledSite, beesAndStones } from "../../support/a-crawled-site.ts";
import { aFolder } from "../../support/a-folder.ts";

describe("the texts of a run that are read when they are searched first", () => {
  it("A search answers after a second with what is read, and one in all texts when they are read", async (t) => {
    const directory = await aCrawledSite(aFolder(t), beesAndStones("http://site.example", 40));
    const run = readRun(directory);
    const reading = Promise.withResolvers<void>();
    const texts = async (url: Url) => {
      await reading.promise;
      return run.pages.texts?.(url);
    };
    const pages: ReadableRun["pages"] = Object.assign(Object.create(run.pages), { texts });
    const watched = new WatchedTexts(directory, { ...run, pages });
    t.after(async () => {
      await watched.close();
      await run.close();
    });
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const soon = watched.find("summer");
    const all = watched.findInAll("summer");
    t.mock.timers.tick(1_000);
    const first = await soon;
    assert.deepEqual([first?.texts.state, first?.ranks.size], ["reading", 0]);
    reading.resolve();
    const isRead = all.then(() => true);
    while (!(await Promise.race([isRead, setImmediate(false)]))) t.mock.timers.tick(1_000);
    const found = await all;
    assert.deepEqual([found?.texts.state, found?.ranks.size], ["whole", 10]);
  });
});
