import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { identifiedUserAgent } from "../../lib/config/identified-user-agent.ts";
import { parseProject } from "../../lib/config/load-project.ts";

const politeness = (contact: string) =>
  parseProject(`name: a\npoliteness: { ${contact} }`, "p.yaml").politeness;

describe("identifiedUserAgent", () => {
  it("`identifiedUserAgent` gives an e-mail address as a mailto URL", () => {
    assert.equal(
      identifiedUserAgent(politeness("contact: me@example.org")),
      "Dowser/0.1 (+mailto:me@example.org)",
    );
  });

  it("`identifiedUserAgent` gives a web page unchanged", () => {
    assert.equal(
      identifiedUserAgent(politeness("contact: https://example.org/crawl, userAgent: Oak/1")),
      "Oak/1 (+https://example.org/crawl)",
    );
  });

  it("`identifiedUserAgent` refuses to crawl the live web without a contact", () => {
    assert.throws(() => identifiedUserAgent(politeness("")), { code: "contact-missing" });
  });

  for (const value of ['"https://example.org/\\r\\nX: 1"', '"a@b.example\\n"', '"é@x"']) {
    it(`\`identifiedUserAgent\` makes no header from ${value}`, () => {
      try {
        const agent = identifiedUserAgent(politeness(`contact: ${value}`));
        assert.match(agent, /^[\x20-\x7e]+$/);
      } catch (error) {
        assert.match(String(error), /politeness\.contact/);
      }
    });
  }
});
