import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { singular } from "../../../lib/domain/text/term-vocabulary.ts";

/** One word, and all its plurals. */
const NOUNS = [
  ["ear", "ears"],
  ["disease", "diseases"],
  ["calorie", "calories"],
  ["baby", "babies"],
  ["fly", "flies"],
  ["die", "dies"],
  ["kidney", "kidneys"],
  ["virus", "viruses"],
  ["abscess", "abscesses"],
  ["loss", "losses"],
  ["dose", "doses"],
  ["gas", "gases"],
  ["lens", "lenses"],
  ["rash", "rashes"],
  ["ash", "ashes"],
  ["stomach", "stomachs"],
  ["crutch", "crutches"],
  ["headache", "headaches"],
  ["ache", "aches"],
  ["reflex", "reflexes"],
  ["box", "boxes"],
  ["size", "sizes"],
  ["seizure", "seizures"],
  ["waltz", "waltzes"],
  ["toe", "toes"],
  ["hero", "heroes"],
  ["mosquito", "mosquitos", "mosquitoes"],
  ["diagnosis", "diagnoses"],
  ["metastasis", "metastases"],
  ["crisis", "crises"],
  ["thesis", "theses"],
  ["kinase", "kinases"],
  ["response", "responses"],
  ["testis", "testes"],
  ["iris", "irises"],
  ["pancreas", "pancreases"],
  ["vertebra", "vertebrae", "vertebras"],
  ["fungus", "fungi", "funguses"],
  ["bacterium", "bacteria"],
  ["appendix", "appendices", "appendixes"],
  ["woman", "women"],
  ["child", "children"],
  ["person", "people", "persons"],
  ["foot", "feet"],
  ["tooth", "teeth"],
  ["mouse", "mice"],
  ["life", "lives"],
  ["species", "species"],
  ["cd4", "cd4s"],
] as const;

/** Words that one rule or another would mix up. */
const STRANGERS = [
  ["news", "new"],
  ["these", "thesis"],
  ["hers", "her"],
  ["lens", "len"],
  ["goods", "good"],
  ["nose", "nos"],
  ["size", "siz"],
  ["gas", "ga"],
  ["us", "use"],
  ["basis", "bas"],
  ["ache", "ach"],
  ["virus", "viru"],
  ["glass", "glas"],
  ["arthritis", "arthriti"],
  ["this", "thi"],
  ["die", "dy"],
  ["tense", "tens"],
] as const;

describe("singular", () => {
  for (const [one, ...many] of NOUNS) {
    it(`singular gives ${one} and ${many.join(", ")} the same form`, () => {
      for (const plural of many) assert.equal(singular(plural), singular(one));
    });
  }

  for (const [word, other] of STRANGERS) {
    it(`singular gives ${word} and ${other} different forms`, () =>
      assert.notEqual(singular(word), singular(other)));
  }

  it("singular leaves text without a word and other scripts unchanged", () => {
    for (const word of ["", "s", "es", "is", "ölçüm", "больных", "病"]) {
      assert.equal(singular(word), word);
    }
  });
});
