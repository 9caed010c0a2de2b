import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type DisturbedCrawls, openDisturbedCrawls } from "../../support/a-disturbed-crawl.ts";
import { IS_SLOW } from "../../support/slow.ts";

const STRATEGY = "breadth-first";

/** Full at the start, in the middle and near the end of a crawl, in KiB. */
const SIZES_KIB = [300, 700, 1_000] as const;
const ROOM_KIB = 100_000;

const skip = skipReason();

describe("a disk that is full", { skip }, () => {
  let crawls: DisturbedCrawls;
  let expected: readonly string[] = [];
  before(async () => {
    crawls = await openDisturbedCrawls();
    const calm = join(crawls.folder, "calm");
    await crawls.crawl(STRATEGY, calm);
    expected = await crawls.recordsOf(calm);
  });
  after(() => crawls.close());

  for (const size of SIZES_KIB) {
    it(`A crawl on a disk of ${size} KiB ends with an error that says so, and when there is room it is the undisturbed one`, async (test) => {
      const disk = join(crawls.folder, `disk${size}`);
      mkdirSync(disk);
      assert.ok(mount(disk, `size=${size}k`));
      test.after(() => spawnSync("umount", [disk]));
      const { code, stderr } = await crawls.attempt(STRATEGY, join(disk, "run"));
      assert.equal(code, 1, stderr);
      assert.match(stderr, /error.* \[[a-z-]+\]:/u);
      assert.match(stderr, /room on the disk|full disk/u);
      assert.ok(mount(disk, `remount,size=${ROOM_KIB}k`));
      await crawls.crawl(STRATEGY, join(disk, "run"));
      assert.deepEqual(await crawls.recordsOf(join(disk, "run")), expected);
      await crawls.assertAudited(join(disk, "run"));
    });
  }
});

function mount(folder: string, options: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "none", folder]).status === 0;
}

function skipReason(): string | false {
  if (!IS_SLOW) return "takes a minute: set SLOW=1";
  const folder = mkdtempSync(join(tmpdir(), "dowser-mount-"));
  const canMount = mount(folder, "size=100k");
  if (canMount) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return canMount ? false : "no right to mount a small disk here";
}
