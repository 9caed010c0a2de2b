import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DowserError } from "../../lib/errors.ts";
import { parseProject } from "../../lib/project/load-project.ts";

/** The lines of the error that a text is refused with. */
async function problems(text: string): Promise<string[]> {
  try {
    await parseProject(text, "p.yaml");
  } catch (error) {
    if (error instanceof DowserError) return error.message.split("\n");
    throw error;
  }
  return assert.fail("was taken");
}

describe("notify", () => {
  it("The key notify names one address that is told of alarms, or several, or none", async () => {
    const notified = async (text: string) =>
      (await parseProject(`name: a\n${text}`, "p.yaml")).notify;
    assert.deepEqual(await notified("notify: a@example.org"), ["a@example.org"]);
    const two = ["a@example.org", "https://example.org/pager"];
    assert.deepEqual(await notified(`notify: [${two.join(", ")}]`), two);
    assert.equal(await notified(""), undefined);
  });

  it("The key notify refuses addresses that no alarm reaches", async () => {
    const wrong = (at: string, found: string) =>
      `p.yaml:2:${at}: expected an e-mail address or an https URL, found "${found}"`;
    assert.deepEqual(await problems("name: a\nnotify: keeper\n"), [wrong("9 notify", "keeper")]);
    assert.deepEqual(await problems('name: a\nnotify: [a@example.org, "http://example.org/"]\n'), [
      wrong("25 notify[1]", "http://example.org/"),
    ]);
    assert.deepEqual(await problems("name: a\nnotify: []\n"), [
      "p.yaml:2:9 notify: expected at least 1 entries, found []",
    ]);
  });
});
