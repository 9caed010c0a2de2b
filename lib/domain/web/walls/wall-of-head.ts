import { headerValue, type ResponseHead } from "../http/fetch-outcome.ts";
import type { FoundWall, Wall } from "./wall.ts";

/** A head by which a wall declares itself: a status, a header with a value, or both. */
interface HeadSign {
  readonly wall: Wall;
  /** Statuses that it comes with; any when absent. */
  readonly statuses?: readonly number[];
  readonly header?: readonly [name: string, value: RegExp];
}

/**
 * Headers of services, and statuses that ask for an account or for money (RFC 9110 §15.5.2, §15.5.3; RFC 6585 §6). A
 * header that a service sends with pages, too, counts with the status of its refusals alone. Others say by themselves
 * what they are (developers.cloudflare.com/cloudflare-challenges, docs.aws.amazon.com/waf, vercel.com/docs).
 */
const SIGNS: readonly HeadSign[] = [
  { wall: "challenge", header: ["cf-mitigated", /^challenge$/] },
  { wall: "challenge", header: ["x-amzn-waf-action", /^(?:challenge|captcha)$/] },
  { wall: "challenge", header: ["x-vercel-mitigated", /^challenge$/] },
  { wall: "blocked", header: ["x-vercel-mitigated", /^deny$/] },
  { wall: "challenge", statuses: [403], header: ["server", /^ddos-guard$/i] },
  { wall: "challenge", statuses: [401, 403], header: ["x-datadome", /./] },
  { wall: "challenge", statuses: [401, 403], header: ["x-dd-b", /./] },
  { wall: "challenge", statuses: [403, 429], header: ["x-kpsdk-ct", /./] },
  { wall: "blocked", statuses: [403], header: ["x-sucuri-block", /./] },
  { wall: "blocked", statuses: [403], header: ["x-iinfo", /./] },
  { wall: "blocked", statuses: [403], header: ["server", /^AkamaiGHost$/i] },
  { wall: "login", statuses: [401, 511] },
  { wall: "paywall", statuses: [402] },
];

/** Returns the wall that the head of an answer declares; `undefined` of most, without looking further. */
export function wallOfHead({ status, headers }: ResponseHead): FoundWall | undefined {
  for (const { wall, statuses, header } of SIGNS) {
    if (statuses !== undefined && !statuses.includes(status)) continue;
    if (header === undefined) return { wall, sign: `HTTP ${status}` };
    const value = headerValue(headers, header[0]);
    if (value === undefined || !header[1].test(value)) continue;
    const sign = `header ${header[0]}: ${value}`;
    return { wall, sign: statuses === undefined ? sign : `HTTP ${status}, ${sign}` };
  }
  return undefined;
}
