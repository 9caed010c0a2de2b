import type { FetchedPage, HeaderList } from "../../domain/web/http/fetch-outcome.ts";
import { freshenedHeaders } from "../../domain/web/http/validators.ts";
import { packRevisit, payloadDigest } from "./write-warc.ts";

/** A page as an earlier visit stored it. */
interface StoredBefore {
  readonly page: FetchedPage;
  /** Digest of its body, where it is known. */
  readonly digest: string | undefined;
  /** When its body was stored, in ms since the epoch. */
  readonly storedAt: number;
}

/** An answer with the body of that page. */
interface UnchangedAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  /** Ms since the epoch. */
  readonly fetchedAt: number;
  readonly isNotModified: boolean;
}

/**
 * Packs an answer with the body of an earlier visit as a `revisit` that refers to that one. Of a 304 the head is
 * that of the first answer, with the fields that the 304 updates (RFC 9111 §4.3.4): WARC 1.1 §6.7.3 says by the
 * profile that the server sent one, and pywb shows a record with a status from 300 on without its body.
 */
export async function packUnchanged(
  { page, digest = payloadDigest(page.body), storedAt }: StoredBefore,
  { status, headers, fetchedAt, isNotModified }: UnchangedAnswer,
): Promise<{ readonly digest: string; readonly member: Buffer }> {
  const profile = isNotModified ? "not-modified" : "identical-payload";
  const original = { url: page.url, fetchedAt: storedAt };
  const answer = isNotModified
    ? { ...page, headers: freshenedHeaders(page.headers, headers) }
    : { ...page, status, headers };
  return { digest, member: await packRevisit(answer, fetchedAt, digest, original, profile) };
}
