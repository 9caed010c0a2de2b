/** Marks of services in the HTML of walls: names of addresses, elements and variables, as parts of regular expressions. */

/** Marks by service: a page is searched for all of them at once. */
type Marks = Readonly<Record<string, string>>;

/** On the pages by which a service tests visitors, and on no page with content. */
const TEST_PAGES: Marks = {
  Cloudflare: String.raw`\b_cf_chl_opt\b|/cdn-cgi/challenge-platform/h/|\bcf[-_]chl[-_]|\bcf-browser-verification\b|/cdn-cgi/l/chk_`,
  Imperva: String.raw`_Incapsula_Resource\?(?:CWUDNSAI|[^"'<>\s]{0,200}\bedet=)|\bid="main-iframe"`,
  DataDome: String.raw`\b(?:geo|ct|interstitial)\.captcha-delivery\.com/|captcha-delivery\.com/(?:c|i)\.js`,
  PerimeterX: String.raw`\bid\s*=\s*["']?px-captcha\b|/captcha/captcha\.js\?a=c&|\b_pxBlock|\bpx-block\b`,
  "AWS WAF": String.raw`\bgokuProps\b|\bAwsWafIntegration\.(?:checkForceRefresh|forceRefreshToken|getToken|saveReferrer)|\bAwsWafCaptcha\b`,
  Akamai: String.raw`\bbm-verify=|\bsec-(?:if-)?cpt-|/_sec/(?:verify|cp_challenge)`,
  Sucuri: String.raw`\bsucuri_cloudproxy_js\b|\bS={},u,c,U,r,i,l=0,a,e=`,
  "DDoS-Guard": String.raw`/\.well-known/ddos-guard/|\bcheck\.ddos-guard\.net\b|\bddg[-_](?:captcha|challenge|js-challenge)`,
  Kasada: String.raw`\bKPSDK\b|/149e9513-01fa-4fb0-aad4-566afd725d1b/`,
  Radware: String.raw`\bvalidate\.perfdrive\.com\b|\bssjsConnectorObj\b`,
  F5: String.raw`/TSPD/|\bTSPD_101\b|\bbobcmn\b`,
  Alibaba: String.raw`\bacw_sc__v[23]\b|\baliyun_waf_`,
  Qrator: String.raw`/__qrator/|\bqauth_utm_`,
  Reblaze: String.raw`\brbzns\b|\bwinsocks\(`,
  Vercel: String.raw`/\.well-known/vercel/security/`,
  Anubis: String.raw`/\.within\.website/|\banubis_(?:challenge|version|base_prefix)\b`,
  Fastly: String.raw`/_fs-ch-`,
  SafeLine: String.raw`/\.safeline/|\bsafeline_bot_challenge`,
  "a web host": String.raw`\bslowAES\.decrypt\b|/_guard/(?:auto|slide|click|html)|\b__jsl_clearance`,
};

/** On the pages by which a service tests visitors, and on pages with content as well. */
const TEST_SCRIPTS: Marks = {
  Cloudflare: String.raw`/cdn-cgi/challenge-platform/|\bchallenges\.cloudflare\.com/`,
  Imperva: String.raw`_Incapsula_Resource\b`,
  DataDome: String.raw`\bjs\.datadome\.co/|\bcaptcha-delivery\.com/`,
  PerimeterX: String.raw`\b_pxAppId\b|\bclient\.(?:perimeterx|px-cdn|px-cloud)\.net\b`,
  "AWS WAF": String.raw`\bAwsWafIntegration\b|\.awswaf\.com/`,
  Google: String.raw`\brecaptcha/(?:api|enterprise)`,
  hCaptcha: String.raw`\bhcaptcha\.com/`,
  "a service of captchas": String.raw`\barkoselabs\.com/|\bfuncaptcha\b|\bgeetest\b|\bTencentCaptcha\b|\bsmartcaptcha\b|\bfriendlycaptcha\b|\bmtcaptcha\b|\baltcha\b`,
};

/** By which a page asks for consent: services, and functions of the IAB's frameworks that it calls or defines. */
const CONSENT: Marks = {
  "the IAB": String.raw`\b__tcfapi\b|\b__gpp\b|\b__cmp\b`,
  "a service of consents": String.raw`\b(?:onetrust|cookielaw|cookiebot|didomi|usercentrics|consentmanager|trustarc|iubenda|contentpass|sp_choice|fundingchoices)|\bconsent\.(?:google|youtube|yahoo)\.|\bquantcast\b|\bsourcepoint\b|\bguce\.`,
};

/** By which a page sells what is left out. */
const PAYWALLS: Marks = {
  "a paywall": String.raw`\b(?:class|id)\s*=\s*["'][^"'<>]{0,200}?(?:pay-?wall|reg-?wall|subscriber-only|premium-(?:content|article|wall)|tp-modal)`,
  "a service of paywalls": String.raw`\btinypass\.com\b|\bpiano\.io\b|\bpoool\.(?:fr|tech)\b|\bpelcro\.com\b|\bzephr\b|\bleaky-?paywall|\bwallkit\b`,
};

/** By which a domain without a site is shown or sold, and programs that manage the accounts of hosts. */
const PARKING: Marks = {
  "a service of parked domains": String.raw`\bsedo(?:parking)?\.com\b|\bparkingcrew\.net\b|\bbodis\.com\b|\bafternic\.com\b|//(?:www\.)?dan\.com\b|\bhugedomains\.com\b|\b(?:cash|domain)parking\b|\babove\.com\b|\bparklogic\b|\bundeveloped\.com\b|\bnamebright\b|\bdynadot\.com\b|\bepik\.com\b|\bgodaddy\.com/domainsearch|\badsense/domains/caf\.js|/lander\b|\bparking-?(?:page|lander)\b`,
  "a program of hosts": String.raw`/cgi-sys/(?:suspendedpage|defaultwebpage)|\bcPanel\b|\bPlesk\b|\bDirectAdmin\b|\bISPmanager\b|\bHostinger\b`,
};

/** What marks of services are searched for. */
export type ServiceUse = "test-page" | "test-script" | "consent" | "paywall" | "parking";

const USES: Readonly<Record<ServiceUse, RegExp>> = {
  "test-page": searchFor(TEST_PAGES),
  "test-script": searchFor(TEST_SCRIPTS),
  consent: searchFor(CONSENT),
  paywall: searchFor(PAYWALLS),
  parking: searchFor(PARKING),
};

function searchFor(marks: Marks): RegExp {
  return new RegExp(Object.values(marks).join("|"));
}

/** Returns whether HTML has a mark of a service, in time linear in its length. */
export function hasMark(html: string, use: ServiceUse): boolean {
  return USES[use].test(html);
}
