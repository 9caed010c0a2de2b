import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import type { RecordedWeb } from "../../adapters/web/recorded/recorded-web.ts";
import { DEFAULTS } from "../../config/defaults.ts";
import { decodeBody } from "../../domain/page/decode-body.ts";
import type { FetchedPage } from "../../domain/web/http/fetch-outcome.ts";
import { DowserError, fail } from "../../errors.ts";
import { seedLines, seedListInWords } from "../../project/seed-list.ts";
import { isFile } from "../../run/folder/run-database.ts";
import { openRecording } from "../../run/web/open-web.ts";
import type { ExampleAnswer, ListAnswer } from "../begin-schemas.ts";
import { LIST_NAME, PAGE_NAME, WARC_NAME } from "../workbench-limits.ts";
import type { WorkbenchPorts } from "../workbench-ports.ts";
import { isHtml } from "./search-sources.ts";

/** Folder of the examples that were given, beside the projects. */
export const EXAMPLES = "examples";

/** A name that leads nowhere else; `%` would be the escape of a name that does. */
const PLAIN_NAME = /^(?!\.)[^/\\\0%]{1,100}$/;

/** Longest such name in bytes of UTF-8, which leaves room for what is added to it. */
const MAX_NAME_BYTES = 200;

/** Longest example page, in bytes: a crawl reads no more of one. */
const MOST_PAGE_BYTES = DEFAULTS.budget.bytesPerPage;

/** Most pages of a recording that become examples: a person has looked at so many at most. */
const MOST_EXAMPLES = 200;

/** Most URLs of a list that go into a form. */
const MOST_LISTED = 10_000;

/** Takes files that a person has of what is looked for, and keeps the pages in a folder. */
export function createExamples(folder: string): WorkbenchPorts["examples"] {
  return {
    keep: async (name, bytes) => {
      const isPlain = isPlainName(name);
      if (isPlain && PAGE_NAME.test(name)) return keepPage(folder, name, bytes);
      if (isPlain && WARC_NAME.test(name)) return keepRecording(folder, name, bytes);
      throw badName(name);
    },
    list: async (name, bytes) => {
      if (!isPlainName(name) || !LIST_NAME.test(name)) throw badName(name);
      return inTemporaryFile(name, bytes, (file) => readList(name, file));
    },
  };
}

function isPlainName(name: string): boolean {
  return PLAIN_NAME.test(name) && Buffer.byteLength(name) <= MAX_NAME_BYTES;
}

function keepPage(folder: string, name: string, bytes: Uint8Array): ExampleAnswer {
  if (bytes.length > MOST_PAGE_BYTES) throw tooLong(name, bytes.length);
  const { path, file } = freePlace(folder, name.replace(PAGE_NAME, ""), ".html");
  writeFileSync(path, bytes, { flag: "wx" });
  return { file, pages: 1, leftOut: 0 };
}

/** @throws DowserError `bad-warc`, `empty-recording`, `too-many-examples` */
async function keepRecording(
  folder: string,
  name: string,
  bytes: Uint8Array,
): Promise<ExampleAnswer> {
  return inTemporaryFile(name, bytes, async (recording) => {
    const web = await openRecording([recording]);
    const { path, file } = freePlace(folder, name.replace(WARC_NAME, ""), "");
    mkdirSync(path);
    try {
      const kept = await keepPages(web, path, name);
      return { file: posix.join(file, "*.html"), ...kept };
    } catch (error) {
      rmSync(path, { recursive: true });
      throw error;
    } finally {
      web.close();
    }
  });
}

async function keepPages(web: RecordedWeb, path: string, name: string) {
  const limits = { bodyBytes: MOST_PAGE_BYTES, timeoutMs: 0 };
  let [pages, leftOut] = [0, 0];
  for (const url of web.urls()) {
    const page = await web.fetch(url, limits);
    if (page.kind !== "page" || !isHtml(page)) {
      leftOut += 1;
      continue;
    }
    pages += 1;
    if (pages > MOST_EXAMPLES) throw fail("too-many-examples", { name, most: MOST_EXAMPLES });
    writeFileSync(join(path, `${String(pages).padStart(3, "0")}.html`), savedPage(page));
  }
  if (pages === 0) throw fail("empty-recording/example", { name });
  return { pages, leftOut };
}

/** Returns a recorded page as browsers save one, in UTF-8, which its byte order mark says. */
export function savedPage({ url, body, charset }: FetchedPage): string {
  const from = `<!-- saved from url=(${String(url.length).padStart(4, "0")})${url} -->`;
  return `\uFEFF${from}\n${decodeBody(body, charset).text}`;
}

/**
 * Returns a name in the folder of examples that no file has, without spaces and characters of patterns:
 * a form has one entry a word, and a project names files by patterns.
 */
function freePlace(folder: string, name: string, ending: string) {
  const stem = name.replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return placeFor(folder, `${EXAMPLES}/${stem}${ending}`, existsSync);
}

/** Keeps a text under a name of its own in a part of the folder; the same text once. */
export function keepText(folder: string, name: string, text: string): string {
  const isOther = (path: string) =>
    existsSync(path) && !(isFile(path) && readFileSync(path, "utf8") === text);
  const { path, file } = placeFor(folder, name, isOther);
  if (!existsSync(path)) writeFileSync(path, text, { flag: "wx" });
  return file;
}

/** Returns the first of `part/name.ending`, `part/name-2.ending` … that is free. */
function placeFor(folder: string, name: string, isTaken: (path: string) => boolean) {
  const { dir, name: stem, ext } = posix.parse(name);
  mkdirSync(join(folder, dir), { recursive: true });
  for (let copy = 1; ; copy += 1) {
    const file = posix.join(dir, `${stem}${copy === 1 ? "" : `-${copy}`}${ext}`);
    const path = join(folder, file);
    if (!isTaken(path)) return { path, file };
  }
}

/** @throws DowserError `bad-seed-list` */
async function readList(name: string, file: string): Promise<ListAnswer> {
  try {
    const urls: string[] = [];
    for await (const { url } of seedLines(file, {})) {
      if (url !== undefined) urls.push(url);
      if (urls.length > MOST_LISTED)
        throw fail("too-many-examples/urls", { name, most: MOST_LISTED });
    }
    return { urls, notes: await seedListInWords(file, {}) };
  } catch (error) {
    if (!(error instanceof DowserError)) throw error;
    // The person knows the file by its own name.
    const message = error.message.replaceAll(file, name);
    const { code, reaction, hint } = error;
    throw new DowserError(message, { code, reaction, value: name, hint, cause: error });
  }
}

/** Lets something read bytes as a file of that name, which is gone afterwards. */
async function inTemporaryFile<Answer>(
  name: string,
  bytes: Uint8Array,
  read: (file: string) => Promise<Answer>,
): Promise<Answer> {
  const directory = mkdtempSync(join(tmpdir(), "dowser-given-"));
  try {
    const file = join(directory, name);
    writeFileSync(file, bytes);
    return await read(file);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function badName(name: string): DowserError {
  const shown = JSON.stringify(name.slice(0, 100));
  return fail("bad-example-name", { shown, value: name });
}

function tooLong(name: string, bytes: number): DowserError {
  const inMb = (size: number) => `${(size / 1e6).toFixed(1)} MB`;
  return fail("example-too-long", { name, has: inMb(bytes), most: inMb(MOST_PAGE_BYTES) });
}
