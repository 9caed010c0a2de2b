import assert from "node:assert/strict";
import { join } from "node:path";
import { it } from "node:test";
import { gzipSync } from "node:zlib";
import { writeWarcFile } from "../../../../lib/adapters/warc/write-warc-file.ts";
import {
  openRecordedWeb,
  recordedPageStore,
} from "../../../../lib/adapters/web/recorded/recorded-web.ts";
import { aFolder } from "../../../support/a-folder.ts";
import { aUrl } from "../../../support/a-url.ts";
import { collect } from "../../../support/collect.ts";
import { aFetchedPage } from "../../../support/scripted-web.ts";

it("The recorded page store keeps the places of a recording's pages, and reads them from there as far as they were read before", async (test) => {
  const file = join(aFolder(test), "web.warc.gz");
  const [one, two] = ["http://a.example/1", "http://a.example/2"].map((url) =>
    aFetchedPage(aUrl(url), `<p>${url}`),
  );
  assert.ok(one && two);
  const packed = [one, { ...two, gzipped: gzipSync(two.body) }];
  const pages = packed.map((page) => ({ page, fetchedAt: 0 }));
  await writeWarcFile(file, pages, {});
  const web = await openRecordedWeb([file]);
  test.after(() => web.close());
  const store = recordedPageStore(web);

  const ref = await store.put(one, 0);
  assert.equal(ref.segment, "web.warc.gz");
  assert.ok(ref.length > 0);
  assert.deepEqual(await store.put(one, 1), ref);
  assert.deepEqual(Buffer.from((await store.get(one.url))?.body ?? []), Buffer.from(one.body));
  assert.equal(await store.get(two.url), undefined);
  assert.deepEqual(await collect(store.urls()), [one.url]);

  const cut = { ...two, body: two.body.subarray(0, 5), truncated: true };
  await store.put(cut, 0);
  const { body, truncated, gzipped } = (await store.get(two.url)) ?? {};
  assert.deepEqual([Buffer.from(body ?? []).toString(), truncated], ["<p>ht", true]);
  assert.equal(gzipped, undefined);
  await assert.rejects(
    store.put(aFetchedPage(aUrl("http://b.example/"), ""), 0),
    /not in the recording/,
  );
});
