/** The worked example of `docs/architecture.md`: a feature that records the `Server` header of each page. */
import type { ReadRule } from "../../../lib/crawl/rules.ts";
import type { PageVerdict } from "../../../lib/domain/page/page-record.ts";
import { headerValue } from "../../../lib/domain/web/http/fetch-outcome.ts";
import { column } from "../../../lib/features/column.ts";
import type { OpenedFeature } from "../../../lib/features/feature.ts";

/** Its key of a page's record; that of a real feature is an interface which `PageVerdict` extends. */
interface ServerKeys {
  /** What the server says it is. */
  readonly server?: string;
}

type Noted = PageVerdict & ServerKeys;

const read: ReadRule = {
  name: "server header",
  note({ page: { headers } }) {
    const server = headerValue(headers, "server");
    const page: Partial<Noted> = server === undefined ? {} : { server };
    return { page };
  },
};

/** Opens the rule. */
export function open(): OpenedFeature {
  return { read };
}

/** Its column of the table of pages. */
export const serverColumns = [
  column(
    "server",
    "text",
    "what the server says it is",
    ({ page }: { readonly page: Noted }) => page.server,
  ),
];
