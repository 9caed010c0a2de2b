import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { detectStructure } from "../../../../lib/domain/page/comments/structure-detector.ts";
import { aSitePage } from "./comment-pages.ts";
import {
  ENGINE_PAGES,
  MORE_ENGINE_PAGES,
  ONLY_BY_NUMBERS,
  withoutNumbers,
} from "./engine-pages.ts";
import { LISTING_PAGES } from "./listing-pages.ts";

const FORMS: readonly [string, (html: string) => string][] = [
  ["", (html) => html],
  [", without numbered names", withoutNumbers],
];

describe("comments by structure on pages of many engines", () => {
  for (const [form, write] of FORMS) {
    for (const [name, main] of Object.entries({ ...ENGINE_PAGES, ...MORE_ENGINE_PAGES })) {
      if (write === withoutNumbers && ONLY_BY_NUMBERS.has(name)) continue;
      it(`The structure detector finds comments in ${name}${form}`, () => {
        const { isComment, score, why } = detectStructure(aSitePage(write(main)));
        assert.ok(isComment, `${score} ${why}`);
      });
    }
    for (const [name, main] of Object.entries(LISTING_PAGES)) {
      it(`The structure detector finds no comments in ${name}${form}`, () => {
        const { isComment, score, why } = detectStructure(aSitePage(write(main)));
        assert.ok(!isComment, `${score} ${why}`);
      });
    }
  }
});
