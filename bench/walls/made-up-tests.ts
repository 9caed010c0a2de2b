/** Pages by which services test visitors, and pages that refuse them, after what they say and how they are made. */
import { type MadeUpWall, NOINDEX, page, plain } from "./wall-html.ts";

const CLOUDFLARE = `<script>(function(){window._cf_chl_opt={cvId:'3',cZone:'bees.example',cType:'managed',cRay:'8a1f'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=8a1f';document.head.appendChild(a)})()</script>`;

/** Tests. */
export const CHALLENGES: readonly MadeUpWall[] = [
  ...(
    [
      ["English", "Just a moment...", "Enable JavaScript and cookies to continue"],
      ["German", "Nur einen Moment…", "Aktivieren Sie JavaScript und Cookies, um fortzufahren"],
      ["Spanish", "Un momento…", "Habilite JavaScript y cookies para continuar"],
      [
        "Japanese",
        "しばらくお待ちください...",
        "続行するには JavaScript と Cookie を有効にしてください",
      ],
    ] as const
  ).map(([language, title, text]) => ({
    wall: "challenge" as const,
    name: `Cloudflare's test, ${language}`,
    html: page(
      title,
      `<div class="main-wrapper"><noscript><div class="h2"><span id="challenge-error-text">${text}</span></div></noscript></div>${CLOUDFLARE}`,
      `${NOINDEX}<meta http-equiv="refresh" content="360">`,
    ),
  })),
  {
    wall: "challenge",
    name: "Imperva, a script alone",
    html: '<html><head><META NAME="robots" CONTENT="noindex,nofollow"><script src="/_Incapsula_Resource?SWJIYLWA=5074a744e2e3d891814e9a2dace20bd4"></script></head><body></body></html>',
  },
  {
    wall: "challenge",
    name: "Imperva, a frame",
    html: '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><meta name="format-detection" content="telephone=no"></head><body style="margin:0"><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=23&xinfo=9-1234" frameborder=0>Request unsuccessful. Incapsula incident ID: 877000040112-2</iframe></body></html>',
  },
  {
    wall: "challenge",
    name: "DataDome",
    html: `<html lang="en"><head><title>bees.example</title><style>#cmsg{animation: A 1.5s;}</style></head><body style="margin:0"><p id="cmsg">Please enable JS and disable any ad blocker</p><script data-cfasync="false">var dd={'rt':'c','cid':'AHrlq','hsh':'05','t':'fe','s':45,'host':'geo.captcha-delivery.com'}</script><script data-cfasync="false" src="https://ct.captcha-delivery.com/c.js"></script></body></html>`,
  },
  {
    wall: "challenge",
    name: "PerimeterX",
    html: page(
      "Access to this page has been denied",
      '<div class="px-captcha-container"><div class="px-captcha-header">Before we continue...</div><div id="px-captcha"></div><p>Press &amp; Hold to confirm you are a human (and not a bot).</p><p>Reference ID 7d1f2c30-1</p></div><script>window._pxAppId="PX1";</script>',
      '<meta name="robots" content="noindex, nofollow">',
    ),
  },
  {
    wall: "challenge",
    name: "AWS WAF, a script",
    html: `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title></title><script type="text/javascript">window.awsWafCookieDomainList=[];window.gokuProps={"key":"AQ","iv":"Cg","context":"x"};</script><script src="https://1a2b.token.awswaf.com/1a2b/challenge.js"></script></head><body><div id="challenge-container"></div><script>AwsWafIntegration.saveReferrer();AwsWafIntegration.checkForceRefresh().then(f=>{AwsWafIntegration.getToken().then(()=>{window.location.reload(true)})})</script><noscript><h1>JavaScript is disabled</h1>In order to continue, we need to verify that you're not a robot. This requires JavaScript.</noscript></body></html>`,
  },
  {
    wall: "challenge",
    name: "AWS WAF, a captcha",
    html: page(
      "Human Verification",
      '<div id="captcha-container"></div><script>window.gokuProps={};AwsWafCaptcha.renderCaptcha(document.getElementById("captcha-container"))</script><noscript>JavaScript is disabled</noscript>',
    ),
  },
  {
    wall: "challenge",
    name: "Akamai, a refresh with a proof",
    html: `<html><head><meta http-equiv="refresh" content="5; URL='/?bm-verify=AAQAAAAJ'"></head><body><script>var i=1;var j=i+Number("8"+"1");var xhr=new XMLHttpRequest();xhr.open("POST","/_sec/verify?provider=interstitial");xhr.send()</script></body></html>`,
  },
  {
    wall: "challenge",
    name: "Akamai, a behavioural test",
    html: page(
      "Challenge Validation",
      '<div id="sec-if-cpt-container" role="main"><div id="sec-cpt-if" provider="crypto"></div></div><script src="/vw9z/b"></script>',
      '<link rel="stylesheet" href="/_sec/cp_challenge/4-3.css">',
    ),
  },
  {
    wall: "challenge",
    name: "Sucuri",
    html: `<html><title>You are being redirected...</title><noscript>Javascript is required. Please enable javascript before you are allowed to see this page.</noscript><script>var s={},u,c,U,r,i,l=0,a,e=eval,w=String.fromCharCode,sucuri_cloudproxy_js='',S='cz0i';document.cookie='sucuri_cloudproxy_uuid_1=2;path=/';location.reload();</script></html>`,
  },
  {
    wall: "challenge",
    name: "DDoS-Guard",
    html: page(
      "DDOS-GUARD",
      '<div class="container"><div id="title"><h1>Checking your browser before accessing bees.example</h1></div><p id="description">Please wait a few seconds. Once this check is complete, the website will open automatically</p><div id="request-info">Your request ID: 0b2f1a</div></div><script src="/.well-known/ddos-guard/js-challenge/index.js"></script>',
    ),
  },
  {
    wall: "challenge",
    name: "Kasada",
    html: `<!DOCTYPE html><html><head></head><body><script>window.KPSDK={};KPSDK.now=typeof performance!=='undefined';KPSDK.start=KPSDK.now();</script><script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/ips.js"></script></body></html>`,
  },
  {
    wall: "challenge",
    name: "Anubis",
    html: page(
      "Making sure you&#39;re not a bot!",
      '<main><h1 id="title">Making sure you&#39;re not a bot!</h1><p id="status">Loading...</p><details><summary>Why am I seeing this?</summary><p>You are seeing this because the administrator of this website has set up Anubis to protect the server against the scourge of AI companies aggressively scraping websites.</p></details><noscript><p>Sadly, you must enable JavaScript to get past this challenge.</p></noscript></main><script id="anubis_challenge" type="application/json">{}</script>',
    ),
  },
  {
    wall: "challenge",
    name: "a Vercel checkpoint",
    html: page(
      "Vercel Security Checkpoint",
      '<p id="header-text">We\'re verifying your browser</p><p>Website owner? <a href="https://vercel.link/security-checkpoint">Click here to fix</a></p><noscript>Enable JavaScript to continue</noscript><script src="/.well-known/vercel/security/static/challenge.v2.min.js"></script>',
    ),
  },
  {
    wall: "challenge",
    name: "a cookie by AES, of a free host",
    html: `<html><body><script type="text/javascript" src="/aes.js"></script><script>function toNumbers(d){var e=[];return e}var a=toNumbers("f655"),b=toNumbers("98"),c=toNumbers("44");document.cookie="__test="+toHex(slowAES.decrypt(c,2,a,b))+"; path=/";location.href="https://bees.example/?i=1";</script><noscript>This site requires Javascript to work, please enable Javascript in your browser</noscript></body></html>`,
  },
  {
    wall: "challenge",
    name: "a cookie by a script of nobody known",
    html: `<html><head><script>var k=[7,3,9].map(function(x){return x*13}).join('');document.cookie='gate='+k+';path=/';setTimeout(function(){window.location.reload()},500)</script></head><body>...</body></html>`,
  },
  {
    wall: "challenge",
    name: "Radware",
    html: page(
      "Radware Bot Manager Captcha",
      '<p>We apologize for the inconvenience...</p><p>...but your activity and behavior on this site made us think that you are a bot.</p><p>Please solve this CAPTCHA to request unblock to the website</p><div class="h-captcha" data-sitekey="k"></div><script src="https://validate.perfdrive.com/x.js"></script>',
    ),
  },
  {
    wall: "challenge",
    name: "an interruption",
    html: page(
      "Pardon Our Interruption",
      "<h1>Pardon Our Interruption...</h1><p>As you were browsing something about your browser made us think you might be a bot. There are a few reasons this might happen:</p><ul><li>You've disabled JavaScript in your web browser.</li><li>You're a power user moving through this website with super-human speed.</li><li>You've disabled cookies in your web browser.</li></ul><p>To regain access, please make sure that cookies and JavaScript are enabled before reloading the page.</p>",
    ),
  },
  {
    wall: "challenge",
    name: "unusual traffic",
    html: page(
      "https://search.example/?q=bees",
      '<form id="captcha-form" action="index" method="post"><div id="recaptcha" class="g-recaptcha" data-sitekey="k"></div><input type="hidden" name="q" value="x"></form><b>About this page</b><br><br>Our systems have detected unusual traffic from your computer network. This page checks to see if it\'s really you sending the requests, and not a robot.<br>IP address: 192.0.2.7<br>Time: 2026-11-27T10:00:00Z',
    ),
  },
  ...plain(
    "challenge",
    "a captcha of a site's own",
    [
      ["English", "Security check", "Please enter the characters you see in the image below."],
      ["German", "Sicherheitsabfrage", "Bitte geben Sie die Zeichen aus dem Bild ein."],
      ["French", "Vérification de sécurité", "Veuillez saisir les caractères de l’image."],
      ["Russian", "Проверка", "Введите символы с картинки, чтобы продолжить."],
      ["Chinese", "安全验证", "请输入下图中的验证码，以继续访问。"],
      ["Turkish", "Güvenlik kontrolü", "Devam etmek için resimdeki karakterleri girin."],
    ],
    '<form method="post"><img src="/captcha.php?t=1" alt=""><input name="captcha"><button>OK</button></form>',
  ),
  ...plain("challenge", "a check of the browser", [
    [
      "English",
      "Checking your browser",
      "This process is automatic. Your browser will redirect shortly.",
    ],
    ["German", "Einen Moment bitte", "Ihr Browser wird überprüft. Bitte warten Sie."],
    ["French", "Un instant", "Nous vérifions votre navigateur avant de vous laisser entrer."],
    ["Spanish", "Un momento, por favor", "Estamos verificando su navegador."],
    ["Portuguese", "Um momento", "Verificando se você é humano. Isso pode levar alguns segundos."],
    ["Italian", "Un momento", "Stiamo verificando il tuo browser."],
    ["Dutch", "Een moment geduld", "We controleren of uw verbinding veilig is."],
    ["Polish", "Chwileczkę", "Trwa weryfikacja przeglądarki."],
    ["Russian", "Один момент", "Мы проверяем ваш браузер. Это займёт несколько секунд."],
    ["Japanese", "しばらくお待ちください", "お使いのブラウザを確認しています。"],
    ["Korean", "잠시만 기다려 주세요", "브라우저를 확인하고 있습니다."],
    ["Chinese", "请稍候", "正在检查您的浏览器，请稍候。"],
  ]),
];

/** Refusals. */
export const BLOCKED: readonly MadeUpWall[] = [
  {
    wall: "blocked",
    name: "Cloudflare's refusal",
    html: page(
      "Attention Required! | Cloudflare",
      '<div id="cf-wrapper"><h1>Sorry, you have been blocked</h1><h2>You are unable to access bees.example</h2><h2>Why have I been blocked?</h2><p>This website is using a security service to protect itself from online attacks. The action you just performed triggered the security solution.</p><h2>What can I do to resolve this?</h2><p>You can email the site owner to let them know you were blocked.</p><p>Cloudflare Ray ID: <strong>8a1f2b3c4d5e</strong></p></div>',
      NOINDEX,
    ),
  },
  {
    wall: "blocked",
    name: "Akamai's refusal",
    html: '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don\'t have permission to access "http://bees.example/" on this server.<P>Reference #18.2d1f2117.1700000000.1a2b3c</P></BODY></HTML>',
  },
  {
    wall: "blocked",
    name: "a firewall with a number",
    html: "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1234567890123456789<br><br><a href='javascript:history.back();'>[Go Back]</a></body></html>",
  },
  {
    wall: "blocked",
    name: "Sucuri's firewall",
    html: page(
      "Sucuri WebSite Firewall - Access Denied",
      "<h1>Access Denied - Sucuri Website Firewall</h1><p>If you are the site owner (or you manage this site), please whitelist your IP or if you think this block is an error please open a support ticket.</p><table><tr><td>Block ID:</td><td>BNP007</td></tr><tr><td>Block reason:</td><td>Bad bot access attempt.</td></tr></table>",
    ),
  },
  {
    wall: "blocked",
    name: "Wordfence",
    html: page(
      "403 Forbidden",
      "<h1>403 Forbidden</h1><p>A potentially unsafe operation has been detected in your request to this site</p><p>Your access to this service has been limited. (HTTP response code 403)</p><p>Generated by Wordfence at Thu, 26 Nov 2026 10:00:00 GMT</p>",
      NOINDEX,
    ),
  },
  {
    wall: "blocked",
    name: "mod_security",
    html: "<head><title>Not Acceptable!</title></head><body><h1>Not Acceptable!</h1><p>An appropriate representation of the requested resource could not be found on this server. This error was generated by Mod_Security.</p></body>",
  },
  {
    wall: "blocked",
    name: "CloudFront",
    html: "<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY><H1>403 ERROR</H1><H2>The request could not be satisfied.</H2><HR>Request blocked. We can't connect to the server for this app or website at this time.<PRE>Generated by cloudfront (CloudFront)\nRequest ID: aB3dE5fG7h</PRE></BODY></HTML>",
  },
  {
    wall: "blocked",
    name: "another region",
    html: page(
      "Unavailable in your region",
      "<h1>451: Unavailable due to legal reasons</h1><p>We recognize you are attempting to access this website from a country belonging to the European Economic Area. This content is not available in your region.</p>",
    ),
  },
  ...plain("blocked", "a refusal", [
    [
      "English",
      "Access denied",
      "Your IP address has been blocked. If you think this is an error, contact us.",
    ],
    [
      "German",
      "Zugriff verweigert",
      "Ihre IP-Adresse wurde wegen ungewöhnlicher Aktivität gesperrt.",
    ],
    ["French", "Accès refusé", "Votre adresse IP a été bloquée pour des raisons de sécurité."],
    ["Spanish", "Acceso denegado", "Su dirección IP ha sido bloqueada por motivos de seguridad."],
    ["Portuguese", "Acesso negado", "Seu endereço IP foi bloqueado por motivos de segurança."],
    ["Italian", "Accesso negato", "Il tuo indirizzo IP è stato bloccato."],
    ["Polish", "Dostęp zabroniony", "Twój adres IP został zablokowany."],
    ["Russian", "Доступ запрещён", "Ваш IP-адрес заблокирован за подозрительную активность."],
    ["Turkish", "Erişim engellendi", "IP adresiniz engellenmiştir."],
    [
      "Japanese",
      "アクセスが拒否されました",
      "お使いのIPアドレスからのアクセスは制限されています。",
    ],
    ["Chinese", "访问被拒绝", "您的访问请求已被安全策略拦截。"],
  ]),
];
