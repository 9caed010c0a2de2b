import { createHash } from "node:crypto";
import { decodeBody } from "../domain/page/decode-body.ts";
import { DowserError } from "../errors.ts";
import type { ListedPage } from "../ports/page-listing.ts";
import type { ApiPorts } from "./api-ports.ts";
import { readListed } from "./listed-pages.ts";

/** Begins the copy: browsers take it before what the page itself says of its encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A URL under which the HTML of a page can be read for some minutes, in UTF-8 and as it was fetched:
 * a copy under the hash of its content.
 * @throws DowserError `page-without-html`
 */
export async function copyHtml(
  page: ListedPage,
  { blobs, presign }: Pick<ApiPorts, "blobs" | "presign">,
): Promise<string> {
  const fetched = await readListed(blobs, page);
  if (fetched === undefined) throw noHtml(page);
  const { text } = decodeBody(fetched.body, fetched.charset);
  const copy = Buffer.from(`${BYTE_ORDER_MARK}${text}`);
  const key = `html/sha256-${createHash("sha256").update(copy).digest("hex")}.html`;
  await blobs.putNew(key, copy);
  return presign(key);
}

function noHtml({ sequence, url, state, reason }: ListedPage): DowserError {
  return new DowserError(`nothing is stored of ${url}: ${state}, ${reason}`, {
    code: "page-without-html",
    reaction: "fix-config",
    value: sequence,
    hint: "choose a fetched page: GET /pages gives its location as ref",
  });
}
