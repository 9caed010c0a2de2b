import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { modelText, type PathModelFile, parseModel } from "../../lib/project/model-file.ts";

const MODEL: PathModelFile = {
  variant: "dowser",
  made: { paths: 10, pages: 31, neighbours: 200, sites: 3, seed: 1 },
  learned: { words: ["course", null], rows: "AAAA" },
};

describe("a model file", () => {
  it("A model file names its format, and gives back what was written", () => {
    const text = modelText(MODEL);
    assert.match(text, /^\{"dowser":"link-distance","version":2,"variant":"dowser","made":\{/);
    assert.deepEqual(parseModel(text, "m"), MODEL);
    assert.equal(modelText(parseModel(text, "m")), text);
  });

  it("A model file is refused by name when it is invalid, of another version, or damaged", () => {
    const text = modelText(MODEL);
    const wrong: [string, RegExp][] = [
      ["", /^m is not a model file: it is not JSON$/],
      [text.slice(0, -9), /^m is not a model file: it is not JSON$/],
      ["[]", /^m is not a model file$/],
      ['{"name":"project"}', /^m is not a model file$/],
      [text.replace('"version":2', '"version":1'), /^m is of version 1, and this Dowser reads 2$/],
      [
        text.replace('"variant":"dowser"', '"variant":""'),
        /^m is not a complete model file: variant: /,
      ],
      [text.replace('"pages":31', '"pages":-1'), /^m is not a complete model file: made\.pages: /],
      [
        text.replace('"learned"', '"lessons"'),
        /^m is not a complete model file: learned: expected the/,
      ],
    ];
    for (const [content, message] of wrong) {
      assert.throws(() => parseModel(content, "m"), { code: "bad-model", message, value: "m" });
    }
  });
});
