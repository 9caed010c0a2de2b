import assert from "node:assert/strict";
import { readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { writeModelFile } from "../../../lib/cli/paths/paths-train.ts";
import { type PathModelFile, readModelFile } from "../../../lib/project/model-file.ts";
import { aFolder } from "../../support/a-folder.ts";

const MODEL: PathModelFile = {
  variant: "paper",
  made: { paths: 1, pages: 2, neighbours: 3, sites: 1, seed: 7 },
  learned: ["ä"],
};

describe("a model on disk", () => {
  it("A model on disk replaces an older one completely, and leaves nothing beside it", async (test) => {
    const folder = aFolder(test);
    const file = join(folder, "courses.model");
    writeFileSync(file, "older");
    const bytes = await writeModelFile(file, MODEL);
    assert.deepEqual(readModelFile(file), MODEL);
    assert.equal(
      bytes,
      Buffer.byteLength(JSON.stringify({ dowser: "link-distance", version: 2, ...MODEL })) + 1,
    );
    assert.deepEqual(readdirSync(folder), ["courses.model"]);
  });

  it("A model on disk is refused when it cannot be read or is too long", (test) => {
    const folder = aFolder(test);
    const unreadable = { code: "model-unreadable", message: /^cannot read .*: / };
    assert.throws(() => readModelFile(join(folder, "nowhere")), unreadable);
    assert.throws(() => readModelFile(folder), unreadable);
    const long = join(folder, "long");
    writeFileSync(long, "{");
    truncateSync(long, 2 ** 30);
    assert.throws(() => readModelFile(long), {
      code: "model-unreadable",
      message: /1073741824 bytes are too many for a model$/,
    });
  });
});
