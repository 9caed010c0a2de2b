import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DowserError, type ErrorWith, fail } from "../lib/errors.ts";

describe("fail", () => {
  it("An error has the code, the reaction, the sentence and the hint of its row", () => {
    const error = fail("crawl-active", { crawl: "bees-2" });
    assert.ok(error instanceof DowserError);
    assert.equal(error.name, "DowserError");
    assert.equal(error.code, "crawl-active");
    assert.equal(error.reaction, "fix-config");
    assert.equal(error.message, "the stack already has a crawl: bees-2");
    assert.equal(error.hint, "wait until it ends, or stop it first: dowser stop PROJECT.yaml");
  });

  it("The case of an error is no part of its code", () => {
    assert.equal(fail("no-such-page/run", { sequence: 7 }).code, "no-such-page");
  });

  it("The offending value is what fills the first placeholder, as it was given", () => {
    assert.equal(fail("no-such-page", { sequence: 7 }).value, 7);
    assert.equal(fail("other-project-name", { name: "bees", run: "wasps" }).value, "bees");
  });

  it("The offending value is the one that is named, even where it is undefined", () => {
    assert.deepEqual(fail("report-needs-run", { options: "--png", value: ["--png"] }).value, [
      "--png",
    ]);
    assert.equal(fail("plan-damaged", { fault: "is no JSON", value: undefined }).value, undefined);
    assert.equal(fail("no-crawl").value, undefined);
  });

  it("A placeholder is filled in the hint, too, and a JSON example in a hint is left alone", () => {
    assert.equal(
      fail("earlier-run-active", { directory: "runs/bees" }).hint,
      "wait until it ends, or pause it with dowser pause runs/bees",
    );
    assert.match(fail("bad-label/sent", { got: "x" }).hint, /\{"labels":\[\{"url":…/);
  });

  it("What fills a placeholder is taken as it is written", () => {
    const { message } = fail("no-run", { directory: "runs/$& {directory}" });
    assert.equal(message, "runs/$& {directory} holds no run");
  });

  it("An error has its cause, and none where none is given", () => {
    const cause = new TypeError("fetch failed");
    assert.equal(fail("no-aws-region", {}, cause).cause, cause);
    assert.equal("cause" in fail("no-crawl"), false);
  });

  it("The stack of an error begins where it was raised", () => {
    const [, place] = fail("no-crawl").stack?.split("\n") ?? [];
    assert.match(place ?? "", /errors\.test\.ts/);
  });

  it("A missing, misspelled or unfilled placeholder is an error of types", () => {
    // @ts-expect-error: the sentence names a directory
    fail("no-run");
    // @ts-expect-error: the sentence names a run, too
    fail("other-project-name", { name: "bees" });
    // @ts-expect-error: no text has this placeholder
    fail("no-run", { directory: "runs/bees", folder: "runs" });
    // @ts-expect-error: a text cannot name an absent value
    fail("no-run", { directory: undefined });
    // @ts-expect-error: no row has this code
    assert.throws(() => fail("no-such-code"));
    const readable: ErrorWith<"file" | "why"> = "project-unreadable";
    // @ts-expect-error: its texts need other names
    const other: ErrorWith<"file" | "why"> = "no-run";
    assert.notEqual(readable, other);
  });
});
