import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { type LabelImportOptions, labelImportText } from "../../../lib/cli/label/label-import.ts";
import { labelListText } from "../../../lib/cli/label/label-list.ts";
import { decodeTable, tableRows } from "../../../lib/cli/label/label-rows.ts";
import { aCrawledSite, threePages } from "../../support/a-crawled-site.ts";
import { aZip, sheetParts } from "../../support/a-spreadsheet.ts";
import { runCli } from "../../support/run-cli.ts";

const SITE = "http://site.example";

describe("dowser label import", () => {
  let folder = "";
  let run = "";
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "dowser-label-import-"));
    run = await aCrawledSite(folder, threePages(SITE));
  });
  beforeEach(() => rmSync(join(run, "labels.jsonl"), { force: true }));
  after(() => rmSync(folder, { recursive: true }));

  async function imported(text: string | Buffer, options: Partial<LabelImportOptions> = {}) {
    const rest = { as: undefined, column: [], source: "person" as const, json: true, ...options };
    return JSON.parse(await labelImportText(run, Buffer.from(text), rest));
  }

  async function listed(): Promise<readonly unknown[]> {
    const { labels } = JSON.parse(await labelListText(run, { json: true }));
    return labels.map(({ url, label, by, note }: Readonly<Record<string, unknown>>) =>
      [url, label, by, note].filter((part) => part !== undefined),
    );
  }

  it("A table gives each page its label, with its note and who said it", async () => {
    await imported(
      `url,label,note,by\n${SITE}/a,good,"a real, ""good"" one",Ann\n${SITE}/b,Bad,,\n`,
    );
    assert.deepEqual(await listed(), [
      [`${SITE}/a`, 1, "Ann", 'a real, "good" one'],
      [`${SITE}/b`, 0],
    ]);
  });

  it("Tables of spreadsheets are read: semicolons, tabs, Windows line ends, marks of UTF-8 and UTF-16", async () => {
    const expected = [
      [`${SITE}/a`, 1],
      [`${SITE}/b`, 0.5],
    ];
    const semicolons = `\uFEFFURL;Label\r\n${SITE}/a;good\r\n${SITE}/b;0,5\r\n`;
    const tabs = `url\tlabel\r\n${SITE}/a\tgood\r\n${SITE}/b\t0.5\r\n`;
    const utf16 = Buffer.from(`\uFEFF${tabs}`, "utf16le");
    for (const text of [semicolons, tabs, utf16]) {
      rmSync(join(run, "labels.jsonl"), { force: true });
      await imported(text);
      assert.deepEqual(await listed(), expected);
    }
  });

  it("Other headings are named by an option, and a missing one by the error, with those that are there", async () => {
    const text = `Adresse;Urteil\n${SITE}/a;good\n`;
    await imported(text, { column: ["url=Adresse", "label=Urteil"] });
    assert.deepEqual(await listed(), [[`${SITE}/a`, 1]]);
    const message = /no column is headed url; the columns are: Adresse, Urteil/;
    await assert.rejects(imported(text), { code: "bad-label-file", message });
    for (const column of ["adress=Adresse", "url"])
      await assert.rejects(imported(text, { column: [column] }), { code: "bad-label-file" });
  });

  it("A file without a row, and one line that is no row of headings, are refused", async () => {
    for (const text of ["", "\n# mine\n", "url,label\n"])
      await assert.rejects(imported(text), {
        code: "bad-label-file",
        message: "the file has no row",
      });
    await assert.rejects(imported("# none\n", { as: "good" }), { code: "bad-label-file" });
    for (const line of [`${SITE}/a`, `{"url": "${SITE}/a", "label": 1}`]) {
      const error = {
        code: "bad-label-file",
        message: /^no column is headed url; the columns are: .*site/,
      };
      await assert.rejects(imported(line), error);
    }
  });

  it("A row with more cells than headings is named, and nothing is taken", async () => {
    const message = "row 2 has more cells than there are headings";
    const text = `url,label\n${SITE}/a,1\n${SITE}/b,0,5\n`;
    await assert.rejects(imported(text), { code: "bad-label-file", message });
    assert.deepEqual(await listed(), []);
    await imported(`url,label\n${SITE}/a,1,\n${SITE}/b,"0,5"\n`);
    assert.deepEqual(await listed(), [
      [`${SITE}/a`, 1],
      [`${SITE}/b`, 0.5],
    ]);
  });

  it("A heading may have the name of a method of objects, also in a row that ends before it", async () => {
    const text = `url,label,constructor\n${SITE}/a,good,"a note"\n${SITE}/b,bad\n`;
    await imported(text, { column: ["note=constructor"] });
    assert.deepEqual(await listed(), [
      [`${SITE}/a`, 1, "a note"],
      [`${SITE}/b`, 0],
    ]);
  });

  it("A list of URLs has one label, and comments", async () => {
    await imported(`# mine\n${SITE}/a\n\n  ${SITE}/b  \r\n`, { as: "bad" });
    assert.deepEqual(await listed(), [
      [`${SITE}/a`, 0],
      [`${SITE}/b`, 0],
    ]);
    const wrong = { code: "bad-label", message: "fine is neither relevant nor irrelevant" };
    await assert.rejects(imported(`${SITE}/a`, { as: "fine" }), wrong);
  });

  it("The report has each row once: taken, repeated, without a label, unknown, contradicting", async () => {
    const rows = [`${SITE}/a,good`, `${SITE}/a#x,good`, `${SITE}/late,good`, "no url,bad"];
    const more = [`${SITE}/,`, `${SITE}/b,good`, `${SITE}/b,bad`];
    const { labels, ...left } = await imported(["url,label", ...rows, ...more].join("\n"));
    assert.deepEqual(
      labels.map(({ url }: { url: string }) => url),
      [`${SITE}/a`],
    );
    assert.deepEqual(left, {
      directory: run,
      repeated: [`${SITE}/a#x`],
      unlabelled: [`${SITE}/`],
      unknown: [`${SITE}/late`, "no url"],
      contradicting: [`${SITE}/b`, `${SITE}/b`],
    });
  });

  it("Words and headings of other programs are labels, and what they write for nothing is none", async () => {
    const good = ["yes", "TRUE", "1", "relevant", "Included", "y"];
    const bad = ["no", "false", "0", "irrelevant", "excluded", "N"];
    for (const heading of ["label", "included", "Relevant"]) {
      for (const [words, label] of [
        [good, 1],
        [bad, 0],
      ] as const) {
        for (const word of words) {
          const rows = tableRows(`url,${heading}\n${SITE}/a,${word}\n${SITE}/b,NaN\n`, {});
          assert.deepEqual(
            rows.map((row) => row.label),
            [label, undefined],
            word,
          );
        }
      }
    }
  });

  it("A table is read as spreadsheets and scripts write it", () => {
    const tables = [
      `sep=;\r\nurl;label;note\r\n${SITE}/a;good;5" disk\r\n`,
      `\ufeffurl,label,note\r${SITE}/a,good,5" disk\r`,
      `# mine\n\nurl|label|note|\n'${SITE}/a|good|5" disk|\n`,
    ];
    for (const text of tables) {
      const [row] = tableRows(text, {});
      assert.deepEqual([row?.text, row?.label, row?.note], [`${SITE}/a`, 1, '5" disk'], text);
    }
    const [trusted] = tableRows(`url,label,note\n${SITE}/a,good,"Trusted" friends\n`, {});
    assert.equal(trusted?.note, '"Trusted" friends');
  });

  it("Two columns of one name, and a spreadsheet's own format, are refused by name", () => {
    assert.throws(() => tableRows(`url,label,Label\n${SITE}/a,good,bad\n`, {}), {
      ...{ code: "bad-label-file", message: "two columns are headed label" },
    });
    assert.throws(() => decodeTable(Buffer.from("PK\x03\x04")), { message: /spreadsheet/u });
    const latin1 = Buffer.from(`url,label,note\n${SITE}/a,good,Grüße\n`, "latin1");
    assert.equal(tableRows(decodeTable(latin1), {})[0]?.note, "Grüße");
  });

  it("A spreadsheet is read by its first sheet", () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const rows = [
      ["url", "included", "note"],
      [`${SITE}/a`, "yes", 'Gr\u00fc\u00dfe, 5" disk'],
    ].map((cells) => `<row>${cells.map(cell).join("")}</row>`);
    const [row] = tableRows(decodeTable(aZip(sheetParts(rows.join("")))), {});
    assert.deepEqual(
      [row?.text, row?.label, row?.note],
      [`${SITE}/a`, 1, 'Gr\u00fc\u00dfe, 5" disk'],
    );
  });

  it("A word that is no label is named with its row, and nothing is taken", async () => {
    const message = "perhaps in row 2 is neither relevant nor irrelevant";
    const text = `url,label\n${SITE}/a,good\n${SITE}/b,perhaps\n`;
    await assert.rejects(imported(text), { code: "bad-label-file", message });
    await assert.rejects(imported(`url,label\n${SITE}/b,7`), { code: "bad-label-file" });
    assert.deepEqual(await listed(), []);
  });

  it("A table that `dowser export` wrote can be filled in and imported, and exported again", async () => {
    const file = join(folder, "pages.csv");
    const { stdout } = await runCli(["export", run, "--format", "csv"]);
    const rows = parse<Record<string, string>>(stdout, { columns: true });
    const filled = rows.map((row) => ({ ...row, label: "good", labelNote: "all, of them" }));
    writeFileSync(file, stringify(filled, { header: true, delimiter: ";" }));
    const { code, stdout: report, stderr } = await runCli(["label", "import", run, file]);
    assert.equal(code, 0, stderr);
    assert.match(report, /^labelled: 3 relevant; /);
    const again = await runCli(["export", run, "--format", "csv"]);
    assert.deepEqual(
      parse<Record<string, string>>(again.stdout, { columns: true }).map((row) => [
        row["label"],
        row["labelNote"],
      ]),
      rows.map(() => ["1", "all, of them"]),
    );
  });

  it("Every label and note of a table is read as it was written, whatever separates the columns", () => {
    const note = fc.stringMatching(/^[a-z;,\t"]{0,20}[a-z]$/);
    fc.assert(
      fc.property(fc.constantFrom(",", ";", "\t"), fc.array(note), (delimiter, notes) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const lines = notes.map((each) => ["u", "bad", quoted(each)].join(delimiter));
        const text = [["url", "label", "note"].join(delimiter), ...lines].join("\n");
        const read = tableRows(text, {}).map((row) => [row.label, row.note]);
        assert.deepEqual(
          read,
          notes.map((each) => [0, each.trim()]),
        );
      }),
      { seed: 1 },
    );
  });
});
