import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { decodeBody } from "../../../lib/domain/page/decode-body.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** `text` in a one-byte encoding, by asking its decoder what each byte means. */
function inEncoding(text: string, encoding: string): Uint8Array {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const letters = new TextDecoder(encoding).decode(bytes);
  return Uint8Array.from(text, (letter) => letters.indexOf(letter));
}

describe("decodeBody", () => {
  it("decodeBody trusts a byte order mark first", () => {
    const body = Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8("é"));
    assert.deepEqual(decodeBody(body, "iso-8859-1"), {
      text: "é",
      encoding: "utf-8",
      source: "bom",
    });
    const wide = Uint8Array.of(0xff, 0xfe, 0xe9, 0x00);
    assert.deepEqual(decodeBody(wide, undefined), {
      text: "é",
      encoding: "utf-16le",
      source: "bom",
    });
  });

  it("decodeBody trusts the header next, with any label of the standard", () => {
    const body = inEncoding('<meta charset="koi8-r">łąka', "iso-8859-2");
    const decoded = decodeBody(body, " Latin2 ");
    assert.equal(decoded.text.slice(-4), "łąka");
    assert.deepEqual([decoded.encoding, decoded.source], ["iso-8859-2", "header"]);
  });

  it("decodeBody trusts a meta element after the header, in both forms", () => {
    for (const meta of [
      '<meta charset="windows-1251">',
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
    ]) {
      const decoded = decodeBody(inEncoding(`${meta}вода`, "windows-1251"), undefined);
      assert.deepEqual([decoded.text.slice(-4), decoded.source], ["вода", "meta"]);
    }
  });

  it("decodeBody finds a meta element after the first kilobyte when nothing else labels a page", () => {
    const late = `<!--${"x".repeat(2_000)}--><meta charset="windows-1251">`;
    const decoded = decodeBody(inEncoding(`${late}вода`, "windows-1251"), undefined);
    assert.deepEqual([decoded.text.slice(-4), decoded.source], ["вода", "meta"]);
    assert.equal(decodeBody(utf8(late), undefined).encoding, "windows-1251");
    assert.equal(decodeBody(utf8(`${late}вода`), undefined).encoding, "utf-8", "it is valid");
    assert.equal(decodeBody(utf8(late), "koi8-r").encoding, "koi8-r");
  });

  it("decodeBody trusts no label that the bytes contradict", () => {
    const german = "Grüße aus Köln, schöne Bienenstöcke";
    const hello = Buffer.from("93fa967b8cea", "hex"); // Japanese in Shift_JIS.
    const cases = [
      // A server labels all its files alike, and the page says what it is, or is plainly UTF-8.
      [utf8(german), "iso-8859-1", "utf-8", german],
      [utf8(`<script>'<meta charset="euc-kr">'</script>${german}`), undefined, "utf-8", german],
      [[...utf8("<meta charset=shift_jis>"), ...hello], "iso-8859-1", "shift_jis", "日本語"],
      [latin1(`<meta charset="windows-1252">${german}`), "utf-8", "windows-1252", german],
      [latin1(german), "utf-8", "windows-1252", german],
    ] as const;
    for (const [body, charset, encoding, text] of cases) {
      const decoded = decodeBody(Uint8Array.from(body), charset);
      assert.deepEqual([decoded.encoding, decoded.text.endsWith(text)], [encoding, true], charset);
    }
  });

  it("decodeBody reads UTF-16 that has no mark, whatever labels it has", () => {
    for (const words of [
      "Grüße aus Köln",
      "Пчёлы и мёд",
      "蜂蜜と蜂の巣についての長い文章です。\u3000それは春に始まり、夏に終わります。",
    ]) {
      const text = `<!doctype html><html><head><meta charset="utf-8"><title>${words.repeat(40)}`;
      const le = Buffer.from(text, "utf16le");
      const be = Buffer.from(le).swap16();
      for (const charset of [undefined, "utf-8", "iso-8859-1", "utf-16"]) {
        assert.deepEqual(
          [decodeBody(le, charset).text, decodeBody(be, charset).text],
          [text, text],
        );
      }
    }
    assert.equal(decodeBody(utf8("<p>a\0b\0c and more"), undefined).encoding, "windows-1252");
  });

  it("decodeBody knows code pages by more names than the standard", () => {
    const words = [
      ["cp949", "c7d1b1b9", "한국"],
      ["MS949", "c7d1b1b9", "한국"],
      ["cp932", "93fa967b", "日本"],
      ["x-windows-950", "a4a4a4e5", "中文"],
      ["cp936", "d6d0cec4", "中文"],
      ["win-1251", "cff0e8", "При"],
      [" Win1251 ", "cff0e8", "При"],
      ["cp65001", "c3a9", "é"],
    ] as const;
    for (const [label, hex, text] of words)
      assert.equal(decodeBody(Buffer.from(hex, "hex"), label).text, text, label);
    assert.equal(decodeBody(latin1("caf\xe9"), "cp850").encoding, "windows-1252");
  });

  it("decodeBody takes no accent at the end of a page for a character cut off", () => {
    for (const charset of [undefined, "iso-8859-1", "latin-1", "utf-8"])
      assert.equal(decodeBody(latin1("<p>caf\xe9"), charset).text.slice(0, 6), "<p>caf");
    for (const charset of [undefined, "iso-8859-1", "latin-1"])
      assert.equal(decodeBody(latin1("<p>caf\xe9"), charset).text, "<p>café");
    const cut = utf8("<p>Größe für alle ü").subarray(0, -1);
    assert.equal(decodeBody(cut, undefined).text, "<p>Größe für alle ");
  });

  it("decodeBody trusts a label whose rules some bytes break when no other keeps them", () => {
    const broken = Uint8Array.of(...Buffer.from("93fa967b8cea", "hex"), 0xff, 0x20);
    assert.equal(decodeBody(broken, "shift_jis").text.slice(0, 3), "日本語");
    assert.equal(decodeBody(inEncoding("Вода течёт", "koi8-r"), "koi8-r").text, "Вода течёт");
  });

  it("decodeBody ignores unknown labels and the label that must not be decoded", () => {
    const body = utf8('<meta charset="nonsense">é');
    assert.equal(decodeBody(body, "x-unknown").source, "sniffed");
    assert.equal(decodeBody(body, "iso-2022-kr").encoding, "utf-8");
    assert.equal(decodeBody(body, "").encoding, "utf-8");
  });

  it("decodeBody treats unlabelled bytes as UTF-8 when they are valid, even if cut off", () => {
    const body = utf8("naïve");
    assert.deepEqual(decodeBody(body, undefined), {
      text: "naïve",
      encoding: "utf-8",
      source: "sniffed",
    });
    const cut = utf8("naïve é").subarray(0, -1);
    assert.deepEqual(decodeBody(cut, undefined).text, "naïve ");
  });

  it("decodeBody reads UTF-8 with some damaged bytes as UTF-8", () => {
    for (const text of [
      "Größe und Übermaß für Köln ",
      "蜂蜜はミツバチが花の蜜を採集し ",
      "naïve ",
    ]) {
      for (const bad of [[0xff], [0xe9], [0xc3], [0xe9, 0x20, 0xfc]]) {
        const body = Uint8Array.from([...utf8(text.repeat(9)), ...bad, ...utf8(` ${text}`)]);
        const decoded = decodeBody(body, undefined);
        assert.deepEqual([decoded.encoding, decoded.source], ["utf-8", "sniffed"], text);
        assert.ok(decoded.text.startsWith(text) && decoded.text.endsWith(text));
      }
    }
  });

  it("decodeBody does not take other encodings for damaged UTF-8", () => {
    const samples = [
      ["Größe und Übermaß für Köln", "windows-1252"],
      ["Žluťoučký kůň úpěl ďábelské ódy", "iso-8859-2"],
      ["Το μέλι είναι γλυκό τρόφιμο που παράγεται", "windows-1253"],
      ["דבש הוא מזון מתוק וצמיגי", "windows-1255"],
      ["Вода течёт под землёй", "koi8-r"],
    ] as const;
    for (const [text, encoding] of samples) {
      const decoded = decodeBody(inEncoding(text.repeat(5), encoding), undefined);
      assert.notEqual(decoded.encoding, "utf-8", encoding);
    }
    // The same sentence of honey bees in Chinese, as GBK has it.
    const gbk = Buffer.from(
      "c3dbb7e4cac7d2bbd6d6bbe1b7c9d0d0b5c4c8bab4d3c0a5b3e6".repeat(5),
      "hex",
    );
    assert.notEqual(decodeBody(gbk, undefined).encoding, "utf-8");
  });

  it("decodeBody detects the encoding of other unlabelled text", () => {
    const russian =
      "Вода течёт под землёй, и лоза в руках искателя наклоняется там, где надо копать.";
    for (const encoding of ["windows-1251", "koi8-r"]) {
      const decoded = decodeBody(inEncoding(russian, encoding), undefined);
      assert.deepEqual([decoded.text, decoded.source], [russian, "sniffed"]);
    }
  });

  it("decodeBody uses the web's default when there is too little text to detect an encoding", () => {
    assert.deepEqual(decodeBody(latin1("na\u00efve \u0093"), undefined), {
      text: "naïve “",
      encoding: "windows-1252",
      source: "default",
    });
    assert.equal(decodeBody(utf8("plain"), undefined).source, "default");
  });

  it("decodeBody supports the encodings that Node can decode", () => {
    const labels = [
      "shift_jis",
      "gb18030",
      "euc-jp",
      "big5",
      "euc-kr",
      "iso-2022-jp",
      "x-user-defined",
      "macintosh",
    ];
    for (const label of labels) assert.equal(decodeBody(utf8("x"), label).source, "header");
  });

  it("decodeBody never throws", () => {
    const label = fc.option(
      fc.oneof(fc.string(), fc.constantFrom("utf-8", "utf-16be", "gbk", "replacement")),
      {
        nil: undefined,
      },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), label, (body, charset) => {
        assert.equal(typeof decodeBody(body, charset).text, "string");
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
