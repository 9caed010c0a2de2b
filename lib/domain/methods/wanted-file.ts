import { pathExtension } from "../frontier/scope.ts";
import { type HeaderList, headerValue, mediaTypeOf } from "../web/http/fetch-outcome.ts";
import { extensionsOf, mediaTypesOf, VAGUE_TYPES } from "../web/http/file-type.ts";
import type { Url } from "../web/url/url.ts";
import { decoded } from "../web/url/url-words.ts";
import type { FileNeed } from "./strategy.ts";

/** Page type of wanted files, whatever types a strategy has. */
export const FILE_TYPE = "file";

/** The parts of a response by which a file is recognised. */
interface Answer {
  readonly url: Url;
  readonly headers: HeaderList;
  /** Lower case, without parameters; `""` when none was sent. Where its body was read, that of its first bytes. */
  readonly mediaType: string;
}

/**
 * Media types that say nothing of a file. `text/plain` is one: servers send it for extensions that
 * they do not know (WHATWG MIME Sniffing §7.2). So are those of containers, as which documents are sent.
 */
const VAGUE: ReadonlySet<string> = new Set([
  "",
  ...VAGUE_TYPES,
  "text/plain",
  "application/zip",
  "application/x-zip-compressed",
  "application/x-ole-storage",
]);

/**
 * Returns the wanted media type that a response is a file of, `undefined` when it is no wanted file.
 * Its media type decides. Where the one that was sent says nothing, the name in Content-Disposition does, or else the
 * extension of the URL, or else its first bytes.
 */
export function fileTypeOf(
  need: FileNeed | undefined,
  { url, headers, mediaType }: Answer,
): string | undefined {
  if (need === undefined) return undefined;
  const isVague = VAGUE.has(mediaType) || VAGUE.has(mediaTypeOf(headers).mediaType);
  const extension = isVague ? (extensionOfName(nameSent(headers)) ?? extensionOf(url)) : undefined;
  const types = (extension === undefined ? undefined : mediaTypesOf(extension)) ?? [mediaType];
  return types.find((type) => need.mediaTypes.includes(type));
}

/** Returns whether a link's extension says that it leads to a wanted file. */
export function looksLikeFile({ mediaTypes }: FileNeed, url: Url): boolean {
  const extension = extensionOf(url);
  return extension !== undefined && extensionsOf(mediaTypes).includes(extension);
}

/** Returns a file's name: the one that the server sent, else the last part of the URL's path. */
export function fileName({ url, headers }: Pick<Answer, "url" | "headers">): string {
  const sent = nameSent(headers);
  if (sent !== undefined) return decoded(sent);
  const path = url.slice(pathStartOf(url)).replace(/[?].*$/s, "");
  return decoded(path.slice(path.lastIndexOf("/") + 1));
}

/**
 * Returns the size of a body in bytes, as its head declares it; `undefined` when it declares none, or
 * that of a coded body.
 */
export function declaredBytes(headers: HeaderList): number | undefined {
  const coding = headerValue(headers, "content-encoding")?.trim().toLowerCase() ?? "identity";
  const length = headerValue(headers, "content-length")?.trim() ?? "";
  return coding === "identity" && DIGITS.test(length) ? Number(length) : undefined;
}

/** Lengths of up to nine petabytes, which are whole numbers of JavaScript. */
const DIGITS = /^\d{1,15}$/;

function extensionOf(url: Url): string | undefined {
  return pathExtension(url, pathStartOf(url));
}

function pathStartOf(url: Url): number {
  return url.indexOf("/", url.indexOf("//") + 2);
}

const EXTENSION = /\.([a-z0-9]{1,10})$/i;

function extensionOfName(name: string | undefined): string | undefined {
  return EXTENSION.exec(name?.trim() ?? "")?.[1]?.toLowerCase();
}

/** Parameters of Content-Disposition (RFC 6266 §4.1): a quoted string, or all up to a semicolon. */
const FILE_NAME = /;\s*(filename\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/gi;

/** Charset and language before the value of `filename*` (RFC 8187 §3.2.1). */
const CHARSET = /^[\w!#$%&+^`{}~-]*'[^']*'/;

/** Returns the file name in Content-Disposition; the extended form of it has precedence. */
function nameSent(headers: HeaderList): string | undefined {
  const disposition = headerValue(headers, "content-disposition");
  if (disposition === undefined) return undefined;
  const names = new Map<string, string>();
  for (const [, key = "", quoted, plain = ""] of disposition.matchAll(FILE_NAME)) {
    const value = quoted?.replace(/\\(.)/g, "$1") ?? plain.trim();
    if (value !== "") names.set(key.toLowerCase(), value);
  }
  return names.get("filename*")?.replace(CHARSET, "") ?? names.get("filename");
}
