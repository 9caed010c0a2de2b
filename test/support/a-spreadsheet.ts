/** Makes spreadsheets as programs write them: a ZIP file of parts in XML. */
import { crc32, deflateRawSync } from "node:zlib";

/** A part of a spreadsheet, by its name in the archive. */
type Parts = Readonly<Record<string, string>>;

/** Makes a ZIP file, packed by deflate unless it is to be stored. */
export function aZip(parts: Parts, { isPacked = true } = {}): Buffer {
  const files: Buffer[] = [];
  const table: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const plain = Buffer.from(text);
    const body = isPacked ? deflateRawSync(plain) : plain;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isPacked ? 8 : 0, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), body]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const version = Buffer.from([20, 0]);
    table.push(
      Buffer.concat([Buffer.from("PK\x01\x02"), version, common, place, Buffer.from(name)]),
    );
    files.push(file);
    offset += file.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(table.length, 4);
  end.writeUInt16LE(table.length, 6);
  end.writeUInt32LE(Buffer.concat(table).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, ...table, Buffer.from("PK\x05\x06"), end]);
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The parts of a spreadsheet whose second sheet is the one that is shown, with these rows and shared texts. */
export function sheetParts(rows: string, shared = ""): Parts {
  const link = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="${LINKS}/worksheet" Target="${target}"/>`;
  return {
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="old" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Seeds" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${link("rId1", "worksheets/sheet1.xml")}${link("rId2", "/xl/worksheets/sheet2.xml")}</Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
    "xl/worksheets/sheet2.xml": `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
    ...(shared === "" ? {} : { "xl/sharedStrings.xml": `<sst xmlns="${MAIN}">${shared}</sst>` }),
  };
}
