/** Which thread a page shows, by its address and its links. */
import type { PageView } from "../page-view.ts";

/** Parameters that name a thread, as boards call them. */
const PARAMETER =
  /(?:^|[?&;@]|%3f|%26|%3b|\/)(?:t|tid|topic|thread|topic_?id|thread_?id|threadid|showtopic|discussion_?id|question_?id)=(?<id>\d+)/i;

/** Parts of paths before the number or the name of a thread. */
const PATH =
  /\/(?:t|topics?|threads?|discussions?|d|questions?|q|comments|showthread|viewtopic)\/(?<rest>[^?#]+)/i;

const NUMBER_OF_PART = /^(?<first>[a-z]?\d+)(?![a-z\d])|[.-](?<last>\d+)$/i;

/** Fewest links that name the thread of their page. */
const LEAST_LINKS = 2;

/**
 * Returns the id of the thread that a page shows: the number that its address has, or the canonical one, or that its
 * links have; else its canonical address. It is `undefined` where the page names none of them.
 */
export function threadId({ url, canonicalUrl, anchors }: PageView): string | undefined {
  const own = [canonicalUrl, url].flatMap((each) => (each === undefined ? [] : (idOf(each) ?? [])));
  return own[0] ?? linked(anchors) ?? canonicalUrl;
}

function idOf(url: string): string | undefined {
  const parameter = PARAMETER.exec(url)?.groups?.["id"];
  if (parameter !== undefined) return parameter;
  for (const part of PATH.exec(url)?.groups?.["rest"]?.split("/").slice(0, 2) ?? []) {
    const { first, last } = NUMBER_OF_PART.exec(part)?.groups ?? {};
    const id = first ?? last;
    if (id !== undefined) return id;
  }
  return undefined;
}

/** Returns the thread that most links name which name one. */
function linked(anchors: PageView["anchors"]): string | undefined {
  const counts = new Map<string, number>();
  for (const { url } of anchors) {
    const id = PARAMETER.exec(url)?.groups?.["id"];
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const [most, next] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (most === undefined || most[1] < LEAST_LINKS || most[1] === next?.[1]) return undefined;
  return most[0];
}
