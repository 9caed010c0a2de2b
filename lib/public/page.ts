/** `dowser/page`: the view of a page that strategies and judges read, from its bytes or its text. */

export { decodeBody } from "../domain/page/decode-body.ts";
export type { Anchor, Heading, PageRow, PageView } from "../domain/page/page-view.ts";
export { parsePage } from "../domain/page/parse-page.ts";
export { canonicalUrl } from "../domain/web/url/canonical-url.ts";
export type { Host, Url } from "../domain/web/url/url.ts";
