/** A line of text on a page, in points from the lower left corner; a font of 10 points unless given. */
export interface PdfLine {
  readonly text: string;
  readonly x?: number;
  readonly y: number;
  readonly size?: number;
}

/** A page to write. */
export interface PdfPageContent {
  readonly lines: readonly PdfLine[];
  /** Areas that lead to a URL: left, bottom, right, top. */
  readonly links?: readonly (readonly [href: string, ...area: number[]])[];
}

/** Parts of a PDF that a test changes. */
interface PdfParts {
  readonly title?: string;
  readonly language?: string;
  /** Text added to the trailer, the catalog and the root of the pages. */
  readonly trailer?: string;
  readonly catalog?: string;
  readonly root?: string;
  /** Another font, as the keys of its dictionary. */
  readonly font?: string;
  /** Another content of each page, with its dictionary. */
  readonly content?: { readonly dictionary: string; readonly bytes: Uint8Array };
}

/** Writes a PDF 1.4 with a table of its objects. Letters are six tenths of the size wide, as in Courier. */
export function aPdf(pages: readonly PdfPageContent[], parts: PdfParts = {}): Buffer {
  const { title, language, trailer = "", catalog = "", root = "" } = parts;
  const font = parts.font ?? "/Subtype /Type1 /BaseFont /Courier";
  const lang = language === undefined ? "" : `/Lang (${language})`;
  const info = title === undefined ? "" : `/Title (${escaped(title)})`;
  const objects: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${lang} ${catalog} >>`,
    "",
    `<< /Type /Font ${font} >>`,
    `<< ${info} >>`,
  ];
  const kids = pages.map((page) => {
    objects.push(contentOf(page, parts.content));
    const content = objects.length;
    const links = (page.links ?? []).map(([href, ...area]) => {
      const action = `<< /S /URI /URI (${escaped(href)}) >>`;
      objects.push(`<< /Type /Annot /Subtype /Link /Rect [${area.join(" ")}] /A ${action} >>`);
      return `${objects.length} 0 R`;
    });
    const fonts = "/Resources << /Font << /F 3 0 R >> >>";
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] ${fonts} /Contents ${content} 0 R /Annots [${links.join(" ")}] >>`,
    );
    return `${objects.length} 0 R`;
  });
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(" ")}] ${root} >>`;
  return withTable(objects, `/Root 1 0 R /Info 4 0 R ${trailer}`);
}

function contentOf({ lines }: PdfPageContent, other: PdfParts["content"]): Buffer {
  const text = lines
    .map((line) => {
      const { x = 50, y, size = 10 } = line;
      return `BT /F ${size} Tf ${x} ${y} Td (${escaped(line.text)}) Tj ET`;
    })
    .join("\n");
  const { dictionary, bytes } = other ?? { dictionary: "", bytes: Buffer.from(text, "latin1") };
  const head = `<< /Length ${bytes.length} ${dictionary} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from("\nendstream")]);
}

function withTable(objects: readonly (string | Buffer)[], trailer: string): Buffer {
  const parts = [Buffer.from("%PDF-1.4\n")];
  let at = parts[0]?.length ?? 0;
  const places = objects.map((object, index) => {
    const body = typeof object === "string" ? Buffer.from(object, "latin1") : object;
    const whole = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      body,
      Buffer.from("\nendobj\n"),
    ]);
    const place = at;
    parts.push(whole);
    at += whole.length;
    return `${String(place).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}`;
  const end = `trailer << /Size ${size} ${trailer} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table + end)]);
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, String.raw`\$&`);
}
