/**
 * The signs by which walls are told, as a table: what each sees, where it looks, and how much it says. No sign makes
 * a wall alone: pages with content have login boxes, tests for robots and consent scripts, too.
 */

import { isLoginPage } from "../../web/walls/login-answer.ts";
import type { PageWall } from "../../web/walls/wall.ts";
import { asksNotToIndex } from "../page-record.ts";
import serviceMarks from "./service-marks.json" with { type: "json" };
import { type WallPage, wordsIn } from "./wall-page.ts";
import { foldedWords } from "./wall-words.ts";

/** Where a sign looks. Signs of one place depend on each other, so the one that says most counts for it. */
type Place =
  | "title"
  | "text"
  | "service"
  | "form"
  | "script"
  | "address"
  | "head"
  | "emptiness"
  | "data";

/** A sign that a page is a wall of one kind. */
export interface WallSign {
  readonly of: PageWall;
  /** What it sees, as a sentence. */
  readonly says: string;
  readonly place: Place;
  /** 2 for what hardly any page with content has, 1 for what supports it. */
  readonly weight: 1 | 2;
  isOn(page: WallPage): boolean;
}

/** Most words of a page that says hardly anything. */
const HARDLY_ANY = 40;
/** Most words of a page whose only content is a captcha, or a script. */
const HARDLY_ONE = 12;
/** Most words of a page that says nothing beside its title. */
const MOST_BESIDE_TITLE = 3;
/** Most words beside a form of a page that has nothing else. */
const MOST_BESIDE_FORM = 5;
/** Most words of a consent dialog in lines that do not speak of consent. */
const MOST_BESIDE_CONSENT = 8;
/** Most other pages of its host that a page links to which stands alone. */
const MOST_OWN_LINKS = 2;
/** Largest page that is nothing but a script, in UTF-16 units. */
const MOST_SCRIPT = 30_000;

/** The element of a test for robots, of a service or a site's own, which is no script or style sheet. */
const CAPTCHA =
  /<(?!script\b|link\b|meta\b)[a-z]{1,10}\b[^<>]{0,300}?=\s*["']?[^"'<>]{0,200}?(?:captcha|turnstile|geetest)/i;
/** What the name of each such element has, by which most pages are told at once. */
const CAPTCHA_STEM = /aptcha|urnstile|eetest/i;

/** A refresh of the page itself: it names no other one, or itself with a proof. */
const REFRESH =
  /<meta\b[^<>]{0,200}?\bhttp-equiv\s*=\s*["']?refresh\b(?![^<>]{0,300}\burl\s*=\s*["']?(?![?#]|[^"'<>\s]{0,300}verify))/i;
const SETS_COOKIE = /\bdocument\.cookie\s*=|\bcookieStore\.set\b/;
const LOADS_AGAIN =
  /\blocation\.(?:reload|replace|assign)\s*\(|\blocation(?:\.href)?\s*=[^=]|\.submit\s*\(/;

/** Pictures of the first page of a server. */
const INSTALLED = /\b(?:iisstart|iis-85|apache_pb\d?|poweredby)\.(?:png|gif|jpg)\b/;

/** A heading that comes after a form, and says what the page is about. */
const MAIN_HEADING = /<h1\b/i;
/** A picture that is no decoration. */
const PICTURE =
  /<(?:img|video|picture|embed)\b(?![^<>]{0,500}(?:logo|icon|spinner|loading|captcha|pixel|badge|avatar|flag))/i;

/** Numbers of incidents, by which a service finds a refusal again, folded. */
const INCIDENT =
  /\b(?:ray|reference|incident|request|support|event|error|block|trace|case|session|visitor)[ -]?(?:id|no|nr|number|code)?(?: is)?\s*[.:#]+\s*#?[\da-f][\da-f.:-]{5,}/;

/** Software that names itself on its errors and its first page, as a whole line, folded. */
const SERVER_LINE =
  /^(?:nginx|apache|openresty|litespeed|lighttpd|caddy|microsoft-iis|tomcat|jetty|varnish(?: cache server)?|cloudfront|cloudflare|envoy|haproxy|tengine|squid|akamaighost)\b.{0,60}$/;

/** What a line says that asks to log in, folded. */
const LOGIN_WORDS =
  /\blog(?:ged)? ?-?(?:in|on)|\bsign(?:ed)? ?-?(?:in|on)\b|authenti|anmeld|angemeldet|einlogg|connectez|connecter|identifi|iniciar? sesion|acceder|accedi|fazer login|faca login|inlog|aanmeld|zalog|prihlas|войти|войдите|авториз|giris yap|oturum|kirjaud|bejelentkez|autentific|συνδεθ|dang nhap|ログイン|登录|登錄|登入|로그인|تسجيل الدخول/;
/** Words of lines that ask for consent, folded. */
const CONSENT_WORDS =
  /cookie|consent|privacy|partner|personal data|\bdata\b|accept|agree|\bterms\b|choices|settings|reject|decline|over 18|adult|daten|privatsph|einwillig|zustimm|akzept|ablehn|werbung|einstellung|confidentialite|vie privee|donnees|accepter|refuser|parametr|privaci|consent|datos|aceptar|rechazar|dados|aceitar|dati|accett|rifiut|toestemming|akkoord|weiger|prywatn|zgod|akcept|soukrom|souhlas|odmit|куки|конфиденц|персональн|соглас|принять|отклон|gizlilik|kabul|クッキー|プライバシ|同意|隐私|隱私|接受|쿠키|개인정보|동의/g;
/** Titles of texts about cookies, which are no dialogs, folded. */
const POLICY =
  /polic|richtlin|erklarung|politi|declar|statement|informativa|impressum|imprint|mentions|polityka|политика|zasady/;
/** A button that gives consent. */
const CONSENT_BUTTON =
  /<(?:button|input|a)\b[^<>]{0,300}>?[^<>]{0,40}(?:accept|agree|consent|allow all|got it|akzeptier|zustimm|einverstanden|acepta|aceita|accett|akkoord|akceptuj|zgadzam|souhlas|prijmout|přijmout|принять|соглас|kabul|同意|接受|동의)/i;

const isBare = ({ words, ownLinks }: WallPage): boolean =>
  words <= HARDLY_ANY && ownLinks <= MOST_OWN_LINKS;
const hasCaptcha = ({ html }: WallPage): boolean => CAPTCHA_STEM.test(html) && CAPTCHA.test(html);
/** Nothing is to be filled in but the answer of a captcha. */
const asksNothingElse = ({ fields }: WallPage): boolean =>
  fields.every(({ kind }) => kind === "captcha" || kind === "unfilled");
const isKeptOut = ({ view }: WallPage): boolean => asksNotToIndex(view);
const namesItsHost = ({ titles, host }: WallPage): boolean => {
  const name = foldedWords(host.replace(/^www\./, "").replace(/:\d+$/, ""));
  return titles.some((title) => title.replace(/^www\./, "").startsWith(name));
};
const namesServer = ({ lines }: WallPage): boolean =>
  lines.some((line) => SERVER_LINE.test(line.trim()));

/** Whether a page has no word, no link and no script but those of a service that tests visitors. */
function isOnlyService({ html, words, view }: WallPage): boolean {
  if (words > 0 || view.anchors.length > 0) return false;
  const scripts = html.split("<script").slice(1);
  return scripts.length > 0 && scripts.every((each) => hasMark(each, "test-script"));
}

/** Returns the first field of an account, by which somebody logs in. */
function accountField({ fields }: WallPage) {
  return (
    fields.find(({ kind }) => kind === "password") ?? fields.find(({ kind }) => kind === "account")
  );
}

/**
 * Whether a page has hardly anything beside the form of a login, and what is said of logins; a heading behind a
 * form is not its own.
 */
function isOnlyLogin(page: WallPage): boolean {
  const field = accountField(page);
  if (field === undefined || page.wordsOutside(field, LOGIN_WORDS) > MOST_BESIDE_FORM) return false;
  return !MAIN_HEADING.test(page.htmlBehind(field)) && !PICTURE.test(page.html);
}

/** Returns whether all that a page says is about consent, and is no text about a policy. */
export function isOnlyConsent({ lines, titles }: WallPage): boolean {
  if (titles.some((title) => POLICY.test(title))) return false;
  const words = lines.reduce((sum, line) => {
    const all = wordsIn(line).length;
    const hits = line.match(CONSENT_WORDS)?.length ?? 0;
    return hits > 1 || (hits === 1 && all <= MOST_BESIDE_CONSENT) ? sum : sum + all;
  }, 0);
  return words <= MOST_BESIDE_CONSENT;
}

function sign(
  of: PageWall,
  place: Place,
  weight: 1 | 2,
  says: string,
  isOn: WallSign["isOn"],
): WallSign {
  return { of, place, weight, says, isOn };
}

/** What a wall says of each kind; of consents, pages with content say it, too. */
const SAID = [
  ["challenge", "visitors are tested", 2],
  ["blocked", "this visitor is refused", 2],
  ["no-site", "the domain, the account or the server has no site", 2],
  ["outage", "the site has an error or is maintained", 2],
  ["login", "what was asked for needs an account", 2],
  ["consent", "a visitor is to agree", 1],
  ["paywall", "what was asked for is for subscribers", 2],
] as const;

const TITLES: readonly WallSign[] = SAID.map(([of, what]) =>
  sign(of, "title", 1, `its title says that ${what}`, (page) => page.titleOf(of) !== undefined),
);

const SENTENCES: readonly WallSign[] = SAID.map(([of, what, weight]) =>
  sign(of, "text", weight, `a sentence says that ${what}`, (page) => {
    return page.sentenceOf(of) !== undefined;
  }),
);

/** Signs that several kinds share. */
const SHARED: readonly WallSign[] = [
  ...(["challenge", "blocked", "no-site", "outage", "login"] as const).flatMap((of) => [
    // A picture of a login box and a line of text is no login: its form is the sign.
    sign(of, "emptiness", 1, "it says hardly anything and leads nowhere", (page) => {
      return isBare(page) && (of !== "login" || accountField(page) === undefined);
    }),
    sign(of, "emptiness", 2, "it says nothing beside its title", (page) => {
      if (page.titleOf(of) === undefined || page.wordsBesideTitle > MOST_BESIDE_TITLE) return false;
      return page.ownLinks <= MOST_OWN_LINKS && !PICTURE.test(page.html);
    }),
  ]),
  ...(["challenge", "blocked", "no-site"] as const).map((of) =>
    sign(of, "head", 1, "it asks search engines not to list it", isKeptOut),
  ),
  ...(["blocked", "no-site", "outage"] as const).map((of) =>
    sign(of, "service", 2, "a line names the software of the server alone", (page) => {
      return page.titleOf(of) !== undefined && namesServer(page);
    }),
  ),
];

/** Signs of one kind each. */
const OWN: readonly WallSign[] = [
  sign("challenge", "service", 2, "it has what a service puts on its tests alone", ({ html }) =>
    hasMark(html, "test-page"),
  ),
  sign(
    "challenge",
    "service",
    1,
    "it has the script of a service that tests visitors",
    ({ html }) => hasMark(html, "test-script"),
  ),
  sign(
    "challenge",
    "form",
    1,
    "it has a captcha and nothing else to fill in",
    (page) => hasCaptcha(page) && asksNothingElse(page),
  ),
  sign(
    "challenge",
    "emptiness",
    2,
    "it says hardly a word beside a captcha",
    (page) => page.words <= HARDLY_ONE && isBare(page) && hasCaptcha(page),
  ),
  sign("challenge", "emptiness", 2, "it has nothing but scripts of such a service", isOnlyService),
  sign(
    "challenge",
    "script",
    2,
    "a script sets a cookie and loads the page again",
    (page) =>
      page.words <= HARDLY_ONE &&
      page.html.length <= MOST_SCRIPT &&
      SETS_COOKIE.test(page.html) &&
      LOADS_AGAIN.test(page.html),
  ),
  sign("challenge", "script", 1, "it loads itself again", ({ html }) => REFRESH.test(html)),
  sign(
    "challenge",
    "head",
    1,
    "it was sent with status 202, before there is an answer",
    ({ status }) => status === 202,
  ),
  sign("blocked", "service", 1, "it names the number of an incident", ({ lines }) =>
    lines.some((line) => INCIDENT.test(line)),
  ),
  sign("no-site", "address", 1, "its title is the name of its host", namesItsHost),
  sign("no-site", "service", 2, "it has a picture of a server as it is installed", ({ html }) =>
    INSTALLED.test(html),
  ),
  sign(
    "no-site",
    "service",
    1,
    "it has what sellers of domains and hosts of sites put on their pages",
    ({ html }) => hasMark(html, "parking"),
  ),
  sign("login", "form", 2, "a form asks for a password", ({ fields }) =>
    fields.some(({ kind }) => kind === "password"),
  ),
  sign(
    "login",
    "form",
    1,
    "a form asks for the name of an account and nothing else",
    ({ fields }) =>
      fields.some(({ kind }) => kind === "account") && fields.every(({ kind }) => kind !== "other"),
  ),
  sign("login", "emptiness", 1, "it has hardly anything beside that form", isOnlyLogin),
  sign("login", "address", 1, "its address is called a login", ({ view }) => isLoginPage(view.url)),
  sign(
    "login",
    "address",
    1,
    "it says hardly anything and leads to a login",
    ({ words, view }) => words <= HARDLY_ANY && view.anchors.some(({ url }) => isLoginPage(url)),
  ),
  sign("consent", "service", 1, "it has the script of a consent dialog", ({ html }) =>
    hasMark(html, "consent"),
  ),
  sign("consent", "form", 1, "a button agrees", ({ html }) => CONSENT_BUTTON.test(html)),
  sign("consent", "emptiness", 2, "all that it says is about consent", isOnlyConsent),
  sign(
    "paywall",
    "data",
    2,
    "its publisher says that its text is not free",
    ({ isPaid }) => isPaid,
  ),
  sign("paywall", "service", 1, "it has the markup of a paywall", ({ html }) =>
    hasMark(html, "paywall"),
  ),
  sign("paywall", "emptiness", 1, "it has hardly any text", ({ isSparse }) => isSparse),
];

/** All signs; those that are dear to look for come last. */
export const WALL_SIGNS: readonly WallSign[] = [...TITLES, ...OWN, ...SHARED, ...SENTENCES];

/**
 * What marks of services are searched for. Of tests of visitors: on the pages by which they test and on no page with
 * content, or on others as well. Of consents, services and functions of the IAB's frameworks that a page calls or
 * defines. Of paywalls, by which a page sells what is left out. Of parking, by which a domain without a site is shown or
 * sold, and programs that manage the accounts of hosts.
 */
type ServiceUse = "test-page" | "test-script" | "consent" | "paywall" | "parking";

/**
 * Names of addresses, elements and variables, as parts of regular expressions, by service: a page is searched for those
 * of one use at once.
 */
const MARKS: Readonly<Record<ServiceUse, Readonly<Record<string, string>>>> = serviceMarks;

const USES = new Map<string, RegExp>(
  Object.entries(MARKS).map(([use, marks]) => [use, new RegExp(Object.values(marks).join("|"))]),
);

/** Returns whether HTML has a mark of a service, in time linear in its length. */
function hasMark(html: string, use: ServiceUse): boolean {
  return USES.get(use)?.test(html) === true;
}
