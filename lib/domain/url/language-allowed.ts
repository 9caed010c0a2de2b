/**
 * Whether links of a page in `pageLanguage` may be followed: none asked for, none declared, or one of
 * those asked for is the page's or a range of it (RFC 4647 §3.3.1: `en` covers `en-us`, not `eng`).
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
