import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { readEnvironment } from "../../../functions/wiring/handler-shell.ts";

describe("readEnvironment", () => {
  it("readEnvironment returns the variables of a function and no others", () => {
    const variables = { TABLE_NAME: "t", BUCKET_NAME: "b", HOME: "/" };
    assert.deepEqual(readEnvironment("trainer", variables), {
      TABLE_NAME: "t",
      BUCKET_NAME: "b",
    });
  });

  it("readEnvironment names all variables that are missing or empty", () => {
    assert.throws(() => readEnvironment("harvester", { TABLE_NAME: "t", BUCKET_NAME: "" }), {
      code: "environment-invalid",
      reaction: "fix-config",
      value: ["BUCKET_NAME", "RESULTS_QUEUE_URL"],
      message: /harvester lacks BUCKET_NAME, RESULTS_QUEUE_URL/,
    });
  });
});
