import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { parseRobots, usageOf } from "../../../../lib/domain/web/politeness/robots-rules.ts";
import {
  contentSignalOf,
  contentUsageOf,
  signalsOfHeaders,
} from "../../../../lib/domain/web/signals/signals.ts";

/** The robots.txt of draft-ietf-aipref-attach, section "Example". */
const OF_THE_DRAFT = `
User-Agent: *
Allow: /
Disallow: /never/
Content-Usage: / train-ai=n
Content-Usage: /ai-ok/ train-ai=y

User-Agent: ExampleBot
Allow: /
Content-Usage: / train-ai=y
`;

const NO_TRAINING = ["content-usage: train-ai=n"];
const TRAINING = ["content-usage: train-ai=y"];

describe("Content-Usage statements", () => {
  it("The examples of draft-ietf-aipref-vocab are read as it says", () => {
    assert.deepEqual(contentUsageOf("train-ai=y, search=n"), [
      "content-usage: train-ai=y",
      "content-usage: search=n",
    ]);
    assert.deepEqual(contentUsageOf('train-ai=y, train-ai, search=n, search="n"'), []);
    assert.deepEqual(contentUsageOf("train-ai;allow=n, train-ai=y"), TRAINING);
    assert.deepEqual(contentUsageOf('train-ai;has;parameters="?";'), []);
  });

  it("Labels in upper case, unknown labels and malformed statements say nothing", () => {
    assert.deepEqual(contentUsageOf("Train-AI=n"), []);
    assert.deepEqual(contentUsageOf("everything=n"), []);
    assert.deepEqual(contentUsageOf("train-ai=N"), []);
    assert.deepEqual(contentUsageOf("train-ai=n, ="), []);
    assert.deepEqual(contentUsageOf(""), []);
  });

  it("Several headers are one statement, of which the last value of a label counts", () => {
    const headers = ["train-ai=n", "train-ai=y"].map((value) => ["content-usage", value] as const);
    assert.deepEqual(signalsOfHeaders(headers, "Dowser"), TRAINING);
  });

  it("The robots.txt file of draft-ietf-aipref-attach is read as its table says", () => {
    const rules = parseRobots(OF_THE_DRAFT, "Dowser");
    assert.deepEqual(usageOf(rules, "/test"), NO_TRAINING);
    assert.deepEqual(usageOf(rules, "/ai-ok/test"), TRAINING);
    assert.deepEqual(usageOf(parseRobots(OF_THE_DRAFT, "ExampleBot"), "/test"), TRAINING);
  });

  it("Rules for one path apply together, and the stricter one counts", () => {
    const text = "User-agent: *\nContent-Usage: /a train-ai=y\nContent-Usage: /a train-ai=n";
    assert.deepEqual(usageOf(parseRobots(text, "Dowser"), "/a/b"), NO_TRAINING);
  });

  it("A rule without a path, as earlier drafts allow, is for all paths of its group", () => {
    const text = "User-agent: dowser\nContent-Usage:train-ai=n # no models\nUser-agent: x\n";
    assert.deepEqual(usageOf(parseRobots(text, "Dowser"), "/"), NO_TRAINING);
    assert.deepEqual(usageOf(parseRobots(text, "Other"), "/"), []);
  });
});

describe("Content-Signal statements", () => {
  it("A statement of contentsignals.org is read, in a robots.txt file and in a header", () => {
    const signals = ["content-signal: ai-train=no", "content-signal: search=yes"];
    const text = "User-Agent: *\nContent-signal: search=yes,ai-train=no\nAllow: /\n";
    assert.deepEqual(usageOf(parseRobots(text, "Dowser"), "/page"), signals);
    const headers = [["content-signal", "Search = yes, ai-train=no, use=reference"]] as const;
    assert.deepEqual(signalsOfHeaders(headers, "Dowser"), signals);
  });

  it("The most specific path decides, for each kind of line by itself", () => {
    const text =
      "User-agent: *\nContent-Usage: / train-ai=n\nContent-Signal: / ai-train=no\nContent-Signal: /open/* ai-train=yes";
    assert.deepEqual(usageOf(parseRobots(text, "Dowser"), "/open/x"), [
      "content-signal: ai-train=yes",
      ...NO_TRAINING,
    ]);
  });

  it("Lines about use change nothing about what may be fetched", () => {
    const text = "User-agent: a\nContent-Signal: search=no\nUser-agent: dowser\nDisallow: /x";
    const { rules } = parseRobots(text, "Dowser");
    const without = parseRobots(text.replace(/Content.*\n/, ""), "Dowser");
    assert.deepEqual(
      rules.map(({ forbids }) => forbids),
      without.rules.map(({ forbids }) => forbids),
    );
  });
});

describe("statements of any text", () => {
  it("No text throws, and each statement read has a known name and a known answer", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const signal of [...contentUsageOf(text), ...contentSignalOf(text)])
          assert.match(signal, /^content-(?:usage|signal): [a-z-]+=(?:y|n|yes|no)$/);
        usageOf(parseRobots(`User-agent: *\nContent-Usage: ${text}`, "Dowser"), "/");
      }),
      { seed: 1 },
    );
  });
});
