/** Pages of sites that ask for an account, for consent or for money in place of a text. */
import { type MadeUpWall, MENU, page } from "./wall-html.ts";

const FORM =
  '<form method="post" action="/session"><label>{user} <input name="user"></label><label>{password} <input type="password" name="p"></label><button>{go}</button></form>';

/** Logins. */
export const LOGINS: readonly MadeUpWall[] = (
  [
    ["English", "Log in", "User name", "Password", "You must be logged in to view this page."],
    [
      "German",
      "Anmelden",
      "Benutzername",
      "Kennwort",
      "Bitte melden Sie sich an, um diese Seite zu sehen.",
    ],
    [
      "French",
      "Connexion",
      "Identifiant",
      "Mot de passe",
      "Vous devez vous connecter pour voir cette page.",
    ],
    [
      "Spanish",
      "Iniciar sesión",
      "Usuario",
      "Contraseña",
      "Debe iniciar sesión para ver esta página.",
    ],
    [
      "Italian",
      "Accedi",
      "Nome utente",
      "Password",
      "Devi effettuare il login per vedere questa pagina.",
    ],
    ["Portuguese", "Entrar", "Usuário", "Senha", "Faça login para acessar o conteúdo."],
    [
      "Dutch",
      "Inloggen",
      "Gebruikersnaam",
      "Wachtwoord",
      "Je moet ingelogd zijn om deze pagina te bekijken.",
    ],
    ["Polish", "Zaloguj się", "Login", "Hasło", "Musisz się zalogować, aby zobaczyć tę stronę."],
    ["Czech", "Přihlášení", "Jméno", "Heslo", "Pro zobrazení stránky se přihlaste."],
    ["Russian", "Вход", "Логин", "Пароль", "Чтобы просмотреть эту страницу, войдите на сайт."],
    ["Turkish", "Giriş yap", "Kullanıcı", "Şifre", "Bu sayfayı görüntülemek için giriş yapın."],
    ["Swedish", "Logga in", "Användare", "Lösenord", "Du måste logga in för att se sidan."],
    [
      "Japanese",
      "ログイン",
      "ユーザー名",
      "パスワード",
      "このページを表示するにはログインしてください。",
    ],
    ["Chinese", "登录", "用户名", "密码", "请先登录后再查看该页面。"],
    ["Korean", "로그인", "아이디", "비밀번호", "이 페이지를 보려면 로그인이 필요합니다."],
  ] as const
).flatMap(([language, title, user, password, said]) => {
  const form = FORM.replace("{user}", user).replace("{password}", password).replace("{go}", title);
  return [
    {
      wall: "login",
      name: `a login, ${language}`,
      html: page(title, `${MENU}<h1>${title}</h1>${form}`),
    },
    { wall: "login", name: `a bare login, ${language}`, html: page("Bee club", form) },
    {
      wall: "login",
      name: `what needs an account, ${language}`,
      html: page("Bee club", `${MENU}<p>${said}</p>${form}`),
    },
    {
      wall: "login",
      name: `a link to a login, ${language}`,
      html: page(`${title} - Bee club`, `<p>${said}</p><a href="/login?next=%2F">${title}</a>`),
    },
  ] as const;
});

/** Consent pages. */
export const CONSENTS: readonly MadeUpWall[] = (
  [
    [
      "English",
      "Before you continue",
      "We use cookies and data to deliver our services and to measure audiences.",
      "Accept all",
    ],
    [
      "German",
      "Bevor Sie fortfahren",
      "Wir verwenden Cookies und Daten, um unsere Dienste bereitzustellen.",
      "Alle akzeptieren",
    ],
    [
      "French",
      "Le respect de votre vie privée",
      "Nous utilisons des cookies et vos données avec votre consentement.",
      "Tout accepter",
    ],
    [
      "Spanish",
      "Antes de continuar",
      "Utilizamos cookies y datos con su consentimiento.",
      "Aceptar todo",
    ],
    [
      "Dutch",
      "Voordat je verdergaat",
      "Wij gebruiken cookies met jouw toestemming.",
      "Alles accepteren",
    ],
    [
      "Polish",
      "Zanim przejdziesz do serwisu",
      "Używamy plików cookies za Twoją zgodą.",
      "Akceptuję",
    ],
  ] as const
).flatMap(([language, title, said, button]) => [
  {
    wall: "consent",
    name: `a consent page, ${language}`,
    html: page(
      title,
      `<h1>${title}</h1><p>${said}</p><form><button>${button}</button></form><a href="/privacy">Privacy</a>`,
    ),
  },
  {
    wall: "consent",
    name: `a consent framework, ${language}`,
    html: page(
      "bees.example",
      `<script>window.__tcfapi=function(){}</script><p>${said}</p><button>${button}</button>`,
    ),
  },
]);

const TEASER =
  "The bees of the old orchard came back in spring and built their comb in the hollow of the elm, as they had done for years.";
const NOT_FREE = (title: string) =>
  `<script type="application/ld+json">${JSON.stringify({
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    headline: title,
    isAccessibleForFree: false,
  })}</script>`;

/** Paywalls. */
export const PAYWALLS: readonly MadeUpWall[] = (
  [
    ["English", "Subscribe to continue reading."],
    ["German", "Dieser Artikel ist nur für Abonnenten."],
    ["French", "Cet article est réservé aux abonnés."],
    ["Spanish", "Suscríbete para seguir leyendo."],
    ["Italian", "Questo contenuto è riservato agli abbonati."],
    ["Portuguese", "Assine para continuar lendo."],
    ["Dutch", "Dit artikel is alleen voor abonnees."],
    ["Polish", "Ten artykuł jest dostępny tylko dla prenumeratorów."],
    ["Swedish", "Den här artikeln är för prenumeranter."],
    ["Russian", "Этот материал доступен только подписчикам."],
    ["Japanese", "この記事は有料会員限定です。"],
  ] as const
).flatMap(([language, said]) => {
  const body = `<article><h1>The orchard</h1><p>${TEASER}</p><div class="paywall"><p>${said}</p></div></article>`;
  return [
    {
      wall: "paywall",
      name: `a paywall that says so in its data, ${language}`,
      html: page("The orchard", `${MENU}${body}`, NOT_FREE("The orchard")),
    },
    {
      wall: "paywall",
      name: `a paywall without data, ${language}`,
      html: page("The orchard", `${MENU}${body}`),
    },
  ] as const;
});
