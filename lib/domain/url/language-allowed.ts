/**
 * Returns whether links of a page in `pageLanguage` may be followed. They may if no languages are
 * required, or the page declares none. Otherwise one of `languages` must be the page's language or
 * a range that contains it (RFC 4647 §3.3.1: `en` covers `en-us`, not `eng`).
 */
export function languageAllowed(
  languages: readonly string[],
  pageLanguage: string | undefined,
): boolean {
  if (languages.length === 0 || pageLanguage === undefined || pageLanguage === "") return true;
  const tag = pageLanguage.toLowerCase();
  return languages.some((range) => {
    const lower = range.toLowerCase();
    return tag === lower || tag.startsWith(`${lower}-`);
  });
}
