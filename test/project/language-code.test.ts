import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseProject } from "../../lib/project/load-project.ts";
import { codeOfLanguage, isKnownLanguage } from "../../lib/project/scope-schema.ts";

describe("the languages of a project", () => {
  it("Codes of languages are known with and without a region, and other words are not", () => {
    assert.deepEqual(
      ["en", "EN-us", "de", "gsw", "zh-hant"].filter((tag) => !isKnownLanguage(tag)),
      [],
    );
    assert.deepEqual(["english", "xx", "qqq", "", "e"].filter(isKnownLanguage), []);
  });

  it("The English name of a language gives its code", () => {
    assert.equal(codeOfLanguage("English"), "en");
    assert.equal(codeOfLanguage("german"), "de");
    assert.equal(codeOfLanguage("klingonish"), undefined);
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
