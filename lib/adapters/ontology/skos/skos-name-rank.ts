/** Rank of a preferred label by its language tag (BCP 47): English before none before all others. */
export function nameRank(languageTag: string): number {
  const language = languageTag.toLowerCase();
  if (language === "en") return 0;
  if (language.startsWith("en-")) return 1;
  return language === "" ? 2 : 3;
}
