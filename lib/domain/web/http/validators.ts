import { machineDate } from "../../text/machine-date.ts";
import { type FetchedPage, type HeaderList, headerValue } from "./fetch-outcome.ts";

/** What a server gave to recognise an answer by (RFC 9110 §8.8), as it was sent. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** Longest value that is sent back, in UTF-16 units: servers limit the head of a request. */
const MOST_LENGTH = 1_000;

/** An entity tag: quoted visible ASCII without quotes. Others cannot be sent in a list of them. */
const ENTITY_TAG = /^(?:W\/)?"[!#-~]*"$/;

/** A date as servers write it; what else a server sent under that name is not sent back. */
const DATE = /^[A-Za-z0-9 ,:+-]+$/;

/**
 * Returns the validators of a page; `undefined` when it has none, or is not wholly known. They are the
 * server's own text, so what could be more than one header is left out.
 */
export function validatorsOf({
  status,
  headers,
  truncated,
}: Pick<FetchedPage, "status" | "headers" | "truncated">): Validators | undefined {
  if (status !== 200 || truncated) return undefined;
  const etag = valueOf(headers, "etag", ENTITY_TAG);
  const lastModified = valueOf(headers, "last-modified", DATE);
  if (etag === undefined && lastModified === undefined) return undefined;
  return { ...(etag && { etag }), ...(lastModified && { lastModified }) };
}

function valueOf(headers: HeaderList, name: string, form: RegExp): string | undefined {
  const value = headerValue(headers, name);
  return value !== undefined && value.length <= MOST_LENGTH && form.test(value) ? value : undefined;
}

/** Returns the headers of a conditional request (RFC 9110 §13.1), names and values alternating. */
export function conditionalHeaders({ etag, lastModified }: Validators): readonly string[] {
  return [
    ...(etag === undefined ? [] : ["if-none-match", etag]),
    ...(lastModified === undefined ? [] : ["if-modified-since", lastModified]),
  ];
}

/**
 * Returns whether a 304 answer can be of the page that was asked for: its strong entity tag, if it
 * sends one, must be that of the page (RFC 9111 §4.3.4).
 */
export function isOfSamePage(headers: HeaderList, { etag }: Validators): boolean {
  const sent = headerValue(headers, "etag");
  if (sent === undefined || sent.startsWith("W/")) return true;
  return etag === undefined || etag.startsWith("W/") || etag === sent;
}

/**
 * Returns the headers of a page after a 304 answer: those of the answer replace their namesakes (RFC
 * 9111 §3.2). What describes the body stays that of the page, as the answer has none.
 */
export function freshenedHeaders(headers: HeaderList, answer: HeaderList): HeaderList {
  const fresh = answer.filter(([name]) => !name.startsWith("content-"));
  const names = new Set(fresh.map(([name]) => name));
  return [...headers.filter(([name]) => !names.has(name)), ...fresh];
}

/** Returns the moment that Last-Modified names, in ms since the epoch; `undefined` without one. */
export function modifiedAt(headers: HeaderList): number | undefined {
  return machineDate(headerValue(headers, "last-modified") ?? "");
}
