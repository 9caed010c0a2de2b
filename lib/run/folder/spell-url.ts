import { hostOf } from "../../domain/web/url/canonical-url.ts";
import { aliasesOf } from "../../domain/web/url/twin-names.ts";
import type { Url } from "../../domain/web/url/url.ts";
import { nearest } from "../../project/project-problem.ts";
import { urlNamed } from "../../project/url-named.ts";
import type { RunProject } from "./run-project.ts";

/** Most URLs that one is compared with: some ten ms of work. */
export const MAX_COMPARED_URLS = 10_000;

/**
 * Returns the URLs by which a run may know the page that the user names. The first is as the run
 * writes it; a recording's aliases follow.
 * @throws DowserError `bad-url`
 */
export function spellingsOf(text: string, project: Partial<RunProject>): readonly [Url, ...Url[]] {
  const { dropParameters = [] } = project.scope ?? {};
  const url = urlNamed(text, { dropParameters });
  const isRecorded = project.web !== undefined && project.web !== "live";
  return isRecorded ? [url, ...aliasesOf(url)] : [url];
}

/** Makes the hint for a URL that is not among those `known`: the most similar URL of its host. */
export function offerKnownUrl(known: Iterable<Url>, url: Url): string {
  const others = new Map<string, Url>();
  for (const each of known) {
    if (each !== url && hostOf(each) === hostOf(url)) others.set(pathOf(each), each);
  }
  const like = nearest(pathOf(url), [...others.keys()]);
  const meant = like === undefined ? undefined : others.get(like);
  return meant === undefined ? "" : `did you mean ${meant}? `;
}

function pathOf(url: string): string {
  return url.slice(url.indexOf("/", url.indexOf("//") + 2));
}
