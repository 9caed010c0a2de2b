import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProject } from "../../lib/project/load-project.ts";
import { languageFault } from "../../lib/project/scope-schema.ts";

describe("the languages of a project", () => {
  it("Codes of languages are known with and without a region, and other words are not", () => {
    const known = ["en", "EN-us", "de", "gsw", "zh-hant"];
    assert.deepEqual(
      known.map(languageFault),
      known.map(() => undefined),
    );
    const others = ["xx", "qqq", "", "e", "klingonish"];
    const fault = "expected the code of a language such as en";
    assert.deepEqual(
      others.map(languageFault),
      others.map(() => fault),
    );
  });

  it("The English name of a language gives its code", () => {
    assert.match(languageFault("English") ?? "", /did you mean `en`/);
    assert.match(languageFault("german") ?? "", /did you mean `de`/);
  });

  it("A project that names a language by a word is refused, with the code that it means", async () => {
    const project = (language: string) =>
      parseProject(`name: a\nscope: { languages: [${language}] }`, "p.yaml");
    await assert.rejects(
      project("english"),
      /p\.yaml:2:\d+ scope\.languages\[0\]: expected a language code; did you mean `en`\?, found "english"/,
    );
    await assert.rejects(project("xx"), /expected the code of a language such as en, found "xx"/);
    assert.deepEqual((await project("pt-br")).scope.languages, ["pt-br"]);
  });
});
