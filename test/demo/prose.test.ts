import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { paragraph, slug, title } from "../../demo/prose.ts";
import { createChance } from "../../demo/random.ts";
import { GENERAL, TOPICS, VOCABULARIES } from "../../demo/words.ts";

describe("prose", () => {
  it("The demo prose is mostly about its topic", () => {
    for (const topic of TOPICS) {
      const text = paragraph(createChance(1, topic), topic, 200);
      const mentions = (words: readonly string[]): number =>
        words.reduce((sum, word) => sum + text.split(` ${word}`).length - 1, 0);
      const others = TOPICS.filter((other) => other !== topic);
      const own = mentions(VOCABULARIES[topic].nouns);
      assert.ok(
        others.every((other) => mentions(VOCABULARIES[other].nouns) < own / 2),
        topic,
      );
    }
  });

  it("The demo prose fills every slot and makes sentences", () => {
    const text = paragraph(createChance(2, "slots"), "history", 300);
    assert.doesNotMatch(text, /[{}]|undefined|\ba [aeio]/i);
    assert.match(text, /^[A-Z].*[.?]$/s);
  });

  it("The demo prose has titles whose slugs are safe path segments", () => {
    const chance = createChance(3, "titles");
    for (let run = 0; run < 200; run++) {
      assert.match(slug(title(chance, chance.pick(TOPICS))), /^[a-z0-9]+(-[a-z0-9]+)*$/);
    }
  });

  it("The demo prose has over fifty words for each topic, few of them in general speech", () => {
    const general = new Set(GENERAL.nouns);
    for (const topic of TOPICS) {
      const { nouns, adjectives, verbs } = VOCABULARIES[topic];
      assert.ok(nouns.length + adjectives.length + verbs.length > 50, topic);
      assert.ok(nouns.filter((noun) => general.has(noun)).length <= 1, topic);
    }
  });
});

describe("createChance", () => {
  it("`createChance` repeats itself for a seed and label, and for no other", () => {
    const draws = (seed: number, label: string): number[] => {
      const chance = createChance(seed, label);
      return Array.from({ length: 20 }, () => chance.int(0, 1_000_000));
    };
    assert.deepEqual(draws(1, "a"), draws(1, "a"));
    assert.notDeepEqual(draws(1, "a"), draws(2, "a"));
    assert.notDeepEqual(draws(1, "a"), draws(1, "b"));
  });

  it("`createChance` refuses to pick from an empty list", () => {
    assert.throws(() => createChance(1, "none").pick([]), RangeError);
  });
});
