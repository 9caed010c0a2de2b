import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { createCommandAssessor } from "../../../lib/adapters/assess/command-assessor.ts";
import { aQuestion, describeAssessor } from "../../contract/assessor.ts";

const PROGRAM = join(import.meta.dirname, "support/program.ts");

/** Longer than a program takes to start on a busy machine; one that hangs is not waited for so long. */
const TIMEOUT_MS = 120_000;

describeAssessor("A program", async (behaviour) => {
  const command = [process.execPath, PROGRAM, behaviour];
  const timeoutMs = behaviour === "hangs" ? 1 : TIMEOUT_MS;
  return {
    assessor: createCommandAssessor({ command, model: "m", timeoutMs }),
    close: async () => {},
  };
});

describe("an assessor that is a program", () => {
  it("One that is not there answers no question", async () => {
    const command = ["/no/such/program"];
    const assessor = createCommandAssessor({ command, model: "m", timeoutMs: TIMEOUT_MS });
    const outcome = await assessor.ask(aQuestion("a"));
    assert.equal(outcome.kind, "refused");
  });

  it("Its arguments are no commands of a shell", async () => {
    const command = [process.execPath, PROGRAM, "echoes; exit 1"];
    const assessor = createCommandAssessor({ command, model: "m", timeoutMs: TIMEOUT_MS });
    assert.equal((await assessor.ask(aQuestion("$(exit 1)"))).kind, "answered");
  });
});
