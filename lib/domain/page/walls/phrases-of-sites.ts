/**
 * What sites say in place of a text, in their titles and at the beginnings of sentences: parts of regular
 * expressions in small letters, language by language. A sentence speaks of what was asked for, so that the login
 * box and the advertisements that stand on each page of a site do not say it.
 */
export const SITE_PHRASES = {
  login: {
    titles: String.raw`
      (?!how |why |when |where |what |the )(?:\S{1,20} ){0,2}(?:log ?-?in|sign ?-?in|log ?on|sign ?on|authentication)(?: page| form| required| here| to (?:continue|your .*|.* account|\S+)| or .*|/.*)?
      (?:user|my|your) account
      (?:login|authentication|authori[sz]ation|membership|registration|subscription|password|account) required
      (?:user )?(?:registration|sign ?-?up|register)(?: form)?|create (?:an |your |new )*account
      members? (?:only|area|section)|user control panel
      (?:protected|password[- ]protected|private|restricted)(?: page| area| content| site)?|authentication
      single sign-?on|(?:enter |your )*password
      (?:forgot(?:ten)?|lost|reset|recover)(?: your| my)? password|unauthori[sz]ed|welcome back
      (?:bitte )?(?:anmeld(?:en|ung)|einloggen|registrier(?:en|ung))|mitgliederbereich|geschützter bereich
      passwort(?: vergessen)?
      (?:se )?connexion|(?:s')?identifi(?:er|cation|ez-vous)|connectez-vous|inscription
      (?:espace|accès) (?:membres?|client|abonnés?|réservé)|mot de passe(?: oublié)?|s'inscrire
      créer un compte
      (?:iniciar|inicio de|inicia) sesión|acceso(?: usuarios?| clientes?)?|acceder|ingresar
      identif[ií](?:carse|cate|quese)|regístrate|registrarse|área (?:privada|de (?:socios|clientes|miembros))
      contraseña
      acced[ie]|accesso(?: utenti| riservato)|area riservata|registra(?:ti|zione)|iniciar sessão|acessar
      cadastr(?:o|e-se)|área (?:restrita|do cliente|de membros)|senha
      inlogg(?:en|ning)|aanmelden|registreren|ledenlogin|zaloguj(?: się)?|logowanie|rejestracja|strefa klienta
      hasło|přihlá(?:šení|sit)(?: se)?|registrace|heslo
      вход(?: .{0,20})?|войти|авторизация|регистрация|личный кабинет|пароль|вхід|увійти|авторизація|реєстрація
      (?:üye |kullanıcı )?giri[sş](?:i| yap)?|oturum aç(?:ma)?|kayıt ol|logga in|log (?:ind|inn)|logg inn
      kirjaudu(?: sisään)?|kirjautuminen|bejelentkezés|belépés|regisztráció|autentificare|conectare
      înregistrare|đăng (?:nhập|ký)|masuk|daftar
      σύνδεση|είσοδος
      ログイン|サインイン|会員(?:登録|ログイン|専用)|ユーザー?登録|パスワード|(?:用户|会员|用戶|會員)?(?:登录|登錄|登入|登陆)|(?:用户|会员)注册|(?:회원 ?)?로그인
      회원 ?가입|تسجيل (?:الدخول|حساب)|دخول|כניסה|התחברות|ورود|เข้าสู่ระบบ|लॉग ?इन
    `,
    sentences: String.raw`
      you (?:must|need to|have to|should|are required to)(?: first| be)* (?:log(?:ged)?[ -]?(?:in|on)|sign(?:ed)? (?:in|on|up)|regist(?:er|ered)|authenticated?|a (?:registered )?(?:member|user))[^.]{0,40} (?:to|before|in order to) (?:you can )?(?:view|see|read|access|continue|proceed|enter|open|visit|use|get|perform)
      you (?:must|need to|have to)(?: first| be)* (?:log(?:ged)?[ -]?(?:in|on)|sign(?:ed)? (?:in|on|up))(?: first)?[.!]?$
      (?:please )?(?:log|sign)[ -]?(?:in|on)(?: or [a-z ]{2,30}| with [^.]{1,40}| below| first)? (?:to|before|in order to) (?:continue|proceed|view|see|read|access|enter|open|visit|get)
      (?:this|the) (?:content|page|area|section|forum|topic|thread|article|post|document|site|website|resource|gallery|board|wiki)[^.]{0,40} (?:is|are) [^.]{0,40}(?:for|to|by) (?:our )?(?:registered|logged[- ]?in|authenticated|members)
      (?:this|the) (?:content|page|area|section|forum|post|document|site|website|resource|gallery|board)[^.]{0,40} (?:is (?:password[- ]protected|private)|requires (?:you to (?:log|sign|be)|a (?:login|password)|authentication|registration|an account))
      only (?:registered |logged[- ]?in |authenticated )*(?:members|users) (?:are allowed to|can|may) (?:view|see|read|access|enter)
      (?:guests|visitors|unregistered users) (?:can ?not|can't|are not allowed to|may not) (?:view|see|read|access)
      to (?:continue|view|see|read|access|proceed)[^.,]{0,40},? (?:please |you (?:must|need to|have to) )?(?:first )?(?:be )?(?:log|sign)
      to view it,? please enter your password|(?:login|authentication|registration) (?:is )?required
      your session (?:has )?(?:expired|timed out)
      (?:sie|du|bitte)[^.]{0,60} (?:anmelden|einloggen|angemeldet|eingeloggt|registrieren|registriert|an|ein)[^.]{0,20},? um [^.]{0,60}(?:sehen|lesen|zugreifen|zuzugreifen|fortzufahren|aufzurufen|nutzen|gelangen)
      um [^.]{0,60}(?:sehen|lesen|fortzufahren|zugreifen)[^.]{0,30} (?:anmelden|einloggen|angemeldet|eingeloggt|registrieren)
      (?:diese|dieser|dieses)[^.]{0,40} (?:ist|sind|steht) [^.]{0,40}(?:mitglieder|angemeldete|registrierte|passwortgeschützt)
      (?:vous devez|veuillez|merci de|il faut)[^.]{0,40} (?:connect(?:er|é)|identifi(?:er|é)|inscri(?:re|t)|membre)[^.]{0,30} (?:pour|afin)
      pour (?:continuer|voir|lire|accéder|consulter|afficher)[^.]{0,60} (?:connect|identifi|inscri)
      (?:cette|ce|ces)[^.]{0,40} (?:est|sont) (?:réservée?s?|accessibles? (?:uniquement|seulement)|protégée?)
      (?:debe|debes|necesita|necesitas|tiene que|tienes que|inicie|inicia)[^.]{0,40} (?:sesión|registrad[oa]|registrarse|identificarse|conectado)[^.]{0,30} para
      para (?:continuar|ver|leer|acceder)[^.]{0,60} (?:sesión|registr|identif)
      (?:este|esta)[^.]{0,40} (?:está|es) [^.]{0,30}(?:solo|sólo|únicamente|reservad[oa]|disponible)[^.]{0,20} (?:miembros|usuarios registrados|socios)
      (?:devi|effettua|è necessario|bisogna)[^.]{0,40} (?:login|accedere|l'accesso|registrar(?:ti|si)|accesso|autenticat[oi])[^.]{0,30} per
      per (?:continuare|vedere|leggere|accedere|visualizzare)[^.]{0,60} (?:login|accedi|registr)
      (?:questa|questo)[^.]{0,40} è [^.]{0,20}riservat[oa]
      (?:você|faça|é (?:necessário|preciso)|precisa)[^.]{0,40} (?:login|logad[oa]|entrar|conectad[oa]|cadastr\S*)[^.]{0,30} para
      para (?:continuar|ver|ler|acessar)[^.]{0,60} (?:login|entre|cadastr)
      (?:este|esta)[^.]{0,40} (?:é|está) [^.]{0,20}restrit[oa]
      (?:je moet|u moet|log)[^.]{0,40} (?:in|ingelogd|inloggen|aanmelden|geregistreerd)[^.]{0,20} om
      om [^.]{0,40}(?:te (?:lezen|zien|bekijken|gaan))[^.]{0,30} (?:log|meld)
      (?:musisz|zaloguj|proszę)[^.]{0,40} (?:się|zalogow\S*|zarejestr\S*)[^.]{0,20},? (?:aby|żeby|by)
      aby [^.]{0,60}(?:zalog|zarejestr)
      (?:musíte|přihlaste|prosím)[^.]{0,40} (?:přihlá\S*|registr\S*|se)[^.]{0,20},? (?:abyste|pro)
      pro (?:zobrazení|pokračování|přístup)[^.]{0,40} (?:přihl|registr)
      (?:вы должны|вам (?:нужно|необходимо)|необходимо|пожалуйста,?|войдите|авторизуйтесь)[^.]{0,50},? (?:чтобы|для)
      (?:чтобы|для)[^.]{0,50} (?:просмотр|прочитать|увидеть|доступ|продолж)[^.]{0,50} (?:войти|войдите|авториз|зарегистр)
      (?:эта|этот|раздел|страница)[^.]{0,40} (?:доступн|только)[^.]{0,30} (?:зарегистр|авториз|пользовател|участник)
      щоб [^.]{0,50}(?:увійдіть|увійти|зареєструйтесь)
      (?:bu|devam|görüntülemek|görmek|okumak)[^.]{0,60} (?:giriş yap|oturum aç|üye ol)
      (?:du måste|logga in|du skal|du må|log ind|logg inn)[^.]{0,40} (?:för att|for at|for å)
      sinun [^.]{0,30}kirjaud|kirjaudu[^.]{0,20} (?:nähdäksesi|jatkaaksesi)
      (?:a |az )?[^.]{0,40}(?:megtekintéséhez|folytatáshoz)[^.]{0,30} (?:jelentkez|regisztr)
      (?:trebuie să)[^.]{0,30} (?:autentific|loga|conecta)
      (?:bạn (?:cần|phải)|vui lòng)[^.]{0,10} đăng nhập để
      (?:anda harus|silakan) (?:masuk|login)[^.]{0,10} untuk
      πρέπει να [^.]{0,20}συνδε
      .{0,40}ログイン(?:が必要|する必要|してください)|.{0,40}会員(?:限定|専用)(?:です|の)
      .{0,20}(?:请|您需要|需要|必须|請|您必須)(?:先)?(?:登录|登錄|登入|登陆)(?:后|後|以|才|才能|再|$)?|.{0,40}로그인(?:이 필요|해 ?주|하셔야|하세요|후)
      .{0,20}(?:يجب|يرجى|الرجاء) (?:عليك )?تسجيل الدخول
    `,
  },
  consent: {
    titles: String.raw`
      before you (?:continue|proceed)(?: to .*)?|we (?:value|respect|care about) your privacy
      (?:your )?(?:privacy|cookie|consent) (?:settings|choices|preferences|options)|cookie consent
      manage (?:your )?(?:privacy|consent|cookies)|age (?:verification|check|gate)
      are you (?:over|at least|of legal).*
      bevor (?:sie|du) (?:fortf|weiter|zu).*|(?:privatsphäre|datenschutz|cookie)-?einstellungen
      wir (?:respektieren|schätzen) ihre privatsphäre|altersprüfung|avant de continuer.*
      le respect de votre vie privée.*|antes de (?:continuar|ir a).*|valoramos (?:tu|su) privacidad
      prima di (?:continuare|procedere).*|voordat je (?:verdergaat|doorgaat).*|zanim przejdziesz.*
      szanujemy .{0,20}prywatność|než budete pokračovat.*|devam etmeden önce
      (?:прежде чем|перед тем как) (?:продолжить|перейти).*|続行する前に.*|继续(?:之前|前).*
    `,
    sentences: String.raw`
      (?:we|[\w.-]{2,40}|this (?:web)?site)(?: and (?:our|its|selected|third)[^.]{1,40})?,? (?:use|uses|value|values|respect|care about|store|process|need|ask)[^.]{0,80} (?:cookies|privacy|consent|data|permission)
      before you (?:continue|proceed)
      by (?:clicking|continuing|using|selecting|accepting|pressing)[^.]{0,80} (?:consent|agree|accept)
      you must be (?:over|at least|of legal)|are you (?:over|at least) (?:1[68]|21)
      (?:wir|diese website)[^.]{0,60} (?:cookies|privatsphäre|einwilligung|zustimmung|personenbezogen)
      (?:nous|ce site)[^.]{0,60} (?:cookies|vie privée|consentement|données)
      (?:nosotros|utilizamos|este sitio|valoramos|nós|usamos|este site|noi|questo sito|utilizziamo)[^.]{0,60} (?:cookies?|privaci?d|consent|dados|dati|datos)
      (?:wij|deze site|szanujemy|ta strona|używamy|tento web|používáme)[^.]{0,60} (?:cookies?|privacy|toestemming|prywatnoś|zgod|soukrom|souhlas)
      (?:мы|этот сайт|сайт)[^.]{0,60} (?:cookie|куки|файлы|персональн|конфиденциальн)
      .{0,40}(?:クッキー|cookie|プライバシー)|.{0,30}(?:隐私|隱私)|.{0,30}(?:쿠키|개인정보)
    `,
  },
  paywall: {
    titles: String.raw`
      subscribers only|subscribe to read|subscription required|premium content
    `,
    sentences: String.raw`
      (?:subscribe|sign up|register|join|become a (?:subscriber|member)|start your (?:free )?(?:trial|subscription)|upgrade|pay)(?: now| today| for [^.]{1,30}| or (?:log|sign) in)* to (?:continue|keep|read|unlock|access|finish) ?(?:on )?(?:reading|the (?:full|rest|whole|complete|entire)|this|more)?
      (?:this|the (?:full|rest|complete|remainder)[^.]{0,30})(?: [a-z]+)? ?(?:article|story|content|post|text|report|of this \w+)? (?:is|are)(?: only| exclusively| reserved| available| accessible| limited| exclusive)* (?:to|for|behind) (?:our |paid |paying |premium |digital )*(?:subscribers?|members?|a paywall)
      you(?:'ve| have) (?:reached|read|used|hit|viewed|run out)[^.]{0,40} (?:limit|free|articles|stories)
      to (?:continue|keep|read)[^.,]{0,40},? (?:please )?(?:subscribe|become|buy|purchase|choose|register|create (?:a|an|your) (?:free )?account)
      (?:a )?subscription is (?:required|needed)|you(?:'re| are) reading a preview
      unlock (?:this|the full) (?:article|story)|to read the full (?:story|article)$
      continue reading (?:this|your) article with
      (?:jetzt |bitte )?(?:weiterlesen (?:mit|für|ab)|lesen sie (?:weiter mit|den ganzen artikel|diesen artikel) |sie (?:möchten|wollen) weiterlesen)
      dieser (?:artikel|beitrag|inhalt|text) ist (?:nur |exklusiv )?(?:für|kostenpflichtig|abonnenten)
      exklusiv für (?:abonnenten|mitglieder|plus)|nur für abonnenten
      (?:cet article|ce contenu|la suite)[^.]{0,30} (?:est )?(?:réservée?|payant)
      il vous reste [^.]{0,20}(?:à lire|à découvrir|%)|abonnez-vous pour (?:lire|continuer|accéder)
      pour (?:lire|continuer)[^.]{0,40} abonn
      (?:este|esta)[^.]{0,40} (?:es|está)[^.]{0,30} (?:suscriptores|exclusiv[oa])
      suscríb[ae](?:te|se) para (?:seguir|continuar|leer)|para (?:seguir|continuar) leyendo
      (?:questo|l')[^.]{0,30} (?:è )?riservat[oa] agli abbonati|abbonati per (?:continuare|leggere)
      per continuare a leggere|(?:este|conteúdo)[^.]{0,30} exclusivo para assinantes
      assine para (?:continuar|ler)|para continuar lendo
      (?:dit|alleen)[^.]{0,40} (?:voor|alleen) abonnees|om verder te lezen
      (?:ten|ta|dalsza)[^.]{0,50} (?:dla )?(?:prenumerator|subskrybent)|aby czytać dalej
      (?:tento|celý|zbytek)[^.]{0,50} (?:pro )?předplatitel
      (?:den här|denna|detta|dette|denne)[^.]{0,40} (?:för|for) (?:prenumer|abonn)|prenumerera för att läsa
      abonner for at læse|(?:tämä|jatka lukemista)[^.]{0,30} tila(?:a|ajille)
      (?:эт[аоу]т?|полн|материал|статья)[^.]{0,50} (?:доступн|только)[^.]{0,30} подписчик
      чтобы (?:читать|прочитать|продолжить)[^.]{0,30} подпи
      .{0,30}(?:この記事は|続きは|続きを読むには).{0,20}(?:有料|会員|購読|登録)|.{0,20}(?:订阅|訂閱|付费|付費)(?:后|後|即可|才能)(?:阅读|閱讀|继续|查看)
      .{0,20}(?:구독|유료)(?:하|자|회원|기사).{0,16}(?:읽|이용|볼)
      (?:este|conteúdo)[^.]{0,30} (?:é )?(?:exclusivo|restrito) (?:para|a) assinantes
    `,
  },
} as const;
