import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { loadProject } from "../../lib/project/load-project.ts";
import { stopRule } from "../../lib/project/stop-schema.ts";
import { aFolder } from "../support/a-folder.ts";
import { aUrl } from "../support/a-url.ts";

const urls = (count: number) =>
  Array.from({ length: count }, (_, at) => `https://control.example/${at}`);

const identify = (url: string) => [aUrl(url)];

describe("the recall at which a crawl stops", () => {
  it("A project holds the URLs of the control list that its file names, comments and blank lines left out", async (test) => {
    const folder = aFolder(test);
    writeFileSync(
      join(folder, "list.txt"),
      `\uFEFF# known\r\n${urls(2).join(" # note\r\n")}\r\n\r\n`,
    );
    writeFileSync(join(folder, "p.yaml"), "name: p\nstop: { of: list.txt }\n");
    const { stop } = await loadProject(join(folder, "p.yaml"));
    assert.deepEqual(stop, { recall: 0.9, confidence: 0.95, of: urls(2) });
  });

  it("A project that draws by chance from all sites has no page budget of a site", async (test) => {
    const file = join(aFolder(test), "p.yaml");
    writeFileSync(file, "name: p\nbudget: { pagesPerSite: 5 }\nstop: { of: discovered }\n");
    await assert.rejects(loadProject(file), { message: /budget\.pagesPerSite.*drawn by chance/u });
  });

  it("A line of a control list that is no URL is named with its file and number", async (test) => {
    const folder = aFolder(test);
    writeFileSync(join(folder, "list.txt"), `${urls(1)[0]}\nnot a url\n`);
    writeFileSync(join(folder, "p.yaml"), "name: p\nstop: { of: list.txt }\n");
    const loading = loadProject(join(folder, "p.yaml"));
    await assert.rejects(loading, { code: "bad-control-list", message: /list\.txt:2 .*"not"/u });
  });

  it("Seeds and examples are no control pages, and the others must be enough", () => {
    const stop = { recall: 0.9, confidence: 0.95, of: urls(50) };
    const told = new Set([aUrl("https://control.example/3")]);
    const rule = stopRule(stop, told, identify);
    assert.ok(rule.of === "control-list");
    assert.equal(rule.control.size, 49);
    assert.equal(rule.needed, 48);
    const short = { ...stop, of: urls(29) };
    assert.throws(() => stopRule(short, told, identify), {
      code: "control-list-too-short",
      hint: /until it has 29,/u,
    });
  });
});
