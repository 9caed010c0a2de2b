import type { HeaderList } from "../lib/domain/web/http/fetch-outcome.ts";
import { type DemoPage, SITE_NAMES, type SiteName } from "./demo-web.ts";

/** An answer in bytes, ready to send. */
export interface RenderedPage {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Buffer;
}

const DEMO_ORIGINS = new RegExp(`http://(${SITE_NAMES.join("|")})\\.demo\\.example`, "g");

/** Replaces the demo's own origins by real ones, in a text body and the headers. */
export function renderDemoPage(page: DemoPage, originOf: (site: SiteName) => string): RenderedPage {
  const { status, headers, body } = page;
  return {
    status,
    headers: headers.map(([name, value]) => [name, withOrigins(value, originOf)] as const),
    body:
      typeof body === "string"
        ? Buffer.from(withOrigins(body, originOf))
        : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  };
}

/** Replaces the origins in a text of the demo web, such as a URL. */
export function withOrigins(text: string, originOf: (site: SiteName) => string): string {
  // The pattern captures names of sites only.
  return text.replaceAll(DEMO_ORIGINS, (_, site: SiteName) => originOf(site));
}
