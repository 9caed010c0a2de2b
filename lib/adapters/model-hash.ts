import { hash } from "node:crypto";

/**
 * Returns the hash of a model's JSON text: `sha256:` and the digest of its UTF-8 form in lower-case
 * hex.
 */
export function modelHash(json: string): string {
  return `sha256:${hash("sha256", json, "hex")}`;
}
