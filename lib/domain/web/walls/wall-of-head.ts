import { headerValue, type ResponseHead } from "../http/fetch-outcome.ts";
import type { FoundWall } from "./wall.ts";

/** Values of `x-amzn-waf-action`: AWS WAF sends a test in place of the page. */
const WAF_TESTS: ReadonlySet<string> = new Set(["challenge", "captcha"]);

/**
 * Returns the wall that the head of an answer declares: by a header of the services that send
 * challenges (developers.cloudflare.com/cloudflare-challenges, docs.aws.amazon.com/waf), or by a
 * status that asks for an account or for money (RFC 9110 §15.5.2, §15.5.3; RFC 6585 §6).
 */
export function wallOfHead({ status, headers }: ResponseHead): FoundWall | undefined {
  if (headerValue(headers, "cf-mitigated") === "challenge")
    return { wall: "challenge", sign: "header cf-mitigated: challenge" };
  const action = headerValue(headers, "x-amzn-waf-action");
  if (action !== undefined && WAF_TESTS.has(action))
    return { wall: "challenge", sign: `header x-amzn-waf-action: ${action}` };
  if (status === 401 || status === 511) return { wall: "login", sign: `HTTP ${status}` };
  return status === 402 ? { wall: "paywall", sign: "HTTP 402" } : undefined;
}
