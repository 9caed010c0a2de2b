import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DowserError } from "../../lib/errors.ts";
import { fileNeed } from "../../lib/project/files-schema.ts";
import { parseProject } from "../../lib/project/load-project.ts";
import { projectSchema } from "../../lib/project/project-schema.ts";

async function problems(text: string): Promise<string[]> {
  try {
    await parseProject(text, "p.yaml");
  } catch (error) {
    if (error instanceof DowserError) return error.message.split("\n");
    throw error;
  }
  return [];
}

describe("need.files", () => {
  it("Files are named by extensions or media types, and fetched unless the project says otherwise", async () => {
    const list = await parseProject("name: a\nneed: { files: [.PDF, text/csv] }", "p.yaml");
    assert.deepEqual(list.need.files, { types: [".pdf", "text/csv"], fetch: true });
    const asked = await parseProject(
      "name: a\nneed: { files: { types: [pdf], fetch: false } }",
      "p",
    );
    assert.deepEqual(asked.need.files, { types: ["pdf"], fetch: false });
  });

  it("The need of a crawl has every media type that servers send for the files", async () => {
    const { need } = await parseProject(
      "name: a\nneed: { files: [pdf, application/pdf, ppt] }",
      "p",
    );
    const files = fileNeed(need.files);
    assert.ok(files !== undefined);
    assert.ok(files.mediaTypes.includes("application/x-pdf"));
    assert.ok(files.mediaTypes.includes("application/vnd.ms-powerpoint"));
    assert.equal(new Set(files.mediaTypes).size, files.mediaTypes.length);
    assert.equal(fileNeed(undefined), undefined);
  });

  it("An unknown name is an error that lists near ones", async () => {
    assert.deepEqual(await problems("name: a\nneed: { files: [pdf, xslx] }"), [
      'p.yaml:2:22 need.files[1]: expected a type of files, as an extension such as pdf or a media type such as application/pdf; near names: xls, xlt, xlsx, found "xslx"',
    ]);
    const [far] = await problems("name: a\nneed: { files: [everything] }");
    assert.match(far ?? "", /application\/pdf, found "everything"$/);
  });

  it("Pages are no files, and an empty list asks for nothing", async () => {
    const [page] = await problems("name: a\nneed: { files: [text/html] }");
    assert.match(page ?? "", /need\.files\[0\]: expected a type of files; pages are looked for/);
    const [empty] = await problems("name: a\nneed: { files: [] }");
    assert.match(empty ?? "", /need\.files: expected at least 1 entries/);
    const [unknown] = await problems("name: a\nneed: { files: { types: [pdf], fecth: false } }");
    assert.match(unknown ?? "", /need\.files\.fecth: unknown key; did you mean `fetch`\?/);
  });

  it("A scope that says nothing lets the files in, and nothing else", async () => {
    const { scope: before } = await parseProject("name: a", "p");
    const { scope } = await parseProject("name: a\nneed: { files: [pdf] }", "p");
    assert.deepEqual(
      before.skipExtensions.filter((each) => !scope.skipExtensions.includes(each)),
      ["pdf"],
    );
    assert.deepEqual(scope.mediaTypes.slice(0, 3), [...before.mediaTypes, "application/pdf"]);
    assert.ok(!scope.mediaTypes.includes("application/msword"));
  });

  it("A list of the user's is kept, and is a problem when it shuts the files out", async () => {
    const kept = await parseProject(
      "name: a\nneed: { files: [pdf] }\nscope: { mediaTypes: [application/pdf], skipExtensions: [doc] }",
      "p",
    );
    assert.deepEqual(kept.scope.mediaTypes, ["application/pdf"]);
    assert.deepEqual(kept.scope.skipExtensions, ["doc"]);
    assert.deepEqual(
      await problems(
        "name: a\nneed: { files: [pdf] }\nscope:\n  mediaTypes: [text/html]\n  skipExtensions: [pdf, doc]",
      ),
      [
        'p.yaml:4:15 scope.mediaTypes: expected application/pdf in the list: need.files asks for pdf, found ["text/html"]',
        'p.yaml:5:19 scope.skipExtensions: expected a list without pdf: need.files asks for pdf, found ["pdf","doc"]',
      ],
    );
  });

  it("A project with files, written and read again, is the same text", async () => {
    const project = await parseProject("name: a\nneed: { files: [pdf], detect: comments }", "p");
    const text = JSON.stringify(project);
    assert.equal(JSON.stringify(projectSchema.parse(JSON.parse(text))), text);
  });
});

describe("need.detect", () => {
  it("Pages are looked for by what they carry: comments or content of users", async () => {
    const { need } = await parseProject("name: a\nneed: { detect: user-content }", "p");
    assert.equal(need.detect, "user-content");
    const [wrong] = await problems("name: a\nneed: { detect: coments }");
    assert.match(wrong ?? "", /must be one of comments, user-content; did you mean `comments`\?/);
  });
});
