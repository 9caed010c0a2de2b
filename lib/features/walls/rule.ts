/**
 * Leaves out what a server sends in place of content: challenges, refusals, hosts without a site, outages, consent
 * dialogs, paywalls, logins, and soft 404s, for which it may ask a host for a URL that cannot exist: `scope.walls`.
 */

import { wallResult } from "../../crawl/link-result.ts";
import { PROBE_GROUP } from "../../crawl/link-tally.ts";
import type { FetchRule, ReadRule } from "../../crawl/rules.ts";
import type { Lease } from "../../domain/frontier/link.ts";
import { notFoundFingerprint } from "../../domain/page/walls/soft-404.ts";
import { wallOfPage } from "../../domain/page/walls/wall-of-page.ts";
import { headOf } from "../../domain/web/http/fetch-outcome.ts";
import type { FoundWall } from "../../domain/web/walls/wall.ts";
import { wallOfHead } from "../../domain/web/walls/wall-of-head.ts";
import type { OpenedFeature, WebFacts } from "../feature.ts";
import type { WallsKeys } from "./manifest.ts";
import { NotFoundAnswers } from "./not-found-answers.ts";

/** Opens the rules; a host is asked for what cannot exist only where the project wants it, never a recording. */
export function open({ scope }: WallsKeys, { isLive }: WebFacts): OpenedFeature {
  const isProbed = isLive && scope.walls === "probe";
  return { fetch, read, ...(isProbed && { decide: (ports) => new NotFoundAnswers(ports) }) };
}

const fetch: FetchRule = {
  name: "walls",
  answer({ lease }, outcome) {
    const head = headOf(outcome);
    const wall = head && wallOfHead(head);
    if (wall !== undefined) return wallResult(wall, head?.status);
    // The page that a URL which cannot exist leads to is not its answer.
    if (lease.link.group !== PROBE_GROUP || outcome.kind !== "redirect") return undefined;
    return wallResult({ wall: "soft-404", sign: `leads to ${outcome.location}` }, outcome.status);
  },
};

const read: ReadRule = {
  name: "walls",
  isWall: (viewed) => wallOfPage(viewed) !== undefined,
  look(viewed, { status }, lease, { labels }) {
    if (labels?.has(viewed.view.url) === true) return undefined;
    const print = notFoundFingerprint(viewed.view);
    const none = soft404Of(lease, print);
    // Of what does not exist no link is followed: it may name others that do not.
    if (none !== undefined)
      return { kind: "done", result: wallResult({ ...none, print }, status), stores: "nothing" };
    const wall = wallOfPage({ ...viewed, status });
    if (wall === undefined) return undefined;
    const result = wallResult({ ...wall, print }, status);
    // Its head alone would be an empty page for a replay.
    return { kind: "done", result, stores: "whole", offersLinks: true };
  },
  note({ viewed, page: { url } }, { labels }) {
    const print =
      labels?.has(url) === true ? undefined : viewed && notFoundFingerprint(viewed.view);
    return print === undefined ? {} : { record: { print } };
  },
};

function soft404Of(
  { link, notFound }: Pick<Lease, "link" | "notFound">,
  print: number | undefined,
): FoundWall | undefined {
  if (link.group === PROBE_GROUP)
    return { wall: "soft-404", sign: "a page for a URL that cannot exist" };
  if (print !== undefined && notFound?.includes(print) === true)
    return { wall: "soft-404", sign: "the host's answer to a URL that cannot exist" };
  return undefined;
}
