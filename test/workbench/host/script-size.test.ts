import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { bundleWeb } from "../../../web/bundle.ts";

/** Most bytes of the script, compressed: the schemas of the API alone would be more. */
const MOST = 45_000;

describe("the script of the workbench", () => {
  it("It has the page alone: what checks requests stays on the server", async () => {
    const { script } = await bundleWeb();
    const bytes = gzipSync(script).length;
    assert.ok(bytes < MOST, `${bytes} bytes`);
  });
});
