import assert from "node:assert/strict";
import { join } from "node:path";
import { it } from "node:test";
import { topicProfile } from "../../../lib/domain/methods/topic-profile.ts";
import { parsePage } from "../../../lib/domain/page/parse-page.ts";
import { loadNeed, saveNeed } from "../../../lib/run/folder/run-inputs.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aNeed } from "../../support/a-need.ts";
import { aUrl } from "../../support/a-url.ts";

it("A need file keeps a need completely, so that a strategy learns the same from it", (test) => {
  const file = join(aFolder(test), "need.json");
  assert.equal(loadNeed(file), undefined);
  const html = "<title>bees</title><p class=x>honey <a href=/a>hive</a> <a href='mailto:b'>b</a>";
  const page = parsePage(
    { url: aUrl("http://a.example/"), html },
    { maxLength: 1e6, overTime: () => false },
  );
  const paths = { paths: [[page.url, aUrl("http://a.example/a")]], pages: [page] };
  const lesson = { words: ["bee"], rows: "AAAA" };
  const need = aNeed({ topic: "bees", good: [page], examplePage: page, paths, pathModel: lesson });
  saveNeed(file, need);
  saveNeed(file, { ...need, topic: "another" });
  const kept = loadNeed(file);
  assert.ok(kept);
  assert.equal(kept.topic, "bees");
  assert.deepEqual(kept.good[0]?.xpathBag, page.xpathBag);
  assert.deepEqual(kept.good[0]?.unusableLinks, page.unusableLinks);
  assert.deepEqual(kept.paths, { ...paths, pages: [] }, "their training crawl has the pages");
  assert.deepEqual(kept.pathModel, lesson, "the model file is not looked at again");
  assert.deepEqual(topicProfile(kept), topicProfile(need));
});
