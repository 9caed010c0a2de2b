import { loadLanguageDetector } from "../domain/page/language/language-detector.ts";
import type { LanguageReading } from "../domain/page/language/page-language.ts";
import type { Project } from "./project-schema.ts";

/** Loads how a project has languages told; `undefined` where only declarations count. */
export async function languageReading(
  scope: Pick<Project["scope"], "detectLanguage"> | undefined,
): Promise<LanguageReading | undefined> {
  const of = scope?.detectLanguage;
  return of === undefined ? undefined : { of, detect: await loadLanguageDetector() };
}
