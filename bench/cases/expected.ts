/**
 * What is right for each case, as browsers, curl or the RFC have it. A line is a case and what is expected of it:
 * `page`, `failed` or `refused` of its first URL, whose redirects are followed, with `:REASON` where there is one; `+PATH` is
 * asked for and `-PATH` is not; `some` is any path that begins with `/ok`; `asked:N` is the number of its other
 * paths; `title:WORD` is in the title of its page.
 */

/** Why cases are not as expected, where that is known. */
export const REASONS: Readonly<Record<string, string>> = {
  "e-lie": "its bytes are UTF-8, and it says so; browsers believe the header all the same",
  "z-compress": "four bytes are too few to tell noise from text",
  "r-cookie":
    "it is asked again with its cookie by the second of three attempts; here there is one",
};

/** What is expected of a case. */
export type Expectation = readonly string[];

/** What is expected of the cases of a kind that have no line of their own. */
const OF_KIND: Readonly<Record<string, string>> = {
  h: "page",
  b: "page",
  z: "page",
  t: "page",
  e: "page title:Grüße",
  r: "page",
  rb: "page +/ok-a",
  l: "page some",
  m: "page",
  w: "page",
  ss: "page asked:8",
  sm: "some",
  fd: "some",
};

const OF_CASE = `
h-nul page
h-nocolon page
z-compress failed
z-gzipctype refused:content-type
t-plain refused:content-type
t-octet refused:content-type
t-xunk refused:content-type
t-xml refused:content-type
t-two refused:content-type
t-mhtml refused:content-type
t-jsonhtml refused:content-type
t-xhtml page +/ok-xhtml
t-xhtmlscript page +/ok-xhtmlscript
t-xhtmlcdata page +/ok-cd
e-win-1251long page title:Привет
e-cp949 page title:한국
e-metahttp page title:日本
e-isohebrew page title:שלום
e-cp1251 page title:Привет
e-win-1251 page title:Привет
e-nodecl-sjis page title:日本語のページ
e-nodecl-1251 page title:Привет
e-lie page title:GrÃ¼ÃŸe
e-latemeta page title:Привет
e-gb2312 page title:中国
e-xmldecl page title:Привет
e-nul page +/ok-after-nul
e-macroman page title:café
r-noloc failed:bad-redirect
r-emptyloc failed:bad-redirect
r-300 failed:bad-redirect
r-quoted failed:gone
r-httpsdown refused
r-selfslash page +/dir/
r-refreshheader page +/ok-refresh
r-meta1 page +/ok-m1
r-meta2 page +/ok-m2
r-meta3 page +/ok-m3
r-meta4 page +/ok-m4
r-meta5 page +/ok-m5
rb-gzipplain page +/ok-a -/private/x
rb-lfhead page +/ok-a -/private/x
rb-cr page +/ok-a -/private/x
rb-short page +/ok-a -/private/x
rb-nochunkend page +/ok-a -/private/x
rb-206 page +/ok-a -/private/x
rb-nbsp page +/ok-a -/private/x
l-base1 page +/sub/ok-b1
l-base2 page +/sub2/ok-b2
l-base4 page +/sub4/ok-b4
l-base5 page +/late/ok-b5
l-base6 page +/sub6/ok-b6
l-space page +/ok-sp1 +/ok-sp2 +/ok-sp3 +/ok%20sp4 +/ok-sp5
l-ent page +/ok-e2?x=&y
l-frame page +/ok-frame +/ok-noframes
l-object page
l-form page
l-onclick page
l-hashbang page
l-idn page
l-dot page
l-scheme page +/ok-nosl +/ok-onesl +/ok-UP +/ok-bs
l-dots page +/ok-dd +/ok-dd2 +/ok-dd3
l-q page +/?page=2
l-dupattr page +/ok-first +/ok-upattr -/ok-second
l-unclosed page
l-nested page +/ok-n1 +/ok-n2 +/ok-n3
l-comment page +/ok-c2 +/ok-c3 +/ok-c4 -/no-c1
l-cond page +/ok-notie -/no-ie
l-script page +/ok-s3 -/no-s1 -/no-s2
l-meta page -/ok-nf
l-xrobots2 page -/ok-nf
l-none page -/ok-nf
l-ports page +/ok-p1 +/ok-p2
l-ip page
l-next page +/ok-next
m-dsd page +/ok-dsd
m-metadowser page -/ok-r
m-metasplit page -/ok-r
m-metabody page -/ok-r
m-metarobotscase page +/ok-r
m-base-js page +/ok-bj
m-binary refused:content-type
m-nullbody page
m-204 failed:gone
m-close failed:reset
m-slow failed:timeout
m-garbageafter page +/ok-1 +/ok-2
m-cf page +/ok-cf
m-dupfrag page asked:1
w-401page failed
w-cfmitigated failed
w-jam failed
w-attention failed
w-pardon failed
w-incapsula failed
w-ddg failed
w-suspended failed
w-parked failed
w-dberror failed
ss-phpsess page asked:3
ss-s32 page asked:3
ss-cfid page asked:3
ss-cal page asked:12
ss-token page asked:8
sm-latin1 +/ok-%C3%BC
sm-utf16 +/ok-%C3%BC
sm-html -/ok-1
sm-disallowed -/ok-1
sm-www +/ok-2
sm-https +/ok-2
sm-urlsetidx page
sm-big page
sm-image some -/ok-img
sm-comment some -/ok-no
sm-xslt +/ok-2
sm-crosshost page
www.sm-www page
sm-hreflang some
fd-orig fetched:feed
fd-atombase +/a/ok-1

`;

const LINES: ReadonlyMap<string, Expectation> = new Map(
  OF_CASE.trim()
    .split("\n")
    .map((line) => {
      const [key = "", ...words] = line.split(" ");
      return [key, words];
    }),
);

/** Returns the kind of a case, which is how its name begins. */
export function kindOf(key: string): string {
  return key.split("-", 1)[0] ?? key;
}

/** Returns what is expected of a case; `undefined` for one of a kind that has no expectation. */
export function expectationOf(key: string): Expectation | undefined {
  return LINES.get(key) ?? OF_KIND[kindOf(key)]?.split(" ");
}

/** What a crawl made of a case. */
export interface CaseOutcome {
  /** State and reason of its first URL, or of where its redirects ended: `fetched:page`. */
  readonly end: string;
  readonly title: string;
  /** Paths that were asked for, without the first one and robots.txt. */
  readonly asked: readonly string[];
}

/** Returns the words of an expectation that an outcome does not have. */
export function missedOf(expectation: Expectation, { end, title, asked }: CaseOutcome): string[] {
  return expectation.filter((word) => {
    if (word === "page") return end !== "fetched:page";
    if (word === "some") return !asked.some((path) => path.startsWith("/ok"));
    if (word.startsWith("+")) return !asked.includes(word.slice(1));
    if (word.startsWith("-")) return asked.includes(word.slice(1));
    if (word.startsWith("title:")) return !title.includes(word.slice("title:".length));
    if (word.startsWith("asked:")) return asked.length !== Number(word.slice("asked:".length));
    return end !== word && !end.startsWith(`${word}:`);
  });
}
