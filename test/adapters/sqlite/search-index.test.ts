import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import {
  type IndexedText,
  isIndexDamaged,
  openSearchIndex,
  openTemporaryIndex,
  type SearchIndex,
} from "../../../lib/adapters/sqlite/search-index.ts";
import { seedOf } from "../../../lib/domain/stats/random/random.ts";
import { parseSearchQuery, type SearchPhrase } from "../../../lib/domain/text/search-query.ts";
import { foldWords } from "../../../lib/domain/text/word-scanner.ts";
import type { Url } from "../../../lib/domain/web/url/url.ts";
import { aFolder } from "../../support/a-folder.ts";
import { aUrl } from "../../support/a-url.ts";

const urlOf = (number: number): Url => aUrl(`http://site.example/${number}`);

/** Returns an index of texts, each of a page of its own, numbered from 0. */
function anIndex(test: TestContext, texts: readonly (string | IndexedText)[]): SearchIndex {
  const index = openTemporaryIndex();
  test.after(() => index.close());
  put(index, texts);
  return index;
}

function put(index: SearchIndex, texts: readonly (string | IndexedText)[]): void {
  assert.ok(index.begin());
  for (const [number, text] of texts.entries())
    index.put(urlOf(number), 0, [typeof text === "string" ? { name: "", text } : text]);
  index.commit();
}

/** Returns the numbers of the pages that a query finds, best first. */
function found(index: SearchIndex, query: string): number[] {
  const parsed = parseSearchQuery(query);
  return Array.from(index.find(parsed), ({ url }) => Number(new URL(url).pathname.slice(1)));
}

/** The same words in ten languages, with what finds them and what does not. */
const LANGUAGES: readonly (readonly [
  language: string,
  text: string,
  finds: readonly string[],
  misses: string,
])[] = [
  ["English", "Crohn's disease is naïve.", ["crohn DISEASE", "naive", "dis*"], "diseases"],
  ["German", "Die Straße führt über die Brücke.", ["STRASSE", "fuhrt", '"über die"'], "brucken"],
  ["French", "L'œuvre a été créée à Orléans.", ["orleans", "oeuvre OR œuvre", "creee"], "cree"],
  ["Turkish", "İstanbul'da ılık bir gün", ["istanbul", "ilik", "gun"], "gunes"],
  ["Russian", "Пчёлы собирают мёд.", ["пчелы", "МЁД", "собира*"], "пчела"],
  ["Greek", "Οι μέλισσες της Ελλάδας", ["ΜΕΛΙΣΣΕΣ", "ελλαδας"], "μελι"],
  ["Arabic", "النحل يصنع العسل", ["العسل", "النحل يصنع"], "عسل"],
  ["Hindi", "मधुमक्खी शहद बनाती है", ["शहद", "मधुमक्खी"], "मधु"],
  ["Chinese", "蜜蜂在花园里采蜜。", ["蜜蜂", "花园", "采蜜 蜜蜂"], "蜂蜜"],
  ["Japanese", "ミツバチは蜂蜜を作ります。", ["蜂蜜", "ミツバチ", "ﾐﾂﾊﾞﾁ"], "ハチミツ"],
  ["Thai", "ผึ้งทำน้ำผึ้งในรัง", ["น้ำผึ้ง", "ผึ้ง"], "รังผึ้ง"],
  ["Korean", "벌은 꿀을 만든다", ["꿀을", "꿀*", "벌은"], "꿀벌"],
];

describe("an index of texts", () => {
  it("Pages with more of rarer words, and those with them in their titles, come first", (test) => {
    const filler = "and so on and on and on";
    const index = anIndex(test, [
      `bees ${filler} ${filler}`,
      `bees bees ${filler}`,
      { name: "Bees", text: filler },
      "wasps",
    ]);
    assert.deepEqual(found(index, "bees"), [2, 1, 0]);
    assert.equal(index.count(parseSearchQuery("bees")), 3);
  });

  it("Pages that fit alike are in the order in which they came", (test) => {
    const index = anIndex(test, ["bees fly", "bees sit", "bees eat"]);
    assert.deepEqual(found(index, "bees"), [0, 1, 2]);
  });

  it("All are listed once in one order, however many there are", (test) => {
    const texts = Array.from({ length: 450 }, (_, number) => `bees ${"wax ".repeat(number % 7)}`);
    const index = anIndex(test, texts);
    const order = texts.map((_, number) => number).toSorted((a, b) => (a % 7) - (b % 7) || a - b);
    assert.deepEqual(found(index, "bees"), order);
  });

  for (const [language, text, finds, misses] of LANGUAGES) {
    it(`Words are found in ${language}`, (test) => {
      const index = anIndex(test, [text, "another text"]);
      for (const query of finds) assert.deepEqual(found(index, query), [0], query);
      assert.deepEqual(found(index, misses), [], misses);
    });
  }

  it("Whatever is typed, it is no error of syntax", (test) => {
    const index = anIndex(test, ["bees and honey", "NEAR wasps"]);
    const typed = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc
        .array(
          fc.constantFrom(
            ..."bees|\"|*|-|(|)|^|:|+|NEAR(|AND|NOT|OR|name:|'|\0|{a b}|\\".split("|"),
          ),
        )
        .map((parts) => parts.join(" ")),
      fc.array(fc.constantFrom(...'ab"*-(): ^'.split(""))).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(typed, (query) => {
        if (parseSearchQuery(query).all.length > 0) found(index, query);
      }),
      { seed: 1, numRuns: 1_000 },
    );
  });

  it("Five hundred words, or phrase after phrase, are one query", (test) => {
    const index = anIndex(test, [Array.from({ length: 500 }, (_, n) => `w${n}`).join(" ")]);
    const words = Array.from({ length: 500 }, (_, n) => `w${n}`);
    for (const query of [words.join(" "), words.join(" OR "), `"${words.join(" ")}"`])
      assert.deepEqual(found(index, query), [0]);
    assert.deepEqual(found(index, `w1 ${words.map((word) => `-x${word}`).join(" ")}`), [0]);
  });

  it("It finds what a look at each text finds", () => {
    const word = fc.constantFrom("a", "b", "ab", "abc", "é");
    const texts = fc.array(
      fc.array(word, { maxLength: 6 }).map((words) => words.join(" ")),
      { maxLength: 8 },
    );
    const phrase = fc
      .array(word, { minLength: 1, maxLength: 3 })
      .map((words) => `"${words.join(" ")}"`);
    const term = fc.tuple(
      fc.constantFrom("", "", "-"),
      fc.oneof(word, phrase),
      fc.constantFrom("", "*"),
    );
    const query = fc
      .array(fc.tuple(term, fc.constantFrom(" ", " OR ")), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.map(([part, end]) => part.join("") + end).join(""));
    fc.assert(
      fc.property(texts, query, (all, asked) => {
        const parsed = parseSearchQuery(asked);
        fc.pre(parsed.all.length > 0);
        const index = openTemporaryIndex();
        put(index, all);
        const has = (text: string) => (one: SearchPhrase) => hasPhrase(foldWords(text), one);
        const fitting = [...all.entries()].filter(
          ([, text]) =>
            parsed.all.every((some) => some.some(has(text))) && !parsed.without.some(has(text)),
        );
        assert.deepEqual(
          found(index, asked).toSorted((a, b) => a - b),
          fitting.map(([number]) => number),
        );
        index.close();
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

function hasPhrase(text: readonly string[], { words, isPrefix }: SearchPhrase): boolean {
  return text.some((_, at) =>
    words.every((word, index) => {
      const own = text[at + index] ?? "";
      return isPrefix && index === words.length - 1 ? own.startsWith(word) : own === word;
    }),
  );
}

describe("the file of an index", () => {
  /** A word of a page that no other page has, and that no other begins as. */
  const secret = (page: number, word: number) =>
    `${seedOf(1, `${page} ${word}`).toString(36)}${page}q${word}`;
  const secretsOf = (page: number) => Array.from({ length: 60 }, (_, word) => secret(page, word));
  const textOf = (page: number) => `${secretsOf(page).join(" bees ")} Ünique${page}`;

  it("Nothing of an erased page is left in its bytes, and all other pages are found", (test) => {
    const file = join(aFolder(test), "search.sqlite");
    const index = openSearchIndex(file);
    for (let page = 0; page < 200; page += 20) {
      // Several segments of the index, as several searches leave them.
      assert.ok(index.begin());
      for (let each = page; each < page + 20; each += 1)
        index.put(urlOf(each), 0, [
          { name: secret(each, 100), text: textOf(each) },
          { name: "", text: secret(each, 101) },
        ]);
      index.commit();
    }
    const gone = [0, 7, 8, 123, 199];
    const packed = packedTexts(file, gone);
    const bytes = readFileSync(file);
    assert.ok(gone.some((page) => secretsOf(page).some((word) => bytes.includes(word))));
    assert.ok(packed.every((blob) => bytes.includes(blob)));
    assert.equal(
      index.erase((url) => gone.includes(Number(new URL(url).pathname.slice(1)))),
      gone.length,
    );
    assert.deepEqual(filesOf(file), ["search.sqlite"]);
    const after = readFileSync(file);
    for (const page of gone) {
      for (const word of [...secretsOf(page), secret(page, 100), secret(page, 101)]) {
        assert.ok(!after.includes(word), word);
        // Words are stored without what they share with the one before.
        assert.ok(!after.includes(word.slice(3)), word);
        assert.deepEqual(found(index, word), []);
      }
      assert.ok(!after.includes(`${urlOf(page)}"`) && index.texts(urlOf(page)) === undefined);
    }
    assert.ok(packed.every((blob) => !after.includes(blob)));
    assert.deepEqual(found(index, secret(9, 3)), [9]);
    assert.equal(index.count(parseSearchQuery("bees")), 195);
    index.close();
  });

  it("What a process that died had removed and not yet cleaned away is cleaned by the next removal", (test) => {
    const file = join(aFolder(test), "search.sqlite");
    const index = openSearchIndex(file);
    put(index, [textOf(0), textOf(1)]);
    const [packed = Buffer.from("?")] = packedTexts(file, [0]);
    index.close();
    const database = new DatabaseSync(file);
    database.exec(
      "DELETE FROM words WHERE rowid = 65536; DELETE FROM page WHERE id = 1; INSERT INTO unclean VALUES (1)",
    );
    database.close();
    assert.ok(readFileSync(file).includes(packed));
    const again = openSearchIndex(file);
    assert.equal(
      again.erase(() => false),
      0,
    );
    again.close();
    assert.ok(!readFileSync(file).includes(packed));
    assert.ok(!readFileSync(file).includes(secret(0, 1)));
  });

  it("What is taken back is not there; what was committed stays when the file is opened again", (test) => {
    const file = join(aFolder(test), "search.sqlite");
    const index = openSearchIndex(file);
    put(index, ["bees"]);
    index.begin();
    index.setMark({ sequence: 9, digest: "x" });
    index.put(urlOf(1), 5, [{ name: "", text: "bees" }]);
    index.rollback();
    index.close();
    const again = openSearchIndex(file);
    assert.deepEqual(found(again, "bees"), [0]);
    assert.deepEqual(
      [again.mark().sequence, again.fetchedAt(urlOf(0)), again.fetchedAt(urlOf(1))],
      [0, 0, undefined],
    );
    again.close();
  });

  it("A page that is put again has its new text alone", (test) => {
    const index = anIndex(test, ["bees"]);
    put(index, ["wasps"]);
    assert.deepEqual([found(index, "bees"), found(index, "wasps")], [[], [0]]);
    assert.deepEqual(index.texts(urlOf(0)), [{ name: "", text: "wasps" }]);
  });

  it("Only one process writes at a time; the others read meanwhile", (test) => {
    const file = join(aFolder(test), "search.sqlite");
    const [one, other] = [openSearchIndex(file), openSearchIndex(file, { waitMs: 0 })];
    test.after(() => {
      for (const index of [one, other]) index.close();
    });
    put(one, ["bees"]);
    assert.ok(one.begin());
    assert.equal(other.begin(), false);
    assert.deepEqual(found(other, "bees"), [0]);
    one.commit();
    assert.ok(other.begin());
    other.rollback();
  });

  it("An index of another format is made again", (test) => {
    const file = join(aFolder(test), "search.sqlite");
    const database = new DatabaseSync(file);
    database.exec("CREATE TABLE other (a); PRAGMA user_version = 99");
    database.close();
    const index = openSearchIndex(file);
    put(index, ["bees"]);
    assert.deepEqual(found(index, "bees"), [0]);
    index.close();
  });

  it("A file that is no index, or whose bytes changed, is known as damaged", (test) => {
    const file = join(aFolder(test), "search.sqlite");
    writeFileSync(file, "no database at all, whatever its name may say");
    assert.throws(() => openSearchIndex(file), isIndexDamaged);
  });

  it("Where no file can be made the index is a temporary one, which leaves none", (test) => {
    const folder = aFolder(test);
    const file = join(folder, "no", "folder", "search.sqlite");
    const index = openSearchIndex(file);
    put(index, ["bees"]);
    assert.deepEqual([index.isKept, found(index, "bees")], [false, [0]]);
    index.close();
    assert.ok(!existsSync(file));
    assert.deepEqual(readdirSync(folder), []);
  });
});

/** Reads the packed texts of pages from the file. */
function packedTexts(file: string, pages: readonly number[]): Buffer[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = pages.map((page) =>
    database.prepare("SELECT texts FROM page WHERE url = ?").get(urlOf(page)),
  );
  database.close();
  // A page of the database holds no more than a part of a long text.
  return rows.map((row) => {
    const texts = row?.["texts"];
    assert.ok(texts instanceof Uint8Array);
    return Buffer.from(texts).subarray(0, 100);
  });
}

function filesOf(file: string): string[] {
  return readdirSync(join(file, ".."));
}
