import type { Anchor, PageView } from "../../lib/domain/page/page-view.ts";
import { aUrl } from "./a-url.ts";

/** A page view with sensible blanks. */
export function aPage(parts: Partial<PageView> = {}): PageView {
  return {
    url: aUrl("http://site.example/"),
    title: "",
    headings: [],
    mainText: "",
    emphasis: [],
    text: parts.mainText ?? "",
    linkLengths: [],
    anchors: [],
    rows: [],
    xpathBag: new Map(),
    classPathBag: new Map(),
    classNames: [],
    ids: [],
    language: undefined,
    languageBy: undefined,
    canonicalUrl: undefined,
    signals: [],
    baseHref: undefined,
    unusableLinks: new Map(),
    truncated: undefined,
    ...parts,
  };
}

/** An anchor to `url`. */
export function anAnchor(url: string, parts: Partial<Anchor> = {}): Anchor {
  return {
    url: aUrl(url),
    text: "",
    before: "",
    after: "",
    xpath: "/html/body/a",
    apath: "/html/body/a",
    classPath: "/html/body/a",
    rel: [],
    ...parts,
  };
}
