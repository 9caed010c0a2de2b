import type { Url } from "./url.ts";

/** Ending of a file name. */
const EXTENSION = /\.[a-z][a-z0-9]{1,4}$/i;

/** Longest name of a directory, in UTF-16 units: a longer name is a title, one of many. */
const MOST_OF_A_NAME = 20;

/**
 * Returns the common part of URLs made by the same rule: their path and the names of their
 * parameters. The path has `0` for each digit of a number of up to four digits, `00000` for longer
 * ones and `~` for a title.
 */
export function urlShape(url: Url): string {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.split("/").map(segmentShape).join("/");
  const parameters = [...new Set(searchParams.keys())].toSorted().join("&");
  return parameters === "" ? path : `${path}?${parameters}`;
}

/**
 * Returns the depth of a URL below its root and the places of numbers: `/0/0/w/` for a path by year
 * and month.
 */
export function pathForm(url: Url): string {
  const segments = new URL(url).pathname.split("/");
  return segments.map((segment) => segment && (/^\d+$/.test(segment) ? "0" : "w")).join("/");
}

function segmentShape(segment: string): string {
  const extension = EXTENSION.exec(segment)?.[0] ?? "";
  const name = segment.slice(0, segment.length - extension.length);
  if (/^\d+$/.test(name)) return "0".repeat(Math.min(name.length, 5)) + extension;
  const isTitle = /[\d_-]/.test(name) || name.length > MOST_OF_A_NAME;
  return (isTitle ? "~" : name) + extension;
}
