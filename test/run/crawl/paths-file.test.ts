import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { parsePaths, pathsText, readPathsFile } from "../../../lib/run/crawl/paths-file.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aUrl } from "../../support/a-url.ts";
import { anyWebUrl } from "../../support/any-text.ts";

describe("a file of click paths", () => {
  it("A click path file has one path a line, and its blank lines and comments are skipped", () => {
    const text = `\uFEFF# two sites
http://one.example  http://one.example/dept\thttp://one.example/c1#top  # the best
\r
HTTP://two.example/ http://two.example/t1`;
    assert.deepEqual(parsePaths(text, "p"), [
      ["http://one.example/", "http://one.example/dept", "http://one.example/c1"],
      ["http://two.example/", "http://two.example/t1"],
    ]);
  });

  it("A click path file loses the URL parameters that the project drops", () => {
    const text = "http://a.example/?utm_x=1 http://a.example/b?utm_x=1&q=2";
    const [path] = parsePaths(text, "p", { dropParameters: ["utm_*"] });
    assert.deepEqual(path, ["http://a.example/", "http://a.example/b?q=2"]);
  });

  it("A click path file is refused with all its errors, by line", () => {
    const text = `http://a.example/ /b
http://a.example/
http://a.example/ http://a.example/b http://a.example/#again
http://a.example/ http://a.example/b
ftp://a.example/ http://`;
    assert.throws(() => parsePaths(text, "p.txt"), {
      code: "bad-paths",
      reaction: "fix-config",
      message: `p.txt:1 "/b" is not an HTTP URL: malformed
p.txt:2 one URL is not a path: http://a.example/
p.txt:3 http://a.example/ is on the path twice
p.txt:5 "ftp://a.example/" is not an HTTP URL: scheme
p.txt:5 "http://" is not an HTTP URL: malformed`,
    });
  });

  it("A click path file is refused when it holds no path, or cannot be read", async (test) => {
    const empty = { code: "bad-paths", message: "p:1 holds no path" };
    assert.throws(() => parsePaths("# none\n\n", "p"), empty);
    await assert.rejects(readPathsFile(join(aFolder(test), "none.txt"), {}), {
      code: "paths-unreadable",
      reaction: "fix-config",
    });
  });

  it("A click path file is read as it was written", async (test) => {
    const file = join(aFolder(test), "paths.txt");
    const path = fc.uniqueArray(anyWebUrl.map(aUrl), { minLength: 2, maxLength: 6 });
    const paths = fc.array(path, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(paths, async (written) => {
        writeFileSync(file, pathsText(written));
        assert.deepEqual(await readPathsFile(file, {}), written);
      }),
      { seed: 1, numRuns: 50 },
    );
  });
});
