import type { LanguageDetector } from "./page-language.ts";

/**
 * Loads the detector of languages. Its tables take some 30 MB of heap, so that only those who ask
 * for it have it.
 */
export async function loadLanguageDetector(): Promise<LanguageDetector> {
  const { eld } = await import("eld/extrasmall");
  return (text) => {
    const found = eld.detect(text);
    return found.language !== "" && found.isReliable() ? found.language : undefined;
  };
}
