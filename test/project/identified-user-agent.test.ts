import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { identifiedUserAgent } from "../../lib/project/identified-user-agent.ts";
import { parseProject } from "../../lib/project/load-project.ts";

const politeness = async (contact: string) =>
  (await parseProject(`name: a\npoliteness: { ${contact} }`, "p.yaml")).politeness;

describe("identifiedUserAgent", () => {
  it("`identifiedUserAgent` gives an e-mail address as a mailto URL", async () => {
    assert.equal(
      identifiedUserAgent(await politeness("contact: me@example.org")),
      "Dowser/0.1 (+mailto:me@example.org)",
    );
  });

  it("`identifiedUserAgent` gives a web page unchanged", async () => {
    assert.equal(
      identifiedUserAgent(await politeness("contact: https://example.org/crawl, userAgent: Oak/1")),
      "Oak/1 (+https://example.org/crawl)",
    );
  });

  it("`identifiedUserAgent` refuses to crawl the live web without a contact", async () => {
    const silent = await politeness("");
    assert.throws(() => identifiedUserAgent(silent), { code: "contact-missing" });
  });

  for (const value of ['"https://example.org/\\r\\nX: 1"', '"a@b.example\\n"', '"é@x"']) {
    it(`\`identifiedUserAgent\` makes no header from ${value}`, async () => {
      try {
        const agent = identifiedUserAgent(await politeness(`contact: ${value}`));
        assert.match(agent, /^[\x20-\x7e]+$/);
      } catch (error) {
        assert.match(String(error), /politeness\.contact/);
      }
    });
  }
});
