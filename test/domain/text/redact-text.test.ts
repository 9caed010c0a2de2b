import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type CountryCode, isSupportedCountry } from "libphonenumber-js/max";
import { redactText } from "../../../lib/domain/text/redact-text.ts";

/** Asserts what becomes of each of many examples, which bars separate. */
function assertAll(
  examples: readonly string[],
  expected: (example: string) => string,
  country?: CountryCode,
): void {
  for (const example of examples.flatMap((some) => some.split("|")))
    assert.equal(redactText(example, country).text, expected(example), example);
}

const stays = (example: string) => example;

describe("redacted texts", () => {
  it("E-mail addresses are replaced, also in brackets and with mailto:, and counted", () => {
    const { text, emails } = redactText(
      "Write to ann@example.org, (bob.b+x@sub.example.co.uk) or mailto:z@z.de!",
    );
    assert.equal(text, "Write to [e-mail], ([e-mail]) or [e-mail]!");
    assert.equal(emails, 3);
  });

  it("No character before or after an address hides it", () => {
    for (let code = 0x21; code < 0x300; code += 1) {
      const beside = String.fromCharCode(code);
      assert.doesNotMatch(redactText(`x ${beside}ann7@example.org y`).text, /ann7/, beside);
      assert.doesNotMatch(redactText(`x ann7@example.org${beside} y`).text, /ann7/, beside);
    }
    for (const word of [
      "邮箱",
      "Почта:",
      "البريد",
      "メール",
      "이메일",
      "ann@example.org,",
      "E-Mail:",
    ])
      assert.doesNotMatch(redactText(`${word}ann7@example.org${word}`).text, /ann7/, word);
  });

  it("What stands beside an address without a space stays", () => {
    assertAll(
      ["邮箱ann@example.org欢迎", "البريدann@example.orgشكرا", "Tel:ann@example.orgFax"],
      (text) => text.replace("ann@example.org", "[e-mail]"),
    );
    assert.equal(redactText("ann@example.org.Bitte").text, "[e-mail].Bitte");
    assert.equal(
      redactText("http://a.example/?u=ann@b.example&x").text,
      "http://a.example/?u=[e-mail]&x",
    );
  });

  it("Names and domains of all scripts are found, also without the ASCII form", () => {
    assertAll(
      [
        "Jörg.Müller@uni-köln.example",
        "müller@xn--bcher-kva.example",
        "иван@пример.рф",
        "राम@उदाहरण.भारत",
      ],
      () => "[e-mail]",
    );
    assert.equal(redactText("联系wang@例子.中国欢迎").text, "联系[e-mail]欢迎");
    assertAll(
      ["R&D@example.org", "用户@例子.广告", "ann..b@example.org", "ann!x@2x.com"],
      () => "[e-mail]",
    );
    assertAll(
      ['"ann b"@example.org', "ann@[192.0.2.1]", "o'neill+x@example.international"],
      () => "[e-mail]",
    );
  });

  it("Other spellings of an address are the address: widths, references, octets, what is not seen, words in brackets", () => {
    assertAll(
      [
        "ann＠example．org|ａｎｎ＠ｅｘａｍｐｌｅ．ｏｒｇ|ann%40example.org|ann&#64;example&#x2e;org",
        "&#97;&#110;n&commat;example&period;org|ann\u200b@\u2060example.org|ann@exam\u00adple.org",
        "ann@\nexample.org|ann @ example.org|ann [at] example [dot] org|ann(at)example.org",
        "ann\\u0040example.org|ann -at- example.org|ann (arobase) example.org",
        "ann '@' example.org|ann at ics dot example dot org|ann AT example DOT museum",
      ],
      () => "[e-mail]",
    );
  });

  it("The handle of a person in a federated network is an address", () => {
    assert.equal(redactText("I am @ann@social.example there").text, "I am [e-mail] there");
  });

  it("Packages, handles, pictures, places and repositories are no addresses", () => {
    assertAll(
      [
        "npm i pkg@1.2.3|@scope/pkg@^2.0.0-rc.1|lodash@4.17.21/lodash.js|vue@3.x|root@server",
        "@ann|by Ann@annhandle|foo@2x.png|icon@3x.webp|backup@2024.zip|tod@s",
        "git@github.com:owner/repo.git|ssh://git@gitlab.example/a/b|this@MainActivity.finish()",
        "Live @ Example.org|ann @example.org|look at the dot in it|a@b.c",
      ],
      stays,
    );
  });

  it("Phone numbers are replaced as they are dialled from abroad, and at home with a country", () => {
    const plain = "Call +49 30 1234567 or (030) 1234567 now";
    assert.deepEqual(redactText(plain), {
      text: "Call [phone] or (030) 1234567 now",
      ...{ emails: 0, phones: 1 },
    });
    assert.deepEqual(redactText(plain, "DE"), {
      text: "Call [phone] or [phone] now",
      ...{ emails: 0, phones: 2 },
    });
  });

  it("Numbers with their country are found in all digits, spaces and signs, over a line break, with an extension", () => {
    assertAll(
      [
        "+492214701234|+49 (0)221 470-1234|+49.221.4701234|(+49) 221 4701234|0049 221 4701234",
        "＋49 221 4701234|+٤٩ ٢٢١ ٤٧٠١٢٣٤|+۴۹ ۲۲۱ ۴۷۰۱۲۳۴|+४९ २२१ ४७०१२३४|+４９ ２２１ ４７０１２３４",
        "+49\u2009221\u20094701234|+49\u00a0221–4701234|+49 221\n4701234|+49\u200b221\u200b4701234",
        "+49&nbsp;221&nbsp;4701234|+49·221·4701234|+49 221 4701234 ext. 12|+44 171 387 7050",
        "[+49] 221 4701234|+49 [0]221 4701234|+49\n221\n4701234|+52 1 55 1234 5678",
      ],
      () => "[phone]",
    );
  });

  it("Numbers of a country are found in the forms that people write there", () => {
    const written: Readonly<Partial<Record<CountryCode, string>>> = {
      US: "202/555-0142|(202) 555-0142|202-555-0142|202.555.0142|1-202-555-0142|202 555-0142 x 8",
      DE: "0221 4701234|(0221) 470-1234|0221/4701234|0171 2345678",
      FR: "01 99 00 12 34|01.99.00.12.34|0199001234",
      GB: "020 7946 0958|(020) 7946 0958|07700 900123|(01632) 960 001",
      ES: "912 34 56 78|91 234 56 78",
      PL: "22 123 45 67|601 234 567|601-234-567",
      NL: "06 12345678|020-1234567",
      SE: "070-123 45 67",
      NO: "22 12 34 56",
      AU: "(02) 9876 5432|0412 345 678",
      KR: "010-1234-5678",
      TR: "0212 123 45 67",
      RU: "8 (495) 123-45-67",
      IT: "06 1234 5678",
      BR: "(11) 91234-5678",
      IN: "98765 43210|9876543210",
      CN: "010-65529988|13812345678",
      JP: "０３－１２３４－５６７８|03ー1234ー5678",
      EG: "٠٢ ٢٧٩٦١٢٣٤",
      IR: "۰۲۱ ۱۲۳۴ ۵۶۷۸",
    };
    for (const [country, forms] of Object.entries(written)) {
      assert.ok(isSupportedCountry(country));
      assertAll([forms], () => "[phone]", country);
    }
  });

  it("A word that announces a number makes one of what is one in no list", () => {
    assert.equal(redactText("Phone: 555-0142", "US").text, "Phone: [phone]");
    assert.equal(redactText("Tel. 4701234, 4701235", "DE").text, "Tel. [phone], [phone]");
    assert.equal(redactText("Fax: 972-3-561-3699", "US").text, "Fax: [phone]");
    assert.equal(redactText("电话13812345678。", "CN").text, "电话[phone]。");
    assert.equal(redactText("Intell. Rev. 555-0142", "US").phones, 0);
  });

  it("A number before an address that begins with digits is found", () => {
    assert.equal(redactText("+49 221 4701234 12345@example.org").text, "[phone] [e-mail]");
  });

  it("A number behind a word that ends in a digit is found", () => {
    assert.equal(
      redactText("1-844-NUMBER1 (1-844-872-4681)", "US").text,
      "1-844-NUMBER1 ([phone])",
    );
    assert.equal(
      redactText("Montreal H2H 1Z2 514-526-5092", "CA").text,
      "Montreal H2H 1Z2 [phone]",
    );
  });

  it("Coordinates, years, dates, hours, prices, books, accounts, addresses of computers and hashes stay", () => {
    const figures = [
      "48.8566, 2.3522|-33.8688, 151.2093|-0.127758, 51.507351|2019-2024|2019/2020|pp. 1023-1045",
      "2026-11-25 12:30|2024-05-03T10:11:12Z|05/06/2024 12:30|01.02.2024 - 03.02.2024",
      "08.00-17.00 Uhr|17:30-18:45|1,200.50 EUR|1.234.567,89 €|12 345 678|3.1415926535",
      "ISBN 978-3-16-148410-0|ISBN 0-521-85227-7|0-521-85227-7|ISSN 0378-5955",
      "doi:10.1234/0221.4701234|DE89 3704 0044 0532 0130 00|Kto 0532013000|4111 1111 1111 1111",
      "C++11 2014 2017 2020|03 05 2024|No. 0221/2019|unix 1700000000|1 000 000 000|SSN 078-05-1120|192.168.100.101|127.0.0.1:8080|version 1.2.3.4567|order 0221123456|#123456789012",
      "d41d8cd98f00b204e9800998ecf8427e|f81d4fae-7dec-11d0-a765-00a0c91e6bf6|1900 1950 2000 2010",
      "303-355 2012|150 178 214 528 846 2310|http://a.example/0221/4701234|http://a.example/?q=a@b.c",
    ];
    for (const country of [undefined, "DE", "US", "FR", "GB"] as const)
      assertAll(figures, stays, country);
  });

  it("Numbers beyond those that are read one by one are told by their form", () => {
    const numbers = Array.from({ length: 6_000 }, (_, number) => `0221 4${100_000 + number}`);
    assert.equal(redactText(numbers.join("\n"), "DE").phones, numbers.length);
  });

  it("Marks stand where the text had what was removed, whatever was folded before it", () => {
    const before = "y \u200b١ &nbsp;＠ １２ y\u00ad ";
    assert.equal(
      redactText(`${before}ann@example.org ${before}+49 221 4701234 ${before}`).text,
      `${before}[e-mail] ${before}[phone] ${before}`,
    );
  });

  it("A redacted text has nothing more to redact, and no text throws", () => {
    const part = fc.constantFrom("ann@example.org", "+49 30 1234567", " ", "x", "@", "1", "(");
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 12 }), (parts) => {
        const { text } = redactText(parts.join(" "));
        assert.equal(redactText(text).emails, 0);
      }),
      { seed: 1 },
    );
  });
});
