import assert from "node:assert/strict";
import {
  appendFileSync,
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { hashToUnit } from "../../../lib/domain/stats/random/random.ts";
import { type DisturbedCrawls, openDisturbedCrawls } from "../../support/a-disturbed-crawl.ts";
import { IS_SLOW, seedOf } from "../../support/slow.ts";

const SEED = seedOf(2);
const STRATEGY = "breadth-first";
const WAL = "crawl.sqlite-wal";
const SEGMENT = "pages/pages-00001.warc.gz";

/** Damages that a power failure can leave, by file. `at` is in [0, 1). */
const DAMAGES: readonly (readonly [
  name: string,
  file: string,
  damage: (path: string, size: number, at: number) => void,
])[] = [
  ["a write-ahead log without its last byte", WAL, (path, size) => truncateSync(path, size - 1)],
  ["half a write-ahead log", WAL, (path, size) => truncateSync(path, Math.floor(size / 2))],
  ["an empty write-ahead log", WAL, (path) => truncateSync(path)],
  ["no write-ahead log", WAL, (path) => rmSync(path)],
  ["garbage behind the write-ahead log", WAL, (path) => appendFileSync(path, garbage(10_000))],
  ["a flipped byte in the write-ahead log", WAL, flip],
  ["no shared memory of the database", "crawl.sqlite-shm", (path) => rmSync(path)],
  ["a segment of pages without its end", SEGMENT, (path, size) => truncateSync(path, size - 100)],
  ["garbage behind a segment of pages", SEGMENT, (path) => appendFileSync(path, garbage(5_000))],
  ["half a segment of pages", SEGMENT, (path, size) => truncateSync(path, Math.floor(size / 2))],
  ["an empty segment of pages", SEGMENT, (path) => truncateSync(path)],
  ["no segment of pages", SEGMENT, (path) => rmSync(path)],
  ["a flipped byte in a segment of pages", SEGMENT, flip],
];

/** Two of them are enough for the gate: one of each file. */
const IN_THE_GATE = new Set(["half a write-ahead log", "half a segment of pages"]);

describe(`files damaged after a kill -9, seed ${SEED}`, () => {
  let crawls: DisturbedCrawls;
  let killed = "";
  let expected: readonly string[] = [];
  before(async () => {
    crawls = await openDisturbedCrawls(IS_SLOW ? undefined : ["travel-blog"]);
    const calm = join(crawls.folder, "calm");
    await crawls.crawl(STRATEGY, calm);
    expected = await crawls.recordsOf(calm);
    killed = join(crawls.folder, "killed");
    const requests = Math.floor(crawls.requests() * (0.3 + 0.5 * hashToUnit(SEED, "kill")));
    assert.ok(await crawls.kill(STRATEGY, killed, requests));
    for (const file of [WAL, SEGMENT]) assert.ok(statSync(join(killed, file)).size > 20_000, file);
  });
  after(() => crawls.close());

  for (const [index, [name, file, damage]] of DAMAGES.entries()) {
    const skip = IS_SLOW || IN_THE_GATE.has(name) ? false : "takes a minute with its like: SLOW=1";
    it(`A killed crawl that is resumed with ${name} is the undisturbed one, and its audit is green`, {
      skip,
    }, async () => {
      const out = join(crawls.folder, `damaged${index}`);
      cpSync(killed, out, { recursive: true });
      const path = join(out, file);
      damage(path, statSync(path).size, hashToUnit(SEED, name));
      await crawls.crawl(STRATEGY, out);
      assert.deepEqual(await crawls.recordsOf(out), expected);
      await crawls.assertAudited(out);
      assert.ok(existsSync(join(out, SEGMENT)));
    });
  }
});

function flip(path: string, size: number, at: number): void {
  const bytes = readFileSync(path);
  const index = Math.floor(at * size);
  bytes.writeUInt8(bytes.readUInt8(index) ^ 0x10, index);
  writeFileSync(path, bytes);
}

function garbage(length: number): Buffer {
  return Buffer.from(
    Array.from({ length }, (_, index) => Math.floor(hashToUnit(SEED, `${index}`) * 256)),
  );
}
