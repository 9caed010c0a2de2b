import assert from "node:assert/strict";
import { describe, it } from "node:test";
import * as fc from "fast-check";
import { sheetAsCsv } from "../../lib/project/spreadsheet.ts";
import { aZip, sheetParts } from "../support/a-spreadsheet.ts";

const csvOf = (rows: string, shared = "") => sheetAsCsv(aZip(sheetParts(rows, shared)));

describe("a spreadsheet", () => {
  it("The first sheet that is shown is read, with shared texts, texts of cells, numbers and truth values", () => {
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
      <row r="2"><c r="A2" t="inlineStr"><is><t>http://a.example/</t></is></c><c r="B2"><v>0.5</v></c></row>
      <row r="3"><c r="A3" t="str"><f>A2</f><v>b, "c"</v></c><c r="B3" t="b"><v>1</v></c></row>`;
    const shared =
      "<si><t>url</t></si><si><r><t>lab</t></r><r><t>el</t></r><rPh><t>x</t></rPh></si>";
    const expected = 'url,label\r\nhttp://a.example/,0.5\r\n"b, ""c""",TRUE\r\n';
    assert.equal(csvOf(rows, shared), expected);
    assert.equal(sheetAsCsv(aZip(sheetParts(rows, shared), { isPacked: false })), expected);
  });

  it("Rows and cells that are left out are empty, so that each is where its number says", () => {
    const rows = '<row r="3"><c r="C3"><v>7</v></c></row><row><c><v>1</v></c><c><v>2</v></c></row>';
    assert.equal(csvOf(rows), "\r\n\r\n,,7\r\n1,2\r\n");
  });

  it("Elements may have a prefix", () => {
    const parts = Object.entries(sheetParts('<row r="1"><c r="A1"><v>7</v></c></row>'));
    const prefixed = parts.map(([name, xml]) => [
      name,
      name.endsWith("sheet2.xml") ? xml.replace(/<(\/?)(\w)/g, "<$1x:$2") : xml,
    ]);
    assert.equal(sheetAsCsv(aZip(Object.fromEntries(prefixed))), "7\r\n");
  });

  it("What is no spreadsheet, or a damaged one, gives nothing", () => {
    const whole = aZip(sheetParts('<row r="1"><c r="A1"><v>7</v></c></row>'));
    assert.equal(sheetAsCsv(Buffer.from("PK\x03\x04")), undefined);
    assert.equal(sheetAsCsv(Buffer.from("url\nhttp://a.example/")), undefined);
    assert.equal(sheetAsCsv(aZip({ "word/document.xml": "<a/>" })), undefined);
    assert.equal(sheetAsCsv(whole.subarray(0, -30)), undefined);
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
        const spoilt = Buffer.from(whole);
        spoilt[at] = byte;
        sheetAsCsv(spoilt);
      }),
      { seed: 1 },
    );
  });

  it("Columns far out take no memory", () => {
    assert.equal(csvOf('<row r="1"><c r="XFD1"><v>7</v></c></row>'), `${",".repeat(999)}\r\n`);
  });
});
