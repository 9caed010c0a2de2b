import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { after, describe, it, type TestContext } from "node:test";
import { constants, deflateRawSync } from "node:zlib";
import { MOST_PDF_CPU_MS, MOST_PDF_MS } from "../../../lib/features/pdf/read-pdf.ts";
import { openPdfReader } from "../../../lib/features/pdf/rule.ts";
import { aPdf } from "../../support/a-pdf.ts";

const LINE = { lines: [{ text: "Bees and honey", y: 700 }] };

/** A PDF of 690 bytes whose font gives a width to 16 million letters: one allocation beyond the heap. */
const KILLER = aPdf([LINE], {
  font: `/Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2
    /BaseFont /X /CIDSystemInfo << /Registry (A) /Ordering (B) /Supplement 0 >> /W [0 16777215 500] >>]`,
});

/** Returns the processes that begin during a test, as they begin. */
function processesOf(test: TestContext): readonly ChildProcess[] {
  const begun: ChildProcess[] = [];
  // What the channel sends is untyped.
  const note = (message: unknown) =>
    void begun.push((message as { process: ChildProcess }).process);
  subscribe("child_process", note);
  test.after(() => unsubscribe("child_process", note));
  return begun;
}

describe("a reader of PDFs", () => {
  const reader = openPdfReader();
  after(() => reader.close());

  async function htmlOf(body: Uint8Array): Promise<string> {
    const reading = await reader.read(body);
    assert.ok(reading.kind === "read", JSON.stringify(reading));
    return reading.html;
  }
  async function faultOf(body: Uint8Array): Promise<string> {
    const reading = await reader.read(body);
    assert.ok(reading.kind === "unreadable", JSON.stringify(reading));
    return reading.why;
  }

  it("A PDF becomes HTML with its title, its language, and links with the text under them", async () => {
    const text = "Read about swarms and the hives.";
    const body = aPdf(
      [
        {
          lines: [
            { text: "Beekeeping", y: 740, size: 20 },
            { text, y: 700 },
            { text: "Another para-", y: 650 },
            { text: "graph of it", y: 638 },
          ],
          // Courier: 6 points a letter; "swarms" begins at letter 11, "hives" at 26.
          links: [
            ["https://site.example/swarms", 116, 695, 152, 712],
            ["https://site.example/hives?a=1&b=2", 206, 695, 236, 712],
            ["https://site.example/picture", 400, 100, 500, 200],
          ],
        },
      ],
      { title: "All <of> Bees", language: "en-GB" },
    );
    assert.equal(
      await htmlOf(body),
      '<!doctype html><html lang="en-GB"><title>All &lt;of&gt; Bees</title><p>Beekeeping</p>\n' +
        '<p>Read about <a href="https://site.example/swarms">swarms</a> and the ' +
        '<a href="https://site.example/hives?a=1&amp;b=2">hives</a>.</p>\n' +
        "<p>Another paragraph of it</p>" +
        '<a href="https://site.example/picture"></a>',
    );
  });

  it("A PDF without a title has its largest text of the first page as one", async () => {
    const lines = [
      { text: "Small", y: 740 },
      { text: "A great title", y: 700, size: 20 },
    ];
    assert.match(await htmlOf(aPdf([{ lines }, LINE])), /<title>A great title<\/title>/);
  });

  it("A PDF without text is a page without text", async () => {
    assert.equal(await htmlOf(aPdf([{ lines: [] }])), "<!doctype html><html><title></title>");
  });

  it("Of a PDF with many pages the first 500 are read, and of one with much text a million letters", async () => {
    const many = await reader.read(aPdf(Array.from({ length: 510 }, () => LINE)));
    assert.ok(many.kind === "read" && many.isCut);
    assert.equal(many.html.match(/<p>/g)?.length, 500);
    const lines = Array.from({ length: 110 }, (_, index) => {
      return { text: "bees and honey ".repeat(6), y: 790 - 7 * index };
    });
    const long = await reader.read(aPdf(Array.from({ length: 120 }, () => ({ lines }))));
    assert.ok(long.kind === "read" && long.isCut);
    assert.ok(long.html.length < 1_300_000);
  });

  it("Scripts of a PDF do nothing, and links to scripts and files are as they are for pages", async () => {
    const script = "/OpenAction << /S /JavaScript /JS (while (true) {}) >>";
    assert.match(await htmlOf(aPdf([LINE], { catalog: script })), /Bees and honey/);
    const links = [["javascript:alert(1)", 0, 0, 600, 800]] as const;
    assert.doesNotMatch(await htmlOf(aPdf([{ ...LINE, links }])), /href="javascript/);
  });

  it("A PDF that was cut is read as far as it goes, or is unreadable", async () => {
    const whole = aPdf([LINE, LINE]);
    const reading = await reader.read(whole.subarray(0, whole.length - 300));
    assert.ok(reading.kind === "read" || /damaged/.test(reading.why));
    assert.match(await faultOf(whole.subarray(0, 40)), /damaged/);
  });

  it("What is no PDF, or encrypted, is unreadable with a reason", async () => {
    assert.match(await faultOf(new Uint8Array()), /damaged/);
    assert.match(await faultOf(Buffer.from("<html>not here</html>")), /damaged/);
    const key = "00".repeat(32);
    const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >> /ID [<00> <00>]`;
    assert.equal(await faultOf(aPdf([LINE], { trailer: encrypt })), "encrypted");
  });

  it("A tree of pages that leads back to itself, and a count that lies, end", async () => {
    const loop = await reader.read(aPdf([], { root: "/Kids [2 0 R] /Count 3" }));
    const million = await reader.read(aPdf([LINE], { root: "/Count 1000000" }));
    for (const reading of [loop, million])
      assert.ok(reading.kind === "read" || /damaged/.test(reading.why), JSON.stringify(reading));
  });

  it("A stream that unpacks to more memory than there is ends its process alone, and the next PDF is read", async () => {
    // Blocks that end with a full flush may follow each other.
    const block = deflateRawSync(Buffer.alloc(10_000_000, " "), {
      finishFlush: constants.Z_FULL_FLUSH,
    });
    const bytes = Buffer.concat([
      Buffer.of(0x78, 0x9c),
      ...Array.from({ length: 80 }, () => block),
    ]);
    const bomb = aPdf([LINE], { content: { dictionary: "/Filter /FlateDecode", bytes } });
    assert.ok(bomb.length < 5_000_000);
    assert.match(await faultOf(bomb), /takes more than 512 MB|out of memory/);
    assert.match(await htmlOf(aPdf([LINE])), /Bees and honey/);
  });

  it("A PDF that makes V8 abort ends its process alone, and the next PDF is read", async () => {
    assert.match(await faultOf(KILLER), /its reading ended with/);
    assert.match(await htmlOf(aPdf([LINE])), /Bees and honey/);
  });

  it("A PDF with more links than there is memory keeps its text, and the links of the pages before", async () => {
    const links = Array.from({ length: 12_000 }, (_, index) => {
      return [`https://site.example/${index}`, 0, 0, 10, 10] as const;
    });
    const first = { ...LINE, links: [["https://site.example/hives", 0, 0, 600, 800]] as const };
    const reading = await reader.read(aPdf([first, { ...LINE, links }]));
    assert.ok(reading.kind === "read" && reading.isCut, JSON.stringify(reading).slice(0, 200));
    assert.equal(reading.html.match(/<p>/g)?.length, 2);
    assert.equal(reading.html.match(/<a href/g)?.length, 1);
  });

  it("One process reads many PDFs", async (test) => {
    const begun = processesOf(test);
    const own = openPdfReader();
    test.after(() => own.close());
    for (let pdf = 0; pdf < 3; pdf += 1) await own.read(aPdf([LINE]));
    assert.equal(begun.length, 1);
  });

  it("A PDF whose process somebody ended is read by another one", async (test) => {
    const begun = processesOf(test);
    const own = openPdfReader();
    test.after(() => own.close());
    const reading = own.read(aPdf([LINE]));
    await Promise.resolve();
    begun[0]?.kill("SIGKILL");
    assert.equal((await reading).kind, "read");
    assert.equal(begun.length, 2);
  });

  it("A PDF is not unreadable because the machine is busy: its limit is processor time", async (test) => {
    const begun = processesOf(test);
    const own = openPdfReader();
    test.after(() => own.close());
    await own.read(aPdf([LINE]));
    test.mock.timers.enable({ apis: ["setTimeout"] });
    begun[0]?.kill("SIGSTOP");
    const late = own.read(aPdf([LINE]));
    await Promise.resolve();
    test.mock.timers.tick(2 * MOST_PDF_CPU_MS);
    begun[0]?.kill("SIGCONT");
    assert.equal((await late).kind, "read");
    begun[0]?.kill("SIGSTOP");
    const never = own.read(aPdf([LINE]));
    await Promise.resolve();
    test.mock.timers.tick(MOST_PDF_MS);
    assert.equal((await never).kind, "unfinished");
  });

  it("The process gets no variable of the environment that it does not need", async (test) => {
    process.env["DOWSER_TEST_SECRET"] = "secret";
    test.after(() => delete process.env["DOWSER_TEST_SECRET"]);
    const begun = processesOf(test);
    const own = openPdfReader();
    test.after(() => own.close());
    await own.read(aPdf([LINE]));
    const { pid } = begun[0] ?? {};
    if (process.platform !== "linux")
      return test.skip("only Linux shows the environment of a process");
    assert.doesNotMatch(readFileSync(`/proc/${pid}/environ`, "utf8"), /secret/);
  });

  it("The process ends with the one that began it", async (test) => {
    const begun = processesOf(test);
    const own = openPdfReader();
    await own.read(aPdf([LINE]));
    const [child] = begun;
    assert.ok(child);
    const ended = once(child, "exit");
    child.disconnect();
    await ended;
  });
});
