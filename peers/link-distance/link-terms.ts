import { joinVectors } from "../../lib/domain/stats/vector/sparse-rows.ts";
import type { TermCounts } from "../../lib/domain/text/term-vector.ts";
import {
  compileTfIdf,
  learnTfIdf,
  type TfIdfRule,
  type TfIdfSpace,
} from "../../lib/domain/text/term-vector.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { splitCompounds, urlWords } from "../../lib/domain/web/url/url-words.ts";
import type { FeatureSpace } from "./feature-space.ts";
import { lemmaTerms } from "./lemma-terms.ts";

/** The terms of the two texts of a link. */
export interface LinkTerms {
  readonly href: TermCounts;
  readonly anchor: TermCounts;
}

/** The terms that distinguish links. A type and not an interface, since it is stored as JSON. */
export type LinkSpace = { readonly href: TfIdfSpace; readonly anchor: TfIdfSpace };

/**
 * A term of a single link says nothing about other links; the terms of most links are those that
 * can occur again.
 */
const COLUMNS: TfIdfRule = { leastSupport: 2, mostTerms: 5_000 };

/** Reads a link by its URL, cut into words, and its anchor text; `from` is its page. */
export function linkTerms(url: Url, from: Url | undefined, anchor: string): LinkTerms {
  return {
    href: lemmaTerms(splitCompounds(urlWords(url, from ?? url))),
    anchor: lemmaTerms(anchor),
  };
}

/** Learns the terms of these links. */
export function learnLinkSpace(links: readonly LinkTerms[]): LinkSpace {
  const spaceOf = (text: keyof LinkTerms) =>
    learnTfIdf(
      links.map((link) => link[text]),
      COLUMNS,
    );
  return { href: spaceOf("href"), anchor: spaceOf("anchor") };
}

/**
 * Compiles a space to the vector of a link (Effland, link content): tf-idf of each text, the URL's
 * first.
 */
export function compileLinkSpace(space: LinkSpace): FeatureSpace<LinkTerms> {
  const href = compileTfIdf(space.href);
  const anchor = compileTfIdf(space.anchor);
  const widths = [space.href.terms.length, space.anchor.terms.length];
  const join = joinVectors(widths);
  return {
    width: widths.reduce((sum, width) => sum + width, 0),
    vectorOf: (terms) => join([href(terms.href), anchor(terms.anchor)]),
  };
}
