import type { PageRecord, PageRef } from "../../domain/page/page-record.ts";
import type { StoredKind } from "../page-index.ts";

type Answered = Pick<PageRecord, "page" | "response">;

/** Returns the place that a record names for one kind of answer. */
export function refOfAnswer({ page, response }: Answered, kind: StoredKind): PageRef | undefined {
  if (kind === "head") return response;
  return kind === "page" ? page?.ref : page?.rendering?.ref;
}

/** Returns the parts of a record that name another place for one kind of answer. */
export function withRefOfAnswer(
  { page }: Answered,
  kind: StoredKind,
  ref: PageRef,
): Partial<Answered> {
  if (kind === "head") return { response: ref };
  if (page === undefined) return {};
  if (kind === "page") return { page: { ...page, ref } };
  const { rendering } = page;
  return rendering === undefined ? {} : { page: { ...page, rendering: { ...rendering, ref } } };
}
