import { bufferSource } from "../../lib/adapters/warc/gzip-member.ts";
import type { RecordedWeb } from "../../lib/adapters/web/recorded/recorded-web.ts";
import { pathExtension } from "../../lib/domain/frontier/scope.ts";
import type { FetchedPage } from "../../lib/domain/web/http/fetch-outcome.ts";
import { mediaTypesOf } from "../../lib/domain/web/http/file-type.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { viewOf } from "./labelled-web.ts";

/** Types of documents and of data, as links name them; no pictures, sound, film or archives. */
const STUBBED: ReadonlySet<string> = new Set(
  `pdf ps eps djvu doc docx xls xlsx ppt pps pptx odt ods odp rtf epub tex bib txt md
csv tsv tab json geojson xml rdf owl ttl nt yaml kml gpx sql sqlite parquet h5 nc`.split(/\s+/),
);

/** A recorded web with the files that its pages link to. */
export interface WebWithFiles {
  /** Answers as the recording does, and every stub by its media type and a few bytes. */
  readonly web: RecordedWeb;
  /** Stubs with their media types, in order of the first link to each. */
  readonly files: ReadonlyMap<Url, string>;
}

/**
 * Adds files to a recording that was made without them: a stub for each link of a recorded page
 * that is not recorded and whose extension names a document or data. It cannot know which of those
 * links were dead.
 */
export async function withFileStubs(web: RecordedWeb): Promise<WebWithFiles> {
  const files = await linkedFiles(web);
  const source = bufferSource("stubs", Buffer.alloc(0));
  return {
    files,
    web: {
      ...web,
      urls: function* () {
        yield* web.urls();
        yield* files.keys();
      },
      size: web.size + files.size,
      placeOf: (url) => (files.has(url) ? { source, offset: 0, length: 0 } : web.placeOf(url)),
      async fetch(url, limits) {
        const mediaType = files.get(url);
        return mediaType === undefined ? web.fetch(url, limits) : stub(url, mediaType);
      },
    },
  };
}

async function linkedFiles(web: RecordedWeb): Promise<Map<Url, string>> {
  const files = new Map<Url, string>();
  for (const url of web.urls()) {
    const { kind } = await web.fetch(url, HEAD_ONLY);
    if (kind !== "page") continue;
    for (const { url: link } of (await viewOf({ web }, url)).anchors) {
      const mediaType = mediaTypeOf(link);
      if (mediaType !== undefined && web.placeOf(link) === undefined) files.set(link, mediaType);
    }
  }
  return files;
}

/** Tells a page from another answer. */
const HEAD_ONLY = { bodyBytes: 1, timeoutMs: Number.POSITIVE_INFINITY };

function mediaTypeOf(url: Url): string | undefined {
  const extension = pathExtension(url, pathStartOf(url));
  if (extension === undefined || !STUBBED.has(extension)) return undefined;
  return mediaTypesOf(extension)?.[0];
}

function stub(url: Url, mediaType: string): FetchedPage {
  return {
    kind: "page",
    url,
    status: 200,
    headers: [["content-type", mediaType]],
    // The path tells files apart, and a file is the same under two names of its host.
    body: Buffer.from(url.slice(pathStartOf(url))),
    mediaType,
    charset: undefined,
    truncated: false,
  };
}

function pathStartOf(url: Url): number {
  return url.indexOf("/", url.indexOf("//") + 2);
}
