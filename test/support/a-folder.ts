import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What has an end, at which it works: a test, or the suite. */
interface Ends {
  readonly after: (work: () => void) => void;
}

/** Creates a folder that is deleted when the test, or the suite, ends. */
export function aFolder(test: Ends): string {
  const folder = mkdtempSync(join(tmpdir(), "dowser-"));
  // A program that the test has ended may still be writing its last file.
  test.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
