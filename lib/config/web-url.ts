import { z } from "zod";
import { canonicalUrl } from "../domain/url/canonical-url.ts";

/** Schema of an http or https URL, as the user wrote it. */
export const webUrl = z
  .string()
  .trim()
  .min(1)
  .refine(isWebUrl, "expected an http or https URL without user name and password");

/** Returns whether a text is an http or https URL without credentials. */
export function isWebUrl(value: string): boolean {
  return canonicalUrl(value).ok;
}
