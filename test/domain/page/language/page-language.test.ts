import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eld } from "eld/extrasmall";
import {
  DETECTED_LANGUAGES,
  type LanguageReading,
  loadLanguageDetector,
  withDetectedLanguage,
} from "../../../../lib/domain/page/language/page-language.ts";
import { parsePage } from "../../../../lib/domain/page/parse-page.ts";
import { aUrl } from "../../../support/a-url.ts";

/** Universal Declaration of Human Rights, article 1. */
const TEXTS = {
  en: "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.",
  de: "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen.",
  es: "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros.",
  pt: "Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade.",
  no: "Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter. De er utstyrt med fornuft og samvittighet og bør handle mot hverandre i brorskapets ånd.",
  uk: "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю і повинні діяти у відношенні один до одного в дусі братерства.",
  zh: "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。",
  ar: "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء.",
};

const SERBIAN =
  "Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Ona su obdarena razumom i svešću i treba jedni prema drugima da postupaju u duhu bratstva.";

const LOREM =
  "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua.";

describe("the language of a page by its text", async () => {
  const detect = await loadLanguageDetector();

  function languageOf(text: string, declared: string | undefined, of: LanguageReading["of"]) {
    const lang = declared === undefined ? "" : ` lang="${declared}"`;
    const page = { url: aUrl("http://a.example/"), html: `<html${lang}><p>${text}</p>` };
    const view = parsePage(page, { maxLength: 1e6, overTime: () => false });
    const { language, languageBy } = withDetectedLanguage(view, { of, detect });
    return [language, languageBy];
  }

  it("A page that declares no language has that of its text", () => {
    for (const [language, text] of Object.entries(TEXTS)) {
      assert.deepEqual(languageOf(text, undefined, "undeclared"), [language, "detected"]);
    }
  });

  it("A declaration that names no language is none, and one of three letters is that of two", () => {
    for (const none of ["und", "mul", "zxx", "und-Latn"])
      assert.deepEqual(languageOf(TEXTS.de, none, "undeclared"), ["de", "detected"]);
    for (const [tag, language] of Object.entries({
      deu: "de",
      ger: "de",
      "eng-GB": "en-gb",
      haw: "haw",
    }))
      assert.deepEqual(languageOf(TEXTS.de, tag, "undeclared"), [language, "declared"]);
  });

  it("A wrong declaration is corrected where that is asked for, and stays otherwise", () => {
    assert.deepEqual(languageOf(TEXTS.de, "en-US", "always"), ["de", "corrected"]);
    assert.deepEqual(languageOf(TEXTS.de, "en-US", "undeclared"), ["en-us", "declared"]);
  });

  it("A right declaration says more than a text, and a language that is not detected is believed", () => {
    for (const [text, declared] of [
      [TEXTS.pt, "pt-br"],
      [TEXTS.no, "nb"],
      [TEXTS.es, "gl"],
      [SERBIAN, "sr-latn"],
    ] as const) {
      assert.deepEqual(languageOf(text, declared, "always"), [declared, "declared"]);
    }
  });

  it("A short text, or one in no language, says nothing", () => {
    for (const text of [TEXTS.en.slice(0, 60), TEXTS.zh.slice(0, 20), LOREM, "12.5 ".repeat(60)]) {
      assert.deepEqual(languageOf(text, undefined, "always"), [undefined, undefined]);
      assert.deepEqual(languageOf(text, "fr", "always"), ["fr", "declared"]);
    }
  });

  it("The languages that a project may ask for are those of the detector", () => {
    assert.deepEqual([...DETECTED_LANGUAGES], Object.values(eld.info().Languages));
  });
});
