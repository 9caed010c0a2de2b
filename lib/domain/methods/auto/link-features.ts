import { hostOf } from "../../web/url/canonical-url.ts";
import type { Url } from "../../web/url/url.ts";
import { type EachLinkFeature, eachLinkFeature, maskOf } from "../adaptive/link-features.ts";

/** Steps at the end of a class path that tell places on a page apart. */
const STEPS = 4;

/** Names the features of a link that `adaptive` learns from: its words, and some of its place. */
const eachWord = eachLinkFeature("all");

/** Joined words and numbers of a mask: the number of words in a title is chance. */
const JOINED = /[w0](?:[^/?=&.]+[w0])+/g;

/** Returns the place of a link on its page, from the class path of its anchor. */
export function placeOf(classPath: string): string {
  return classPath.split("/").slice(-STEPS).join("/");
}

/** Returns the form of a URL: `/w/0` for `/thread/17`, `/w-w` for a title. */
export function formOf(url: Url): string {
  const { pathname, search } = new URL(url);
  return maskOf(pathname + search).replaceAll(JOINED, "w-w");
}

/** Returns the feature that links to a host share with those of the same form there, and with no others. */
export function kindOf(url: Url): string {
  return `shape ${formOnHost(hostOf(url), formOf(url))}`;
}

function formOnHost(host: string, form: string): string {
  return `${host} ${form}`;
}

/** The first words of the features that tell kinds. */
const KINDS: ReadonlySet<string> = new Set(["host", "shape", "place", "kind", "from", "step"]);

/** Reports whether a feature tells the kind of a link, and not its words. */
export function isKind(feature: string): boolean {
  return KINDS.has(feature.slice(0, feature.indexOf(" ")));
}

/**
 * Names the kinds of a link: its host, its place on the page, the form of its URL and of that of its
 * page, and these two by two. So the results of a kind teach its wider kinds, too.
 */
function eachKind({ url, parent, snippet }: Parameters<EachLinkFeature>[0], add: AddFeature): void {
  const form = formOf(url);
  const host = hostOf(url);
  add("host", host);
  add("shape", form);
  add("shape", formOnHost(host, form));
  // An example is not a link on any page.
  if (parent === undefined) return;
  const from = formOf(parent);
  const place = snippet?.place ?? "";
  if (place !== "") add("place", place);
  add("kind", `${form} ${place}`);
  add("from", `${from} ${place}`);
  add("step", `${from} ${form}`);
}

type AddFeature = Parameters<EachLinkFeature>[1];

/** Returns the function that names the features of a link by the experts that count. */
export function featuresBy(experts: {
  readonly words: boolean;
  readonly places: boolean;
}): EachLinkFeature {
  return (link, add) => {
    if (experts.words) eachWord(link, add);
    if (experts.places) eachKind(link, add);
  };
}
