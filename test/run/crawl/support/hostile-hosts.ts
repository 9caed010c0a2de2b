import type { Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** Bytes to send before the server hangs up, or what it does with the socket. */
export type HostileAnswer = string | Buffer | ((socket: Socket, path: string) => void);

/** A host that misbehaves: what it answers, and how `/` must end, as `state reason`. */
export interface HostileHost {
  readonly ends: RegExp;
  readonly answer: HostileAnswer;
}

/** Hosts of one kind by their names, the first label of `NAME.localhost`. */
export type HostileHosts = Readonly<Record<string, HostileHost>>;

const HTML = "content-type: text/html\r\n";
const PAGE = /^fetched page$/;
const RESET = /^failed reset$/;
const PROTOCOL = /^failed (?:protocol|reset)$/;

/** Returns an answer as it goes over the wire. */
export function reply(head: string, body: string | Buffer = ""): Buffer {
  const length = `content-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${head}${length}`, "latin1"), Buffer.from(body)]);
}

/** Returns a page as it goes over the wire. */
export function page(body: string | Buffer, headers = HTML): Buffer {
  return reply(`200 OK\r\n${headers}`, body);
}

/** Heads and bodies that are not framed as RFC 9112 says, and statuses that need care. */
export const FRAMING: HostileHosts = {
  ...raw("negative-length", PAGE, "content-length: -1\r\n\r\nabc"),
  ...raw("length-abc", PAGE, "content-length: abc\r\n\r\nabc"),
  ...raw("two-lengths", PROTOCOL, "content-length: 3\r\ncontent-length: 4\r\n\r\nabcd"),
  ...raw("huge-length", PAGE, "content-length: 99999999999\r\n\r\nabc"),
  ...raw("overflowing-length", PAGE, `content-length: ${"9".repeat(40)}\r\n\r\nabc`),
  ...raw("short-body", PAGE, "content-length: 30\r\n\r\nabc"),
  ...raw("long-body", PAGE, "content-length: 3\r\n\r\nabcdef"),
  ...raw("smuggled", PAGE, "content-length: 1\r\n\r\naHTTP/1.1 200 OK\r\n\r\nb"),
  ...raw(
    "length-and-chunks",
    PAGE,
    "content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
  ),
  ...raw("chunk-garbage", PROTOCOL, "transfer-encoding: chunked\r\n\r\nzz\r\nabc"),
  ...raw("chunk-cut", PAGE, "transfer-encoding: chunked\r\n\r\nff\r\nabc"),
  ...raw("chunk-extension", PROTOCOL, `transfer-encoding: chunked\r\n\r\n1;${"x".repeat(100_000)}`),
  ...raw(
    "chunk-trailers",
    /./,
    `transfer-encoding: chunked\r\n\r\n0\r\n${"a: b\r\n".repeat(50_000)}`,
  ),
  ...raw("huge-header", PROTOCOL, `x: ${"y".repeat(1_000_000)}\r\n\r\n`),
  ...raw("many-headers", /./, `${"x: y\r\n".repeat(3_000)}\r\nabc`),
  ...raw("many-cookies", /./, `${"set-cookie: a=b\r\n".repeat(2_000)}\r\nabc`),
  ...raw("endless-header", PROTOCOL, "x: y\r\n".repeat(100_000)),
  "http-0-9": { ends: PROTOCOL, answer: "<p>no head" },
  "http-1-0": { ends: PAGE, answer: `HTTP/1.0 200 OK\r\n${HTML}\r\nabc` },
  icy: { ends: PAGE, answer: `ICY 200 OK\r\n${HTML}\r\nabc` },
  "line-feeds": { ends: /./, answer: `HTTP/1.1 200 OK\n${HTML.replace("\r", "")}\nabc` },
  h2: { ends: PROTOCOL, answer: Buffer.from("00001204000000000000030000", "hex") },
  garbage: { ends: PROTOCOL, answer: Buffer.alloc(10_000, 0x8f) },
  nothing: { ends: RESET, answer: "" },
  "reset-at-once": { ends: RESET, answer: (socket) => socket.resetAndDestroy() },
  "many-early-hints": {
    ends: /./,
    answer: Buffer.concat([Buffer.from("HTTP/1.1 103 E\r\n\r\n".repeat(1_000)), page("late")]),
  },
  "unasked-continue": {
    ends: PAGE,
    answer: Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\n\r\n"), page("late")]),
  },
  ...Object.fromEntries(
    [101, 201, 203, 206, 304, 401, 403, 404, 407, 410, 418, 429, 451, 500, 503, 599, 999].map(
      (status) => [
        `status-${status}`,
        { ends: /./, answer: reply(`${status} So\r\n${HTML}`, "abc") },
      ],
    ),
  ),
  "status-000": { ends: PROTOCOL, answer: reply(`000 So\r\n${HTML}`, "abc") },
  "status-204": { ends: /./, answer: `HTTP/1.1 204 No\r\n${HTML}\r\n` },
};

/** Where a redirect must not lead. Each is an address, a scheme or a port that is refused, or no URL. */
const BAD_TARGETS = [
  ...["169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518"],
  ...["[::ffff:169.254.169.254]", "[::ffff:a9fe:a9fe]", "[64:ff9b::a9fe:a9fe]", "[fe80::1%25eth0]"],
  ...["[2002:a9fe:a9fe::]", "[fd00:ec2::254]", "[fe80::1]", "[fc00::1]", "[::]", "[2001:db8::1]"],
  ...["0.0.0.0", "0", "10.0.0.1", "172.16.0.1", "192.168.0.1", "100.100.100.200", "192.0.0.192"],
  ...["168.63.129.16", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1"],
].map((host) => `http://${host}/latest/meta-data/`);

/** Targets that no parser of URLs or no crawler takes. */
const NO_TARGETS = [
  ...["file:///etc/passwd", "data:text/html,x", "javascript:alert(1)", "ftp://127.0.0.1/"],
  ...["gopher://127.0.0.1/", "about:blank", "blob:http://a.localhost/1", "ws://127.0.0.1/"],
  ...[
    "http://127.0.0.1:0/",
    "http://127.0.0.1:22/",
    "http://127.0.0.1:25/",
    "http://127.0.0.1:6000/",
  ],
  ...["http://127.0.0.1:99999/", "http://user:secret@127.0.0.1:1/", "http://", "http:///", "//"],
  ...["http://[::1", "http://a b/", "http://%00/", "\x01\x02"],
];

/** One redirect a host, each to another place where no crawler may go. */
export const BAD_REDIRECTS: HostileHosts = Object.fromEntries(
  [...BAD_TARGETS, ...NO_TARGETS].map((target, index) => [
    `target-${index}`,
    {
      ends: /^(?:fetched redirect|failed bad-redirect|failed protocol|refused scheme)$/,
      answer: reply(`302 Found\r\nlocation: ${target}\r\n`),
    },
  ]),
);

/** Redirects that lead nowhere. */
export const REDIRECTS: HostileHosts = {
  "redirect-loop": redirects(() => "/"),
  "redirect-pair": redirects((path) => (path === "/" ? "/b" : "/")),
  "redirect-chain": redirects((path) => `/${Number(path.slice(1)) + 1}`),
  "redirect-growing": redirects((path) => `${path}${"x".repeat(500)}`),
  "redirect-none": { ends: /./, answer: reply("302 Found\r\n") },
  "redirect-two": { ends: /./, answer: reply("302 Found\r\nlocation: /a\r\nlocation: /b\r\n") },
  "redirect-control": { ends: /./, answer: reply("302 Found\r\nlocation: /\x1b[31m\r\n") },
  "redirect-empty": { ends: /./, answer: reply("302 Found\r\nlocation: \r\n") },
};

/** Bodies that a coding multiplies, that are coded wrongly, or that lie about their kind. */
export const CODINGS: HostileHosts = {
  ...coded("gzip-bomb", PAGE, "gzip", () => gzipSync(Buffer.alloc(300_000_000))),
  ...coded("brotli-bomb", PAGE, "br", () => brotliCompressSync(Buffer.alloc(100_000_000))),
  ...coded("gzip-twice", PAGE, "gzip, gzip", () => gzipSync(gzipSync("<p>twice"))),
  ...coded("gzip-broken", PAGE, "gzip", () => Buffer.from("no gzip")),
  ...coded("gzip-cut", /./, "gzip", () => gzipSync("<p>cut".repeat(9_999)).subarray(0, 90)),
  ...coded("five-codings", /./, "gzip, br, gzip, br, deflate", () => Buffer.from("abc")),
  ...coded("unknown-coding", /./, "sdch", () => Buffer.from("abc")),
  ...Object.fromEntries(
    [
      ...["text/html; charset=utf-7", "text/html; charset=nothing", "text/html; charset=utf-16le"],
      ...["text/html;;;", 'text/html; charset="utf-8', "TEXT/HTML", "text/html, image/png"],
    ].map((type, index) => [
      `type-${index}`,
      { ends: /./, answer: page("<p>\xe4\xf6 +ADw-", `content-type: ${type}\r\n`) },
    ]),
  ),
  "image-as-html": { ends: /./, answer: page(Buffer.from("89504e470d0a1a0a0000", "hex")) },
  "html-as-image": {
    ends: /^refused content-type$/,
    answer: page("<p>x", "content-type: image/png\r\n"),
  },
  "no-type": { ends: /./, answer: page("<p>x", "") },
};

/** Servers that take their time. */
export const SLOW_HOSTS: HostileHosts = {
  silent: { ends: /^failed timeout$/, answer: () => {} },
  "silent-body": {
    ends: /^failed timeout$/,
    answer: (socket) => socket.write(`HTTP/1.1 200 OK\r\n${HTML}content-length: 9\r\n\r\n<p>`),
  },
  "dripping-head": { ends: /^failed timeout$/, answer: drip("HTTP/1.1 200 OK\r\n", "x: y\r\n") },
  "dripping-body": { ends: /./, answer: drip(`HTTP/1.1 200 OK\r\n${HTML}\r\n`, "x") },
  "endless-body": {
    ends: PAGE,
    answer: flood(`HTTP/1.1 200 OK\r\n${HTML}\r\n`, "x".repeat(65_536)),
  },
  "endless-chunks": {
    ends: /./,
    answer: flood(
      `HTTP/1.1 200 OK\r\n${HTML}transfer-encoding: chunked\r\n\r\n`,
      "5\r\nabcde\r\n".repeat(5_000),
    ),
  },
  "endless-hints": {
    ends: PROTOCOL,
    answer: flood("", "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(3_000)),
  },
};

const SIZE = 5_000_000;

/** Five megabytes of each: what costs a parser most. A page that takes too long is cut, and counted. */
export const SHAPES: HostileHosts = Object.fromEntries(
  [
    ...[
      "<div>",
      "<b>",
      "<table><tr><td>",
      "<svg>",
      "<select><option>",
      "<template>",
      "<a href=/x>",
    ],
    ...["<", "&amp", "<!--", "<p id=a>", "word", "\0", "<a href='", "<script>", "<i></b>"],
    ...["<li><ul>", "<frameset>", "<math><mi>", "<button>"],
  ].map((piece, index) => [
    `shape-${index}`,
    {
      ends: PAGE,
      answer: (socket: Socket) => {
        socket.end(page(piece.repeat(Math.floor(SIZE / piece.length))));
      },
    },
  ]),
);

/** Pages that make more pages, without an end. */
export const GENERATORS: HostileHosts = {
  calendar: links((path) => {
    const month = Number(path.split("/").at(-1) || 0) + 1;
    return `/cal/${2000 + Math.floor(month / 12)}/${(month % 12) + 1}/${month}`;
  }),
  sessions: links(
    (path, visit) => `${path.split("?")[0]}?PHPSESSID=${visit.toString(16).padStart(32, "a")}`,
  ),
  "deep-paths": links((path) => `${path.replace(/\/$/, "")}/a/b`),
  "growing-query": links((path) => `${path}${path.includes("?") ? "&" : "?"}a=${"1".repeat(90)}`),
  "many-links": {
    ends: PAGE,
    answer: page(
      Array.from({ length: 200_000 }, (_, at) => `<a href=//l.localhost:1/${at}>`).join(""),
    ),
  },
  refresh: { ends: /./, answer: page('<meta http-equiv=refresh content="0;url=/">') },
};

function raw(name: string, ends: RegExp, rest: string): HostileHosts {
  return { [name]: { ends, answer: `HTTP/1.1 200 OK\r\n${HTML}${rest}` } };
}

function coded(name: string, ends: RegExp, coding: string, body: () => Buffer): HostileHosts {
  const headers = `${HTML}content-encoding: ${coding}\r\n`;
  return { [name]: { ends, answer: (socket) => socket.end(page(body(), headers)) } };
}

function redirects(next: (path: string) => string): HostileHost {
  const answer = (socket: Socket, path: string) =>
    socket.end(reply(`302 Found\r\nlocation: ${next(path)}\r\n`));
  return { ends: /redirect/, answer };
}

function links(next: (path: string, visit: number) => string): HostileHost {
  let visits = 0;
  const answer = (socket: Socket, path: string) =>
    socket.end(page(`<a href="${next(path, (visits += 1))}">more</a>`));
  return { ends: PAGE, answer };
}

/** A few bytes ten times a second, until the client hangs up. */
function drip(head: string, drop: string): HostileAnswer {
  return (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(drop), 100);
    socket.on("close", () => clearInterval(timer));
  };
}

/** As fast as the client takes it, until it hangs up. */
function flood(head: string, piece: string): HostileAnswer {
  return (socket) => {
    socket.write(head);
    const pour = () => {
      while (socket.writable && socket.write(piece));
    };
    socket.on("drain", pour);
    pour();
  };
}
