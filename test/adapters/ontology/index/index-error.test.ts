import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { it } from "node:test";
import { writeError } from "../../../../lib/adapters/ontology/index/ontology-schema.ts";
import { DowserError } from "../../../../lib/errors.ts";

it("A full disk is reported as an error of the ontology index", () => {
  const database = new DatabaseSync(":memory:");
  database.exec("PRAGMA max_page_count = 2; CREATE TABLE t (x)");
  const fill = () => database.exec("INSERT INTO t VALUES (randomblob(10000))");
  assert.throws(fill, (full) => {
    const trouble = writeError("ontologies", full);
    assert.ok(trouble instanceof DowserError);
    assert.deepEqual([trouble.code, trouble.value], ["file-trouble", "ontologies"]);
    assert.match(trouble.message, /the index cannot be written: .*full/);
    assert.match(trouble.hint, /make room on the disk.* import again/);
    return true;
  });
  database.close();
});

it("Other errors pass through the ontology index unchanged", () => {
  const error = new TypeError("x is undefined");
  assert.equal(writeError("ontologies", error), error);
});
