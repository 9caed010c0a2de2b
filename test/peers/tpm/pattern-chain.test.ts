import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { compileUrlPattern } from "../../../peers/sampling/url-patterns.ts";
import { compileChain, patternChain } from "../../../peers/tpm/pattern-chain.ts";
import { aSample, siteUrl } from "../../support/a-sample.ts";

/** A site whose lists lead to more topics than its front page does; nothing but ways matters here. */
const SITE = aSample(
  { path: "/" },
  { path: "/list.php?b=1" },
  { path: "/list.php?b=2" },
  { path: "/topic.php?t=1" },
  { path: "/topic.php?t=2" },
  { path: "/topic.php?t=3" },
);
const WAYS = [
  [0, 3],
  [0, 1, 4],
  [0, 2, 5],
];

const EXAMPLE = siteUrl("/topic.php?t=99");

describe("the chain of URL patterns", () => {
  const chain = patternChain(SITE, WAYS, EXAMPLE);
  const matches = (patterns: readonly string[], path: string) =>
    patterns.map((pattern) => compileUrlPattern(pattern)(siteUrl(path)));

  it("The pattern chain is the one that leads to most target pages", () => {
    assert.deepEqual(chain.roots, [siteUrl("/")]);
    assert.deepEqual(matches(chain.passages, "/list.php?b=77"), [true]);
    assert.deepEqual(matches(chain.targets, "/topic.php?t=88"), [true]);
  });

  it("The pattern chain is the shorter of two that lead to equally many target pages", () => {
    assert.deepEqual(patternChain(SITE, WAYS.slice(0, 2), EXAMPLE).passages, []);
  });

  it("The pattern chain also contains the example's pattern if it differs", () => {
    const { targets } = patternChain(SITE, WAYS, siteUrl("/t-99.html"));
    assert.deepEqual(matches(targets, "/topic.php?t=88"), [true, false]);
    assert.deepEqual(matches(targets, "/t-88.html"), [false, true]);
  });

  it("The pattern chain is only the example's pattern when no path leads to a target page", () => {
    const { passages, targets } = patternChain(SITE, [], EXAMPLE);
    assert.deepEqual(passages, []);
    assert.deepEqual(matches(targets, "/topic.php?t=88"), [true]);
  });

  it("The pattern chain is followed pattern by pattern, and its last pattern from everywhere", () => {
    const stepsFrom = compileChain(chain);
    const list = siteUrl("/list.php?b=9");
    const topic = siteUrl("/topic.php?t=9");
    assert.equal(stepsFrom(siteUrl("/"))(list), "next");
    assert.equal(stepsFrom(siteUrl("/"))(topic), "target");
    assert.equal(stepsFrom(list)(topic), "target");
    assert.equal(stepsFrom(siteUrl("/help"))(topic), "target");
    assert.equal(stepsFrom(list)(siteUrl("/list.php?b=10")), undefined);
    assert.equal(stepsFrom(topic)(list), undefined);
    assert.equal(stepsFrom(undefined)(list), undefined);
  });
});
