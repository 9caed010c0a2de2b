/** What the head of a page says: titles, descriptions, and where it refreshes to. */
import { detach } from "../text/safe-text.ts";
import type { HeaderList } from "../web/http/fetch-outcome.ts";
import { ATTRIBUTE, type TagAttributes } from "./tag-kinds.ts";

/**
 * Well-formed language tags (RFC 5646) in the detail that a crawl uses: `en`, `pt-br`,
 * `zh-hans-cn`.
 */
const LANGUAGE = /^(?!(?:und|mul|mis|zxx)(?:-|$))[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3}$/;

/** Most `meta` elements with a name that are read; pages have some ten. */
const MAX_NAMED = 1_000;

/** A page's statements about itself in `html`, `base`, `link` and `meta`. */
export class PageHead {
  title: string | undefined;
  #language: string | undefined;
  #metaLanguage: string | undefined;
  /** References as written, which the caller resolves. */
  canonicalHref: string | undefined;
  baseHref: string | undefined;
  /** Of `link` elements with `rel="license"`, and of those with `rel="next"`. */
  readonly licenceHrefs: string[] = [];
  readonly nextHrefs: string[] = [];
  /** The `meta` elements that have a name, in order. */
  readonly named: HeaderList[number][] = [];

  /** Adds the text of a `title`; only the first one counts. */
  addTitle(text: string): void {
    const shown = text.replace(/\u00ad/g, "").replace(/\s+/g, " ");
    this.title ??= detach(shown.trim());
  }

  readHtml(attributes: TagAttributes): void {
    this.#language ??= languageTag(
      attributes.get(ATTRIBUTE.lang) ?? attributes.get(ATTRIBUTE["xml:lang"]),
    );
  }

  readBase(attributes: TagAttributes): void {
    this.baseHref ??= attributes.get(ATTRIBUTE.href);
  }

  readLink(attributes: TagAttributes): void {
    const rel = attributes.get(ATTRIBUTE.rel)?.toLowerCase().split(/\s+/) ?? [];
    const href = attributes.get(ATTRIBUTE.href);
    if (rel.includes("license") && href !== undefined) this.licenceHrefs.push(href);
    if (rel.includes("next") && href !== undefined) this.nextHrefs.push(href);
    if (rel.includes("canonical")) this.canonicalHref ??= href;
  }

  readMeta(attributes: TagAttributes): void {
    const content = attributes.get(ATTRIBUTE.content);
    if (content === undefined) return;
    const name = attributes.get(ATTRIBUTE.name);
    if (name !== undefined && this.named.length < MAX_NAMED) this.named.push([name, content]);
    if (attributes.get(ATTRIBUTE["http-equiv"])?.trim().toLowerCase() === "content-language") {
      this.#metaLanguage ??= languageTag(content);
    }
  }

  /**
   * Returns the language as declared, or as `contentLanguage`, the value of the HTTP header, states
   * it.
   */
  language(contentLanguage: string | undefined): string | undefined {
    const language = this.#language ?? this.#metaLanguage ?? languageTag(contentLanguage);
    return language === undefined ? undefined : detach(language);
  }
}

/**
 * Returns the first language of a list in lower case, `en` for `eng`; `undefined` for a malformed tag, and one that names no
 * language.
 */
function languageTag(value: string | undefined): string | undefined {
  const first = value?.split(",", 1)[0]?.trim().toLowerCase().replaceAll("_", "-");
  if (first === undefined || !LANGUAGE.test(first)) return undefined;
  return first.replace(/^[a-z]{3}(?![a-z])/, (code) => Intl.getCanonicalLocales(code)[0] ?? code);
}

/** A time, then a URL with or without its name (HTML standard, "shared declarative refresh steps"). */
const REFRESH =
  /^[\t\n\f\r ]*[\d.]+(?:[\t\n\f\r ]*[;,]|[\t\n\f\r ])[\t\n\f\r ]*(?:url[\t\n\f\r ]*=[\t\n\f\r ]*|(?!url[\t\n\f\r ]*=))(?<target>[^\t\n\f\r ].*)$/is;

/** Returns the reference in the content of `<meta http-equiv="refresh">`, `undefined` without one. */
export function refreshTarget(content: string): string | undefined {
  const target = REFRESH.exec(content)?.groups?.target;
  const quote = target?.[0];
  if (target === undefined || (quote !== '"' && quote !== "'")) return target;
  const end = target.indexOf(quote, 1);
  return target.slice(1, end < 0 ? undefined : end);
}
