import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isNeed, keptNeed, needText, reviveNeed } from "../../lib/project/need-text.ts";
import { aNeed } from "../support/a-need.ts";
import { aPage } from "../support/a-page.ts";

describe("a need as text", () => {
  it("A need is read as it was written, with the maps in its pages", () => {
    const xpathBag = new Map([["/html/body/p/text()", 2]]);
    const need = aNeed({ topic: "bees", good: [aPage({ title: "hive", xpathBag })] });
    const { good, topic } = JSON.parse(needText(need), reviveNeed);
    assert.deepEqual([good[0].title, good[0].xpathBag, topic], ["hive", xpathBag, "bees"]);
  });

  it("A need that an older version wrote has seen no page", () => {
    const { seen: _seen, ...older } = aNeed({ topic: "bees" });
    const read: object = JSON.parse(needText(older), reviveNeed);
    assert.ok(isNeed(read));
    assert.deepEqual(keptNeed(read), { ...read, seen: [] });
  });
});
