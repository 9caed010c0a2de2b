import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** Creates a folder that is deleted when the test, or the suite, ends. */
export function aFolder(test: Pick<TestContext, "after">): string {
  const folder = mkdtempSync(join(tmpdir(), "dowser-"));
  // A program that the test has ended may still be writing its last file.
  test.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
