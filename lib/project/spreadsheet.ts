/** Reads the first sheet of a spreadsheet (`.xlsx`, ISO/IEC 29500-1 §18) as CSV: what people bring has one. */
import { inflateRawSync } from "node:zlib";
import { decodeText } from "../domain/page/decode-body.ts";
import { shallowParser } from "../domain/page/shallow-parser.ts";
import { DEFLATED, entryStart, zipEntries } from "../domain/web/http/zip-entries.ts";

/** Largest part that is unpacked, in bytes. */
const MOST_UNPACKED_BYTES = 256 << 20;

/** Most columns of a row that are read, and most rows. */
const MOST_COLUMNS = 1_000;
const MOST_ROWS = 1_048_576;

/** Returns the first sheet as CSV; `undefined` for every other file, and for one that is damaged. */
export function sheetAsCsv(bytes: Buffer): string | undefined {
  try {
    const part = partsOf(bytes);
    const links = relationsOf(part("xl/_rels/workbook.xml.rels"));
    const sheet = links.get(firstSheet(part("xl/workbook.xml")) ?? "");
    const rows = sheet === undefined ? undefined : part(sheet);
    const shared = part("xl/sharedStrings.xml");
    return rows === undefined
      ? undefined
      : csvOf(rows, shared === undefined ? [] : textsOf(shared));
  } catch {
    // zlib throws for what is damaged or too large, and so does a buffer that ends early.
    return undefined;
  }
}

/** Returns what reads a part of an archive by its name. */
function partsOf(bytes: Buffer): (name: string) => string | undefined {
  const file = {
    size: bytes.length,
    read: (offset: number, length: number) => bytes.subarray(offset, offset + length),
  };
  const entries = new Map(zipEntries(file)?.map((entry) => [entry.name, entry]));
  return (name) => {
    const entry = entries.get(name);
    const start = entry && entryStart(file, entry);
    if (entry === undefined || start === undefined) return undefined;
    const stored = bytes.subarray(start, start + entry.storedBytes);
    const options = { maxOutputLength: MOST_UNPACKED_BYTES };
    return decodeText(entry.method === DEFLATED ? inflateRawSync(stored, options) : stored);
  };
}

type Attributes = Readonly<Record<string, string>>;

/** Reads XML by the names of its elements without their prefixes, which differ between programs. */
function readXml(
  xml: string,
  on: {
    readonly open?: (name: string, attributes: Attributes) => void;
    readonly text?: (data: string, within: string) => void;
    readonly close?: (name: string) => void;
  },
): void {
  const path: string[] = [];
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  const parser = shallowParser(
    {
      onopentag(name, attributes) {
        path.push(local(name));
        on.open?.(local(name), attributes);
      },
      ontext: (data) => on.text?.(data, path.at(-1) ?? ""),
      onclosetag(name) {
        path.pop();
        on.close?.(local(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
}

/** Returns the paths of the parts that the workbook names, by the names of their links. */
function relationsOf(xml = ""): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  readXml(xml, {
    open(name, { Id: id = "", Target: target = "" }) {
      if (name !== "Relationship") return;
      links.set(id, target.startsWith("/") ? target.slice(1) : `xl/${target}`);
    },
  });
  return links;
}

/** Returns the link of the first sheet that is shown. */
function firstSheet(xml = ""): string | undefined {
  let first: string | undefined;
  readXml(xml, {
    open(name, attributes) {
      const isShown = name === "sheet" && (attributes["state"] ?? "visible") === "visible";
      const link = Object.keys(attributes).find((key) => key.endsWith(":id"));
      if (isShown && link !== undefined) first ??= attributes[link];
    },
  });
  return first;
}

/** Returns the texts that cells share: of each all its runs, without how it is read aloud. */
function textsOf(xml: string): readonly string[] {
  const texts: string[] = [];
  let isAloud = false;
  readXml(xml, {
    open(name) {
      if (name === "si") texts.push("");
      if (name === "rPh") isAloud = true;
    },
    text(data, within) {
      if (within === "t" && !isAloud) texts.push((texts.pop() ?? "") + data);
    },
    close(name) {
      if (name === "rPh") isAloud = false;
    },
  });
  return texts;
}

/** Returns the rows of a sheet as CSV, each on the line of its number. */
function csvOf(xml: string, shared: readonly string[]): string {
  const lines: string[] = [];
  let cells: string[] = [];
  let [column, type, value] = [0, "", ""];
  readXml(xml, {
    open(name, { r = "", t = "n" }) {
      if (name === "row") {
        cells = [];
        column = 0;
        while (lines.length + 1 < Math.min(Number(r), MOST_ROWS)) lines.push("");
      } else if (name === "c") {
        column = columnOf(r) ?? column;
        [type, value] = [t, ""];
      }
    },
    text(data, within) {
      if (within === "v" || within === "t") value += data;
    },
    close(name) {
      if (name === "row" && lines.length < MOST_ROWS) lines.push(csvLine(cells));
      if (name !== "c") return;
      while (cells.length < Math.min(column, MOST_COLUMNS)) cells.push("");
      if (column < MOST_COLUMNS) cells[column] = cellText(type, value, shared);
      column += 1;
    },
  });
  return lines.map((line) => `${line}\r\n`).join("");
}

/** Returns the column of a cell from 0, as `C7` is in column 2. */
function columnOf(place: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(place) ?? [];
  if (letters === undefined) return undefined;
  const digits = Array.from(letters, (letter) => letter.charCodeAt(0) - 64);
  return digits.reduce((sum, digit) => sum * 26 + digit, 0) - 1;
}

function cellText(type: string, value: string, shared: readonly string[]): string {
  if (type === "s") return shared[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  return value;
}

function csvLine(cells: readonly string[]): string {
  const quoted = (cell: string) =>
    /[",;\t|\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return cells.map(quoted).join(",");
}
