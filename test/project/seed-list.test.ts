import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { Worker } from "node:worker_threads";
import { loadProject } from "../../lib/project/load-project.ts";
import { seedLines, seedListInWords } from "../../lib/project/seed-list.ts";
import { aFolder } from "../support/a-folder.ts";
import { aZip, sheetParts } from "../support/a-spreadsheet.ts";
import { collect } from "../support/collect.ts";

/** Writes a list of seeds and a project that names it. */
function aList(test: TestContext, name: string, content: string, seeds = {}) {
  const folder = aFolder(test);
  const [list, project] = [join(folder, name), join(folder, "p.yaml")];
  writeFileSync(list, content);
  writeFileSync(project, JSON.stringify({ name: "p", seeds: { file: name, ...seeds } }));
  return { list, project };
}

describe("a list of seeds", () => {
  it("A project holds the URLs of the list that its file names, after its own", async (test) => {
    const own = "https://own.example/";
    const { project, list } = aList(
      test,
      "seeds.txt",
      "\uFEFF# mine\r\nhttps://a.example # the first\r\n\r\nhttps://b.example/#top\r\n",
      { urls: [own] },
    );
    const { seeds } = await loadProject(project);
    assert.deepEqual(seeds.urls, [own, "https://a.example/", "https://b.example/"]);
    assert.equal(seeds.file, list);
  });

  it("Each line that gives no seed has its number and reason, and no other line is left out", async (test) => {
    const lines = [
      "https://a.example/",
      "example.org",
      "https://a.example",
      "# a comment",
      "ftp://a.example/",
      "https://a.example/x y",
      "https://me:secret@a.example/",
      "http://",
      "https://b.example/?utm_source=list",
      "https://b.example/",
    ];
    const { list } = aList(test, "seeds.txt", lines.join("\n"));
    const found = await collect(seedLines(list, { dropParameters: ["utm_*"] }));
    assert.deepEqual(
      found.map(({ line, url, reason }) => [line, url ?? reason]),
      [
        [1, "https://a.example/"],
        [2, "no-scheme"],
        [3, "duplicate"],
        [5, "scheme"],
        [6, "several-words"],
        [7, "credentials"],
        [8, "malformed"],
        [9, "https://b.example/"],
        [10, "duplicate"],
      ],
    );
    assert.deepEqual(
      found.flatMap((line) => ("sameAs" in line ? [line.sameAs] : [])),
      [1, 9],
    );
    const said = await seedListInWords(list, {});
    assert.equal(said[0], 'seeds.txt:2 "example.org" is no seed: no-scheme');
    assert.equal(
      said.at(-1),
      "seeds.txt: 3 seeds; left out: 1 duplicates, 5 lines that are no URL",
    );
  });

  it("A table has its seeds in the column url, whatever separates its columns", async (test) => {
    for (const [name, separator] of [
      ["seeds.csv", ","],
      ["seeds.csv", ";"],
      ["seeds.tsv", "\t"],
    ] as const) {
      const rows = [
        ["name", " URL "],
        ["One", "https://a.example/"],
        ["Two", ""],
        ["Three", '"https://b.example/?a,b;c"'],
      ];
      const content = rows.map((row) => row.join(separator)).join("\r\n");
      const { list } = aList(test, name, content);
      const found = await collect(seedLines(list, {}));
      assert.deepEqual(
        found.map(({ line, url, reason }) => [line, url ?? reason]),
        [
          [2, "https://a.example/"],
          [3, "empty"],
          [4, "https://b.example/?a,b;c"],
        ],
      );
    }
  });

  it("A text with several headings, one of them url, is a table whatever its ending", async (test) => {
    for (const content of [
      "url,title\nhttps://a.example/,a\nhttps://a.example/p1,b\n",
      '# mine\n"title"\t"URL"\na\thttps://a.example/\nb\thttps://a.example/p1\n',
    ]) {
      const { project } = aList(test, "seeds.txt", content);
      const { seeds } = await loadProject(project);
      assert.deepEqual(seeds.urls, ["https://a.example/", "https://a.example/p1"]);
    }
  });

  it("A text below one heading has a URL a line, with the commas in it", async (test) => {
    const { project } = aList(test, "seeds.txt", "url\nhttps://a.example/p,1\n");
    assert.deepEqual((await loadProject(project)).seeds.urls, ["https://a.example/p,1"]);
  });

  it("Commas and semicolons after a URL are no part of it, and a line of several URLs is named", async (test) => {
    const content = [
      "https://a.example/,",
      "https://a.example/p,1;q ; # pasted",
      "https://a.example/2,https://a.example/3",
      "https://a.example/4, https://a.example/5",
    ];
    const { list } = aList(test, "seeds.txt", content.join("\n"));
    assert.deepEqual(
      (await collect(seedLines(list, {}))).map(({ url, reason }) => url ?? reason),
      [
        "https://a.example/",
        "https://a.example/p,1;q",
        "https://a.example/2,https://a.example/3",
        "several-words",
      ],
    );
  });

  const URLS = ["https://a.example/caf%C3%A9", "https://b.example/"];
  const written: Readonly<Record<string, Buffer>> = {
    "UTF-8 with its mark": Buffer.from("\ufeffhttps://a.example/café\nhttps://b.example/\n"),
    "Latin-1": Buffer.from("https://a.example/café\nhttps://b.example/\n", "latin1"),
    "UTF-16": Buffer.from("\ufeffhttps://a.example/café\r\nhttps://b.example/\r\n", "utf16le"),
    "UTF-16 without a mark": Buffer.from("https://a.example/café\nhttps://b.example/\n", "utf16le"),
    "carriage returns": Buffer.from("https://a.example/café\rhttps://b.example/\r"),
  };
  for (const [name, bytes] of Object.entries(written)) {
    it(`A list written with ${name} has its URLs`, async (test) => {
      const { list, project } = aList(test, "seeds.txt", "");
      writeFileSync(list, bytes);
      assert.deepEqual((await loadProject(project)).seeds.urls, URLS);
    });
  }

  for (const table of [
    "sep=;\r\nurl;name\r\nhttps://a.example/café;x\r\nhttps://b.example/;y\r\n",
    '# mine\nurl,name\nhttps://a.example/café,5" disk\nhttps://b.example/,"Trusted" friends\n',
    "url|name\nhttps://a.example/café|x\nhttps://b.example/|y",
  ]) {
    it(`A table is read as spreadsheets write it: ${JSON.stringify(table.slice(0, 20))}`, async (test) => {
      const { list, project } = aList(test, "seeds.csv", "");
      for (const encoding of ["utf8", "latin1", "utf16le"] as const) {
        writeFileSync(list, Buffer.from(table, encoding));
        assert.deepEqual((await loadProject(project)).seeds.urls, URLS, encoding);
      }
    });
  }

  it("A spreadsheet is read by its first sheet, and its rows have the numbers of the sheet", async (test) => {
    const { list, project } = aList(test, "seeds.xlsx", "");
    const row = (number: number, ...cells: readonly string[]) =>
      `<row r="${number}">${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`;
    const rows = [
      row(1, "name", "URL"),
      row(2, "x", "https://a.example/caf\u00e9"),
      row(4, "y", "b.example"),
    ];
    writeFileSync(list, aZip(sheetParts(rows.join(""))));
    assert.deepEqual((await loadProject(project)).seeds.urls, URLS.slice(0, 1));
    const [, left] = await collect(seedLines(list, {}));
    assert.deepEqual([left?.line, left?.text, left?.reason], [4, "b.example", "no-scheme"]);
  });

  it("A spreadsheet of another format is named", async (test) => {
    const { list, project } = aList(test, "seeds.csv", "");
    writeFileSync(list, "PK\x03\x04rest");
    await assert.rejects(loadProject(project), { code: "bad-seed-list", message: /spreadsheet/u });
  });

  it("A list that is missing, has no seed, no column url, or no lines is refused", async (test) => {
    const cases = [
      ["seeds.txt", "# nothing\nexample.org\n", /has no seed\nseeds.txt:2 "example.org"/u],
      ["seeds.csv", "name;address\na;https://a.example/\n", /no column url; .*name, address/u],
      ["seeds.csv", 'url\n"https://a.example/\n', /cannot be read/u],
      ["seeds.txt", "x".repeat((1 << 20) + 70_000), /has a line 1 without end/u],
    ] as const;
    for (const [name, content, message] of cases) {
      const { project } = aList(test, name, content);
      await assert.rejects(loadProject(project), { code: "bad-seed-list", message });
    }
    const { project } = aList(test, "seeds.txt", "https://a.example/", { file: "other.txt" });
    await assert.rejects(loadProject(project), {
      code: "bad-seed-list",
      message: /other\.txt cannot be read: no such file/u,
    });
  });

  it("A list of 100,000 lines is read with no more of it in memory than its URLs", async (test) => {
    const url = (at: number) => `https://site-${at}.example/${"a".repeat(30)}#${"f".repeat(400)}`;
    const { list, project } = aList(test, "seeds.txt", "");
    for (let from = 0; from < 100_000; from += 10_000) {
      const some = Array.from({ length: 10_000 }, (_, at) => `${url(from + at)}\n`);
      writeFileSync(list, some.join(""), { flag: "a" });
    }
    // The file has 45 MB; half of the memory is enough.
    const reader = new Worker(new URL("../support/read-seeds.ts", import.meta.url), {
      workerData: project,
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    });
    const [read] = await once(reader, "message");
    assert.deepEqual(read, {
      seeds: 100_000,
      last: `https://site-99999.example/${"a".repeat(30)}`,
    });
  });
});
