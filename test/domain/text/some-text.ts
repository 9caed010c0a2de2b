import fc from "fast-check";
import { anyCharacter } from "../../support/any-text.ts";

/** Characters that the folding has a rule for. */
const TRICKY = [
  ...Array.from("aàAÅåßẞſıİiIсйЙёΣσςάΆǅǆﬁ½²ⅣªŉøØđ"),
  ...Array.from("sSś'’‘ʼ` -.,/_\n\r\t\u00a0…™"),
  ...Array.from("病人の日本がか゛゙ﾊﾟｶﾞー々〇ไข้คำກຂພុំမြန်"),
  ...Array.from("हिन्दीক্ষشَّשּׂ한각가ᄀ𝐀𐐀𐐨😀👍"),
  "\u0301",
  "\u0308",
  "\u3099",
  "\u00ad",
  "\u200b",
  "\u200d",
  "\ufeff",
  "\u20e3",
  "\ud800",
  "\udc00",
];

/** Texts of any code points, thick with those that are hard to fold. */
export const anyText = fc.string({
  unit: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...TRICKY) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }) },
  ),
  maxLength: 40,
});
