/** The name of the crawler in robots.txt files. */

/**
 * Returns the name by which robots.txt files know this crawler: the part before the version (RFC
 * 9309 §2.2.1).
 */
export function productToken({ userAgent }: { readonly userAgent: string }): string {
  return userAgent.split(/[/ ]/, 1)[0] ?? userAgent;
}
