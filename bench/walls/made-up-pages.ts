/**
 * Short pages with content of their own that look like walls: each of some thirty texts in many languages, several of
 * them about walls, with each of the things that walls have and sites put on every page.
 */

/** A page with content. */
export interface MadeUpPage {
  readonly name: string;
  readonly html: string;
}

const page = (title: string, body: string, head = ""): string =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;

/** Titles and texts: poems, stubs, captions, notices, and what people write about walls. */
const TEXTS: readonly (readonly [title: string, text: string])[] = [
  ["Haiku", "Old hive by the pond, a bee jumps into the light: the sound of honey."],
  ["Apis", "Apis is a genus of bees in the family Apidae. See also: Bombus."],
  ["Drone", "A drone is a male bee. Drones have no sting and gather neither nectar nor pollen."],
  [
    "Photo of the week",
    "A queen among her workers, taken by Ann near the old mill on the third of May.",
  ],
  [
    "Meetings",
    "We meet each first Monday at the town hall. New members are welcome. Bring your veil.",
  ],
  [
    "Re: Swarm in the elm",
    "Ann: It left this morning. Bob: Ours did, too, and went into the chimney of the school.",
  ],
  [
    "Imker",
    "Der Imker pflegt Bienen und erntet Honig. In Deutschland gibt es rund hunderttausend von ihnen.",
  ],
  [
    "Ruche",
    "La ruche est un abri pour une colonie d’abeilles. Elle est en bois, en paille ou en liège.",
  ],
  ["Colmena", "La colmena es la vivienda de las abejas. Puede ser de madera, de corcho o de paja."],
  ["Alveare", "L’alveare è la casa delle api. Si trova spesso nel cavo di un albero vecchio."],
  ["Colmeia", "A colmeia é a casa das abelhas. Pode ser de madeira ou de palha, e fica no jardim."],
  [
    "Bijenkorf",
    "Een bijenkorf is een mand van stro waarin bijen wonen. Hij staat vaak in een boomgaard.",
  ],
  ["Ul", "Ul to domek dla pszczół. Dawniej robiono go z pnia drzewa, dziś najczęściej z desek."],
  [
    "Včela",
    "Včela medonosná žije v úlu. V létě má včelstvo až šedesát tisíc dělnic a jednu matku.",
  ],
  ["Улей", "Улей — это жилище для пчелиной семьи. Раньше его делали из колоды, теперь из досок."],
  [
    "Arı",
    "Arılar kovanda yaşar. Yazın bir kovanda altmış bin kadar işçi arı ve bir kraliçe bulunur.",
  ],
  [
    "ミツバチ",
    "ミツバチは花の蜜を集めて巣に貯める。夏の巣には約六万匹の働き蜂と一匹の女王蜂がいる。",
  ],
  ["蜜蜂", "蜜蜂采集花蜜并储存在蜂巢中。夏天一个蜂巢里大约有六万只工蜂和一只蜂王。"],
  ["꿀벌", "꿀벌은 꽃에서 꿀을 모아 벌집에 저장한다. 여름에는 일벌이 육만 마리까지 산다."],
  [
    "Captcha",
    "A captcha is a test that tells people from robots. The word was made up in 2003 by four researchers.",
  ],
  [
    "Access Denied",
    "Access Denied is a record of 1997 by a band of Leeds. It has nine songs, most of them about work.",
  ],
  [
    "Just a moment",
    "Just a moment, said the keeper, and lifted the lid of the hive with two fingers of his hand.",
  ],
  [
    "Account suspended",
    "The network suspended the account of the keepers’ union on Monday. The union says that it will appeal.",
  ],
  [
    "Maintenance of hives",
    "Hives are painted every third year. The floor is scraped in March, before the first flight.",
  ],
  [
    "Error establishing a database connection",
    "I get this since yesterday on our club’s blog. The password did not change. Any ideas? Bob",
  ],
  [
    "502 Bad Gateway",
    "My proxy says this when the program behind it has died. Look at its log first, wrote Ann in May.",
  ],
  [
    "House for sale",
    "Old house with orchard and nine hives, four rooms, quiet place near the river. Viewing on Sundays.",
  ],
  [
    "Log in to the hive",
    "Our new scales send the weight of a hive each hour. The graph shows the flow of the lime trees.",
  ],
  [
    "Cookies",
    "Honey cookies: mix flour, honey and two eggs, rest the dough for an hour, and bake for ten minutes.",
  ],
  [
    "Subscribers",
    "The magazine had nine hundred subscribers in 1931, most of them keepers of the northern counties.",
  ],
  [
    "Welcome to Apache",
    "Apache is a town in the south of the state. It had fifteen hundred people and one honey fair in 2010.",
  ],
  [
    "Wartung",
    "Die Beuten werden im Winter gewartet: Rahmen auskratzen, Böden tauschen, Deckel streichen.",
  ],
];

/** What sites put on their pages, and walls have, too. */
const THINGS: Readonly<Record<string, (title: string, text: string) => string>> = {
  nothing: (title, text) => page(title, `<h1>${title}</h1><p>${text}</p>`),
  "a login box above": (title, text) =>
    page(
      title,
      `<form action="/login"><input name="u" placeholder="User"><input type="password" name="p"><button>Go</button></form><article><h1>${title}</h1><p>${text}</p></article>`,
    ),
  "a login box beside, with words": (title, text) =>
    page(
      title,
      `<div id="side"><h3>Login</h3><form>Username <input name="user"> Password <input type="password" name="p"><input type="checkbox" name="stay"> Stay logged in</form><a href="/register">Register</a> <a href="/lost">Lost password?</a></div><div id="content"><h1>${title}</h1><p>${text}</p></div>`,
    ),
  "a login box below": (title, text) =>
    page(
      title,
      `<h1>${title}</h1><p>${text}</p><footer><form>Members: <input name="u"><input type="password" name="p"><input type="submit" value="Log in"></form></footer>`,
    ),
  "a greeting of a forum": (title, text) =>
    page(
      title,
      `<div>Welcome, Guest. Please login or register.</div><form><input name="user"><input type="password" name="passwrd"><input type="submit" value="Login"></form><div>Login with username, password and session length</div><h1>${title}</h1><p>${text}</p>`,
    ),
  "a form with a captcha": (title, text) =>
    page(
      title,
      `<h1>${title}</h1><p>${text}</p><form><textarea name="comment"></textarea><input name="name"><div class="g-recaptcha" data-sitekey="k"></div><button>Send</button></form><script src="https://www.google.com/recaptcha/api.js"></script>`,
    ),
  "a form with a test of another service": (title, text) =>
    page(
      title,
      `<h1>${title}</h1><p>${text}</p><form><input name="m"><div class="cf-turnstile"></div></form>`,
    ),
  "a script that tests visitors in secret": (title, text) =>
    page(
      title,
      `<h1>${title}</h1><p>${text}</p><script>(function(){var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js';document.head.appendChild(a)})()</script><script src="/_Incapsula_Resource?SWJIYLWA=719d"></script>`,
    ),
  "a consent script": (title, text) =>
    page(
      title,
      `<h1>${title}</h1><p>${text}</p><a href="/a">A–Z</a>`,
      "<script>window.__tcfapi=function(){}</script>",
    ),
  "a consent banner": (title, text) =>
    page(
      title,
      `<div id="banner"><p>We use cookies. By continuing you agree to our privacy policy.</p><button>Accept all</button></div><h1>${title}</h1><p>${text}</p>`,
      "<script>window.__tcfapi=function(){}</script>",
    ),
  "a wish not to be listed": (title, text) =>
    page(title, `<h1>${title}</h1><p>${text}</p>`, '<meta name="robots" content="noindex">'),
  "a banner of a paper": (title, text) =>
    page(
      title,
      `<div class="paywall-banner">Subscribe now for 1 € a week. Already a subscriber? <a href="/login">Log in</a></div><h1>${title}</h1><p>${text}</p><a href="/news">News</a>`,
    ),
  "navigation and a way back": (title, text) =>
    page(
      title,
      `<p>${Array.from({ length: 8 }, (_, n) => `<a href="/topic${n}">Topic ${n}</a>`).join(" ")}</p><h1>${title}</h1><p>${text}</p><a href="/login">Log in</a>`,
    ),
};

const LD = (data: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
const PARAGRAPH =
  "The bees of the old orchard came back in spring and built their comb in the hollow of the elm, as they had done for years. ";
const PAID = { "@type": "NewsArticle", headline: "The mill", isAccessibleForFree: false };
const FREE = { "@type": "NewsArticle", headline: "The pond", isAccessibleForFree: true };
const LINKS = Array.from(
  { length: 20 },
  (_, n) => `<a href="/story${n}">Story ${n} about the orchard and its bees</a>`,
).join(" ");

/** Pages that are no text with something beside it. */
const OTHERS: readonly MadeUpPage[] = [
  {
    name: "a home page with a paid teaser",
    html: page("Home", `<h1>News</h1>${LINKS}`, LD([{ "@type": "WebSite" }, PAID, FREE])),
  },
  {
    name: "a home page whose only teaser is paid",
    html: page("Home", `<h1>News</h1>${LINKS}`, LD({ "@graph": [{ "@type": "WebPage" }, PAID] })),
  },
  {
    name: "a list of paid texts",
    html: page("Archive", LINKS, LD({ "@type": "ItemList", itemListElement: [PAID, PAID] })),
  },
  {
    name: "a whole text that is not free",
    html: page("The mill", `<h1>The mill</h1><p>${PARAGRAPH.repeat(30)}</p>`, LD(PAID)),
  },
  {
    name: "an event that is not free",
    html: page(
      "Fair",
      "<h1>Fair</h1><p>Entry 3 €, children free.</p>",
      LD({ "@type": "Event", isAccessibleForFree: false }),
    ),
  },
  {
    name: "an application with a script that tests visitors",
    html: page(
      "Bees",
      '<div id="root"></div><script src="/static/main.js"></script><script src="/_Incapsula_Resource?SWJIYLWA=719d"></script>',
      '<link rel="stylesheet" href="/static/main.css">',
    ),
  },
  {
    name: "an application that asks for scripts",
    html: page(
      "Bees",
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/static/main.js"></script>',
    ),
  },
  {
    name: "an index of files",
    html: page(
      "Index of /files",
      '<h1>Index of /files</h1><pre><a href="?C=N;O=D">Name</a><hr><a href="/">Parent Directory</a>\n<a href="ok.html">ok.html</a> 2008-03-01 10:05 4k</pre>',
    ),
  },
  {
    name: "a page that has moved",
    html: page(
      "",
      'This page has moved. Click <a href="/new">here</a> to go to the new page.',
      '<meta name="robots" content="noindex"><meta http-equiv="refresh" content="0; url=/new">',
    ),
  },
  {
    name: "an image and its name",
    html: page(
      "Queen bee",
      '<form><input name="u"><input type="password"></form><h1>Queen bee</h1><img src="/queen.jpg">',
    ),
  },
  {
    name: "an image above a login box",
    html: page(
      "Queen bee",
      '<h1>Queen bee</h1><img src="/queen.jpg"><form><input name="u"><input type="password"></form>',
    ),
  },
  {
    name: "a newsletter",
    html: page(
      "Newsletter",
      "<h1>Newsletter</h1><p>Once a month: what flowers, what to do in the hive, and who has swarms to give away.</p><form><input type=email name=email><button>Subscribe</button></form>",
    ),
  },
  { name: "an empty page", html: page("", "") },
  {
    name: "a page of frames",
    html: '<html><head><title>Bees</title></head><frameset cols="20%,80%"><frame src="menu.html"><frame src="main.html"></frameset></html>',
  },
  {
    name: "a search",
    html: page("Search", '<h1>Search</h1><form><input name="q"><button>Go</button></form>'),
  },
  {
    name: "a policy about cookies",
    html: page(
      "Cookie policy",
      "<h1>Cookie policy</h1><p>We use cookies to remember your language. We do not share data with partners.</p>",
    ),
  },
];

/** All of them. */
export const MADE_UP_PAGES: readonly MadeUpPage[] = [
  ...TEXTS.flatMap(([title, text]) =>
    Object.entries(THINGS).map(([thing, write]) => ({
      name: `${title}, with ${thing}`,
      html: write(title, text),
    })),
  ),
  ...OTHERS,
];
