/**
 * What servers and the services before them say in place of a site, in its titles and at the beginnings of
 * sentences: parts of regular expressions in small letters, language by language. A sentence speaks to the
 * visitor or of this very site, so that a text about such pages does not say it.
 */
export const SERVER_PHRASES = {
  challenge: {
    titles: String.raw`
      just a moment|one (?:more|moment|last),? (?:step|please)|attention required|please wait|hold on
      checking your browser.*|browser (?:check|verification)|validating your browser|challenge validation
      client challenge|security (?:check(?:point)?|verification|challenge)|(?:vercel )?security checkpoint
      ddos[- ]?(?:guard|protection.*)|anti-?ddos.*
      (?:human|bot|robot|captcha|visitor|user) (?:verification|check|challenge)
      captcha(?: required| challenge)?|recaptcha
      (?:please )?(?:verify|confirm|prove|checking)(?: that)? you(?:'re| are) (?:a |not a )?(?:human|(?:ro)?bot).*
      are you (?:a )?(?:human|robot|real).*|making sure you(?:'re| are) not a bot|pardon our interruption
      you have been (?:rate limited|challenged)|unusual (?:traffic|activity).*
      let's (?:confirm|make sure) you are human
      (?:nur )?einen moment(?: bitte)?|bitte warten|sicherheits(?:über)?prüfung|sicherheitsabfrage
      (?:browser|ihr browser).{0,20}(?:überprüft|prüfung)|sind sie ein mensch|bist du ein (?:mensch|roboter)
      un (?:instant|moment)(?: s'il vous plaît)?|(?:vérification|contrôle) de (?:sécurité|votre navigateur)
      veuillez patienter|êtes-vous (?:un robot|humain)
      (?:solo )?un momento(?: por favor)?|(?:comprobación|verificación|control) de seguridad
      verificación humana|espere por favor
      ¿?eres (?:un robot|humano)
      (?:solo )?un (?:momento|attimo)|(?:controllo|verifica) di sicurezza|sei un (?:robot|umano)
      (?:só )?um momento|verificação(?: de segurança| humana)?|você é (?:um robô|humano)
      (?:een moment|een ogenblik)(?: geduld| alstublieft)?|(?:beveiligings|veiligheids)controle
      ben je een robot
      (?:jeszcze )?chwileczkę|proszę czekać|weryfikacja(?: bezpieczeństwa| przeglądarki)?
      kontrola bezpieczeństwa|czy jesteś (?:robotem|człowiekiem)|okamžik(?: prosím)?|počkejte prosím
      bezpečnostní (?:kontrola|ověření)
      (?:один )?(?:момент|секунду|минуту)|подождите.*|проверка (?:безопасности|браузера|вашего браузера).*
      вы (?:не )?робот|подтвердите.{0,20}не робот|зачекайте.*|перевірка (?:безпеки|браузера)
      (?:bir dakika|lütfen bekleyin|bir saniye)(?: lütfen)?|güvenlik (?:kontrolü|doğrulaması)
      robot (?:musunuz|değilim)
      (?:少々|しばらく)お待ちください|セキュリティ(?:チェック|確認|検証).*|ロボットではありません|画像認証
      请(?:稍候|稍等|等待).*|請(?:稍候|稍等).*|(?:安全|人机|人機|滑动|身份|访问)(?:验证|檢查|检查|驗證|检测).*|验证码|驗證碼|正在(?:验证|检查).*
      잠시만 기다려.*|(?:보안|사람) (?:확인|검사|인증)|로봇이 아닙니다
      ett ögonblick|vänta.*|säkerhetskontroll|et øjeblik|vent venligst|et øyeblikk|sikkerhedskontrol|hetkinen
      turvatarkistus|egy pillanat|biztonsági ellenőrzés|un moment.*|verificare de securitate
      vui lòng (?:đợi|chờ).*|mohon tunggu.*|pemeriksaan keamanan
      (?:لحظة|انتظر).*|التحقق (?:الأمني|من الأمان)|περιμένετε.*|έλεγχος ασφαλείας
    `,
    sentences: String.raw`
      checking (?:if the site connection is secure|your browser|you(?:'re| are))
      (?:we(?:'re| are)? )?(?:verifying|checking)(?: that| whether| if)? (?:you(?:'re| are)|your (?:browser|connection|request))
      verify(?:ing)?(?: that)? you(?:'re| are) (?:a |not a )?(?:human|(?:ro)?bot|real)
      (?:to continue,? )?(?:please )?(?:verify|confirm|prove|show us)(?: to us)?(?: that)? you(?:'re| are) (?:a |not a )?(?:human|(?:ro)?bot|real)
      enable javascript and cookies to continue
      .{0,80}needs to (?:review|verify) the security of your connection
      (?:please )?(?:complete|solve|pass|finish|answer) (?:the|this|a)(?: following| short)? (?:captcha|security check|challenge|puzzle|verification)
      (?:please )?(?:enter|type) the (?:characters|letters|code|text|words)(?: that)? (?:you see|(?:shown|displayed)?\s?(?:in|from|below|above))
      as you were browsing.{0,60}something about your browser|this process is automatic
      your browser will redirect to|ddos protection by
      this website is (?:using|protected by) a? ?(?:anti-?bot|anti-?ddos|bot)
      (?:our systems have|we(?:'ve| have)?) (?:detected|noticed) (?:some )?unusual (?:traffic|activity)
      we (?:just )?need to (?:make sure|check|verify|confirm)(?: that)? you(?:'re| are)
      you(?:'re| are) seeing this because the administrator|making sure you(?:'re| are) not a bot
      i(?:'m| am) not a robot[.!]?$|press (?:and|&) hold
      .{0,40}(?:requires|needs) javascript.{0,40}(?:verify|check|security)
      (?:your|the) (?:browser|connection) is being (?:checked|verified)
      (?:please )?(?:wait|stand by|hold on) while (?:we|your)(?: request| browser| connection)?(?: is| are)?(?: being)? ?(?:check|verif|confirm)
      click (?:the|this) (?:box|button).{0,30}(?:human|robot)
      access to this page has been denied because we believe you are using automation
      unable to verify (?:that )?you
      (?:ihr|dein|der) browser wird (?:über)?prüft|(?:wir )?(?:über)?prüfen(?: wir)?,? (?:ob|ihren|deinen)
      (?:bitte )?bestätigen sie,? dass sie (?:kein roboter|ein mensch)|(?:bitte )?bestätige,? dass du
      (?:bitte )?(?:lösen|geben) sie (?:das captcha|die (?:zeichen|aufgabe))|ich bin kein roboter[.!]?$
      .{0,80}muss die sicherheit ihrer verbindung|aktivieren sie javascript und cookies
      (?:wir haben|es wurde) .{0,20}ungewöhnliche[rn]? (?:datenverkehr|aktivität)
      (?:nous )?vérifi(?:ons|cation)(?: de| que| si)? (?:vous|votre)
      (?:veuillez )?(?:confirmer|confirmez|vérifier|vérifiez|prouvez) que vous (?:n'?êtes pas un robot|êtes (?:bien )?(?:un )?humain)
      je ne suis pas un robot[.!]?$|.{0,80}doit vérifier la sécurité de votre connexion
      (?:veuillez )?activer? javascript et les cookies
      (?:veuillez )?(?:résoudre|compléter|saisir|saisissez) (?:le captcha|les caractères)
      (?:estamos )?(?:verificando|comprobando)(?: que| si)? (?:usted|eres|su|tu|la)
      (?:verifique|verifica|confirme|confirma|demuestre) que (?:no )?(?:es|eres) (?:un )?(?:robot|ser humano|humano)
      no soy un robot[.!]?$|.{0,80}(?:debe|necesita) (?:revisar|verificar) la seguridad de (?:su|tu) conexión
      (?:habilite|active) javascript y (?:las )?cookies
      (?:complete|resuelva|introduzca) (?:el captcha|los caracteres)
      (?:stiamo )?(?:verificando|controllando)(?: che| se)? 
      (?:verifica|conferma|dimostra)(?:re)? di (?:non essere un robot|essere (?:un )?umano)
      non sono un robot[.!]?$|.{0,80}deve verificare la sicurezza della (?:tua|sua) connessione
      (?:estamos )?verificando (?:se|que) você
      (?:verifique|confirme|prove) que você (?:não )?é (?:um )?(?:robô|humano)|não sou um robô[.!]?$
      .{0,80}precisa (?:verificar|revisar) a segurança d[ae]
      (?:we )?controleren of|(?:bevestig|controleer) dat je (?:geen robot|een mens) bent
      ik ben geen robot[.!]?$|.{0,80}moet de beveiliging van je verbinding
      (?:sprawdzamy|trwa (?:sprawdzanie|weryfikacja)|weryfikujemy)
      (?:potwierdź|udowodnij),? że (?:nie )?jesteś (?:robotem|człowiekiem)|nie jestem robotem[.!]?$
      (?:ověřujeme|probíhá ověř|kontrolujeme),?|(?:potvrďte|ověřte),? že (?:nejste robot|jste člověk)
      nejsem robot[.!]?$
      (?:мы )?провер(?:яем|ка)(?:,? что| ваш)? (?:вы|ваш|браузер)
      (?:подтвердите|докажите),? что вы (?:не робот|человек)|я не робот[.!]?$
      .{0,80}(?:запросы|активность) .{0,40}(?:похожи|автоматическ)|(?:введите|решите) (?:символы|код|капчу)
      (?:включите|разрешите) javascript и cookie|перевір(?:яємо|ка).{0,20}браузер|підтвердіть,? що ви
      (?:tarayıcınız|bağlantınız).{0,30}(?:kontrol ediliyor|doğrulanıyor)
      (?:lütfen )?(?:insan|robot) ol(?:duğunuzu|madığınızı) doğrula|ben robot değilim[.!]?$
      .{0,60}bağlantınızın güvenliğini
      .{0,40}(?:ブラウザ|接続|アクセス).{0,20}(?:確認|検証|チェック)して(?:い|お)|.{0,20}(?:ロボット|人間)で(?:ない|ある|はない)こと|私はロボットではありません
      .{0,30}(?:文字|コード)を入力して|続行するには.{0,20}javascript
      .{0,20}正在(?:检查|检测|验证|確認|檢查|驗證)(?:您|你|浏览器|瀏覽器|访问)
      .{0,20}(?:验证|確認|确认|证明|證明)(?:您|你)(?:是|不是)(?:真人|人类|人類|机器人|機器人)
      .{0,20}(?:完成|通过|输入|輸入|拖动)(?:以下|下方|下列|上图|图片|滑块)?.{0,6}(?:验证|驗證|验证码|滑块|拼图)|我不是机器人
      (?:kontrollerar|verifierar) (?:din|att du)|bekräfta att du (?:inte är en robot|är människa)
      jag är inte en robot|(?:bekræft|bekreft),? at du (?:ikke er en robot|er (?:et )?menneske)
      (?:tarkistamme|vahvista,? että (?:et ole robotti|olet ihminen))|(?:ellenőrizzük|igazolja,? hogy)
      (?:verificăm|confirmați că (?:nu )?sunteți)|(?:đang kiểm tra|xác (?:minh|nhận) (?:rằng )?bạn)
      (?:memeriksa|verifikasi bahwa) (?:browser )?anda
      .{0,40}(?:브라우저|연결).{0,20}확인|.{0,30}(?:사람인지|로봇이 아님을?|로봇이 아닌지) 확인|(?:نحن )?نتحقق من
      (?:تأكد|تحقق|أثبت).{0,12}(?:أنك|إنسان|روبوت)|أنا لست برنامج روبوت|(?:ελέγχουμε|επιβεβαιώστε ότι)
    `,
  },
  blocked: {
    titles: String.raw`
      access (?:to this (?:page|site|website) )?(?:has been |is |was )?(?:denied|blocked|restricted|forbidden)
      (?:you(?:'ve| have)? been |request |ip (?:address )?|your ip (?:address )?(?:has been |is )?|this page is |page |visitor |traffic )?(?:blocked|banned)
      (?:http )?(?:error )?403(?: error)?(?:[ -]*forbidden)?|forbidden
      request (?:rejected|unsuccessful|denied|blocked)|security (?:violation|alert|block)|not acceptable!?
      attention required|web ?site firewall|web application firewall|(?:error )?(?:1020|1015|1009|1006)
      too many requests|rate limit(?:ed| exceeded)
      unavailable (?:in your (?:region|country|location)|for legal reasons)
      not available in your (?:region|country|location)|(?:sucuri|wordfence|imunify360|cloudproxy).*
      suspicious activity.*
      (?:der )?zugriff (?:wurde )?(?:verweigert|gesperrt|abgelehnt|blockiert)|zugang (?:verweigert|gesperrt)
      gesperrt|verboten|anfrage (?:blockiert|abgelehnt)
      accès (?:refusé|interdit|bloqué|restreint)|vous avez été bloqué|interdit
      acceso (?:denegado|bloqueado|restringido|prohibido)|prohibido|has sido bloqueado
      accesso (?:negato|bloccato|vietato)|acesso (?:negado|bloqueado|proibido|restrito)
      toegang (?:geweigerd|ontzegd|geblokkeerd)
      (?:brak dostępu|odmowa dostępu|dostęp (?:zabroniony|zablokowany))
      přístup (?:odepřen|zamítnut|zakázán|zablokován)|erişim (?:engellendi|reddedildi|engeli)|access denied.*
      åtkomst nekad|adgang nægtet|ingen tilgang|pääsy (?:kielletty|estetty)|hozzáférés megtagadva
      acces (?:interzis|restricționat)|truy cập bị từ chối|akses ditolak
      доступ (?:запрещ[её]н|ограничен|заблокирован|закрыт|заборонено)|δεν επιτρέπεται η πρόσβαση
      アクセス(?:が|は)?(?:拒否|禁止|制限|ブロック).*|访问(?:被)?(?:拒绝|禁止|阻断|拦截|受限).*|(?:请求|您的访问)(?:已?被)(?:阻断|拦截|拒绝).*|禁止访问|拒絕存取
      접근(?:이)? (?:거부|차단|제한).*|(?:تم )?(?:رفض|حظر) (?:الوصول|الدخول)
    `,
    sentences: String.raw`
      you(?:'ve| have)? been (?:temporarily |permanently )?(?:blocked|banned|denied access)
      you (?:do not|don't) have (?:permission|access|authori[sz]ation) to (?:access|view|see|enter|open) (?:this|the|/|"|http)
      you are (?:not (?:allowed|authori[sz]ed|permitted) to|unable to) (?:access|view|visit|enter|see) (?:this|the|[\w.-]+\.[a-z])
      (?:your|this) (?:ip(?: address)?|request|access|connection|browser|country|network|device|client|session|activity)(?: to (?:this|the) \w+| from [^.]{1,40}| \(?[\d.:a-f]+\)?)? (?:has been|have been|was|is|are|were) (?:temporarily |permanently |automatically |currently )?(?:blocked|banned|denied|rejected|restricted|flagged|limited|not allowed|blacklisted|identified)
      access (?:to (?:this|the) (?:page|site|website|service|resource|server|area|content|requested)[^.]{0,40}|from your (?:ip|country|region|network|area|location)[^.]{0,40})?\s?(?:has been|is|was) (?:temporarily |permanently |currently )?(?:denied|blocked|restricted|forbidden|limited|disabled|not allowed)
      (?:the )?request(?:ed url)? (?:unsuccessful|was rejected|was blocked|has been blocked|could not be satisfied|blocked)
      this (?:website|site|page) is using a security service to protect itself
      (?:this|the) (?:website|site|page|content|service|resource|video) is (?:not|un)\s?available (?:in|to|from|for) (?:your|users|visitors|the european)
      (?:the )?owner of (?:this|the) (?:website|site).{0,60}has banned
      an appropriate representation of the requested resource could not be found
      (?:a|this) (?:firewall|security (?:rule|policy|system)|web application firewall) .{0,60}(?:block|reject|den)
      block(?:ed)? (?:reason|by|because|url|id)
      (?:we|our) (?:have |has )?(?:blocked|restricted|detected) (?:your|access|suspicious|malicious|automated)
      why (?:have i been|was i|am i) blocked
      automated (?:access|requests|queries|traffic) .{0,40}(?:not (?:allowed|permitted)|prohibited|detected|blocked)
      we(?:'re| are) (?:unable|not able) to (?:serve|process|fulfill|show) (?:your|this)
      you have (?:reached|exceeded) (?:the|your) (?:limit|maximum|number)|too many requests
      (?:ihr|der|ihre) (?:zugriff|zugang|ip-?adresse|anfrage)(?: auf [^.]{1,40}| von [^.]{1,40})? (?:wurde|ist|wird) [^.]{0,60}(?:verweigert|gesperrt|blockiert|abgelehnt|eingeschränkt)
      sie wurden (?:blockiert|gesperrt)
      sie (?:haben|sind) (?:keine (?:berechtigung|zugriffsrechte)|nicht berechtigt)
      (?:diese|die) (?:seite|website|inhalte?) (?:ist|sind) in ihrem (?:land|region)
      (?:votre|l') ?(?:accès|adresse ip|ip|requête|demande)(?: à [^.]{1,40}| depuis [^.]{1,40})? (?:a été|est) (?:temporairement )?(?:refusée?|bloquée?|rejetée?|restreinte?)
      vous avez été bloqué|vous n'(?:êtes pas autorisé|avez pas (?:la permission|l'autorisation|accès))
      (?:este|esta|ce|cette) (?:site|page|contenu|sitio|página) n'est pas disponible dans votre
      (?:su|tu|el) (?:acceso|dirección ip|ip|solicitud)(?: a [^.]{1,40}| desde [^.]{1,40})? (?:ha sido|está|fue) (?:temporalmente )?(?:denegad|bloquead|rechazad|restringid)[oa]
      (?:usted )?(?:ha|has) sido bloquead[oa]|no (?:tiene|tienes|está|estás) (?:permiso|autorizad|acceso)
      (?:il tuo|l'|il suo) ?(?:accesso|indirizzo ip|ip|richiesta)[^.]{0,40} (?:è stat[oa]|è) (?:negat|bloccat|rifiutat)[oa]
      non (?:hai|si dispone|sei) (?:il permesso|dell'autorizzazione|autorizzat|i permessi)
      (?:o )?(?:seu|o) (?:acesso|endereço ip|ip|pedido)[^.]{0,40} (?:foi|está) (?:temporariamente )?(?:negad|bloquead|recusad|restrit)[oa]
      você (?:foi bloquead|não tem permissão|não está autorizad)
      (?:uw|je|de) (?:toegang|ip-?adres|verzoek)[^.]{0,40} (?:is|wordt|werd) (?:tijdelijk )?(?:geweigerd|geblokkeerd|ontzegd)
      je bent geblokkeerd
      (?:twój|dostęp|twoje)[^.]{0,50} (?:został[oa]?|jest) (?:zablokowan|odrzucon|zabronion)
      nie masz (?:uprawnień|dostępu)
      (?:váš|vaše|přístup)[^.]{0,50} (?:byla?|je) (?:zablokován|odmítnut|zamítnut|zakázán)
      nemáte (?:oprávnění|přístup)
      (?:erişiminiz|ip adresiniz|isteğiniz|bu siteye)[^.]{0,40}(?:engellen|reddedil|kısıtlan)
      (?:din|ditt|åtkomst)[^.]{0,40} (?:har|är) (?:blockerats|blockerad|nekats)
      (?:din|adgang)[^.]{0,40} (?:er|er blevet) (?:blokeret|blokkert|nægtet)
      (?:ваш|доступ|вам)[^.]{0,60} (?:был[ао]?|временно |)\s?(?:заблокирован|запрещ[её]н|ограничен|отклон[её]н|закрыт)
      вы (?:были )?заблокированы|у вас (?:нет|недостаточно) прав|ваш[аеу]?[^.]{0,40}заблоковано
      .{0,40}(?:アクセス|リクエスト|ip ?アドレス)(?:が|は|を).{0,12}(?:拒否|禁止|制限|ブロック)(?:され|し)
      .{0,30}(?:ip|访问|请求|地址|操作)(?:已|已经)?被.{0,10}(?:拒绝|禁止|阻断|拦截|限制|封禁)|.{0,20}(?:没有权限|無權|无权)(?:访问|存取)
      .{0,40}(?:접근|접속|요청|ip).{0,12}(?:차단|거부|제한)(?:되|하)|(?:تم|لقد تم) (?:حظر|رفض|منع)
      (?:hemos|se ha) detectado [^.]{0,20}(?:inusual|sospechos)
      nous avons détecté [^.]{0,30}(?:inhabituelle|suspecte)|detectamos [^.]{0,20}(?:incomum|suspeit)
      abbiamo rilevato [^.]{0,20}(?:insolit|sospett)
      (?:wir haben|es wurden?) [^.]{0,30}(?:ungewöhnliche|verdächtige)
    `,
  },
  "no-site": {
    titles: String.raw`
      (?:this )?account (?:has been |is )?(?:suspended|disabled|expired|deactivated|terminated)
      (?:this )?(?:web)?site (?:has been |is )?(?:suspended|disabled|deactivated|expired|not (?:found|published|configured|available)|no longer (?:available|active))
      suspended (?:account|domain|(?:web)?site|page)
      (?:this )?domain (?:name )?(?:has |is |may be )?(?:been )?(?:parked|suspended|expired|for sale|registered|available|not (?:configured|connected|claimed)|default page|default)
      (?:buy|purchase) (?:this domain|[\w-]+(?:\.[a-z]{2,})+)|parked (?:domain|page|at .*)|domain parking
      (?:apache2? .*)?(?:default|test) page.*
      (?:apache|nginx|httpd|tomcat|lighttpd|caddy|litespeed|openresty|http server|web server|centos|fedora|ubuntu|debian|red hat|iis|plesk|cpanel).{0,40}(?:default|test|welcome).*
      welcome to (?:nginx|apache|openresty|centos|caddy|tengine|litespeed|lighttpd|plesk|cpanel|our new (?:web)?site|your new (?:web)?site).*
      iis windows(?: server)?|iis\d+|it works!?|web ?server(?:'s)? default page
      default (?:web ?site|server|domain|index|parallels plesk.*|plesk)(?: page)?
      (?:site|website) (?:not found|coming soon|under construction)|coming soon|under construction
      hosting(?:er)? .*default.*|no (?:web)?site (?:configured|here|at this address).*|future home of.*
      hello,? world!?
      [\w-]+(?:\.[a-z]{2,})+ (?:is |may be |- )?(?:for sale|parked|available|expired|registered|steht zum verkauf|est à vendre|se vende|à venda|na sprzedaż|продаётся|продается|satılık|te koop|è in vendita)(?: .*)?
      (?:konto|domain|webseite|website|internetseite|account) (?:wurde |ist )?(?:gesperrt|deaktiviert|abgelaufen|geparkt|registriert|zu verkaufen)
      (?:diese )?domain (?:steht )?zum verkauf|hier entsteht.*|(?:website|seite) im aufbau|domain reserviert
      domaine? (?:à vendre|réservée?|suspendue?|expirée?)|compte suspendu|site (?:suspendu|en construction)
      (?:cuenta|sitio|dominio|página)(?: web)? (?:suspendid|desactivad|en venta|caducad|expirad|aparcad|en construcción)[oa]?
      (?:conta|site|domínio) (?:suspens|desativad|à venda|expirad|em construção)[oa]?
      (?:account|sito|dominio) (?:sospeso|in vendita|scaduto|parcheggiato|in costruzione)
      (?:domein|account|website) (?:te koop|geblokkeerd|opgeschort|verlopen|gereserveerd)
      (?:konto|strona|domena|serwis) (?:zawieszon[ea]|zablokowan[ea]|na sprzedaż|wygasła|zaparkowana|w budowie)
      (?:účet|doména|web|stránka) (?:pozastaven[aý]?|na prodej|vypršela|zaparkována|ve výstavbě)
      (?:hesap|site|alan adı)[^.]{0,10} (?:askıya alındı|satılık|süresi dol)
      (?:аккаунт|сайт|домен|хостинг)[^.]{0,20} (?:заблокирован|приостановлен|отключ[её]н|прода[её]тся|припаркован|не (?:настроен|найден|опубликован)|в разработке)
      (?:账户|账号|网站|域名|站点)(?:已)?(?:被)?(?:暂停|停用|关闭|过期|出售|到期|不存在).*|(?:アカウント|サイト|ドメイン)(?:は|が)?(?:停止|販売|期限切れ|準備中).*
      (?:계정|도메인|사이트).{0,6}(?:정지|판매|만료).*
      (?:web)?site expired|expired
    `,
    sentences: String.raw`
      this (?:account|(?:web)?site|domain|webpage|page|hosting account|user|server)(?:'s [a-z ]{1,30})? (?:has been|is|was|has)(?: currently| temporarily| permanently| no longer)? (?:suspended|disabled|deactivated|terminated|expired|on hold|frozen|closed|active)
      (?:your|the) (?:hosting )?account (?:has been|is) (?:suspended|disabled)
      (?:(?:the |this )?domain(?: name)? )?(?:[\w-]+(?:\.[a-z]{2,})+ )?(?:is|has been|may be|has|was)(?: now| currently| recently| just| still| available)* (?:for sale|parked|registered|expired|available for (?:sale|purchase)|reserved|up for|not (?:been )?(?:configured|connected|pointed))
      (?:buy|purchase|get|make an offer on|inquire about|interested in(?: buying| purchasing)?|own) this domain
      (?:the )?owner of this domain
      this (?:web ?page|domain|page|site) (?:is|was) (?:parked|generated|provided|created)[^.]{0,40}(?:free|courtesy|by the domain|parking|using sedo|registrar)
      (?:if )?you(?:'re| are)? (?:see(?:ing)?|can (?:see|read)) this page,? (?:the|this|it means|then|because|(?:your|our) )
      if you are the (?:owner|administrator|web(?:site)? administrator)(?: of this (?:web)?site|,)
      this (?:page|is the default (?:web ?page|page|index|welcome))(?: is)?(?: used)? (?:to test|for this|for the|of this|is the default|shown|that)
      this is the default|the web server software is running|it works!?$
      no content has been (?:added|uploaded)
      there is no (?:website|web site|site) (?:configured|at this address|here)
      this (?:web)?site (?:has not|hasn't|is not|isn't)(?: yet)?(?: been)? (?:published|configured|set up|connected|available|created)
      (?:the )?(?:web)?site you (?:were looking for|requested|are looking for) (?:has been|is|could not|doesn't|does not|was)
      (?:web ?hosting|hosting) (?:has|is) (?:been )?(?:suspended|disabled|activated)|future home of
      (?:contact|please contact) (?:your|the) (?:hosting|web host|service) provider
      this domain(?: name)? (?:has )?(?:recently )?(?:been )?(?:registered|expired)
      (?:the )?(?:sponsored listings displayed|related searches:?$|related links:?$)
      deploy(?:ment)? (?:not found|your)|no such app|there isn't a [a-z ]+ (?:site|page) here
      (?:repository|app|application|project) not found
      (?:diese|die|dieser|dieses)[^.]{0,30} (?:domain|webseite|website|internetpräsenz|account|konto|homepage|internetadresse|webpräsenz)?[^.]{0,30} ?(?:wurde|ist|steht|wird)[^.]{0,30} (?:gesperrt|deaktiviert|zum verkauf|geparkt|registriert|abgelaufen|reserviert|zu verkaufen|nicht erreichbar|eingerichtet)
      (?:diese )?domain kaufen|hier entsteht|sie können (?:diese|die) domain
      (?:ce|cette|le|la) (?:compte|site(?: web)?|nom de domaine|domaine|page|hébergement)[^.]{0,30} (?:a été|est)[^.]{0,15} (?:suspendue?|désactivée?|à vendre|réservée?|expirée?|parquée?|enregistrée?|en construction)
      (?:acheter|achetez) (?:ce|le) (?:nom de )?domaine
      (?:est[ea]|la|el) (?:cuenta|sitio(?: web)?|dominio|página)[^.]{0,30} (?:ha sido|está|fue|se encuentra)[^.]{0,15} ?(?:suspendid|desactivad|en venta|caducad|expirad|aparcad|registrad|en construcción|bloquead)
      compr(?:ar?|e) este dominio
      est[ea] (?:conta|site|domínio|página)[^.]{0,30} (?:foi|está)[^.]{0,15} ?(?:suspens|desativad|à venda|expirad|registrad|em construção|bloquead)
      (?:questo|questa) (?:account|sito|dominio|pagina)[^.]{0,30} (?:è stat[oa]|è)[^.]{0,15} ?(?:sospes|disattivat|in vendita|scadut|parcheggiat|registrat|in costruzione)
      (?:dit|deze|de) (?:account|website|site|domein(?:naam)?)[^.]{0,30} (?:is|staat|werd)[^.]{0,20} (?:opgeschort|geblokkeerd|te koop|verlopen|geparkeerd|geregistreerd|gereserveerd|uitgeschakeld)
      (?:to|ta|ten|strona|konto|domena)[^.]{0,40} (?:został[ao]?|jest)[^.]{0,15} ?(?:zawieszon|zablokowan|na sprzedaż|zaparkowan|wyłączon|zarejestrowan)
      (?:tento|tato|toto|účet|doména|stránka)[^.]{0,40} (?:byla?|je)[^.]{0,15} ?(?:pozastaven|zablokován|na prodej|zaparkován|deaktivován|registrován)
      (?:bu )?(?:hesap|site|alan adı|domain)[^.]{0,30}(?:askıya alın|satılık|durdurul|süresi dol)
      (?:этот |данный |ваш )?(?:сайт|аккаунт|домен|хостинг|страница)[^.]{0,40} (?:заблокирован|приостановлен|отключ[её]н|прода[её]тся|припаркован|не (?:настроен|опубликован|оплачен|привязан)|зарегистрирован)
      (?:купить|приобрести) (?:этот )?домен
      .{0,20}(?:账户|账号|帐户|网站|站点|域名|空间|網站|網域|帳戶)(?:已经?|暂时|可能|正在)?(?:被)?.{0,6}(?:暂停|停用|关闭|出售|过期|到期|停放|未备案|暫停|關閉|不存在)
      .{0,20}(?:アカウント|サイト|ドメイン|ホームページ)(?:は|が).{0,16}(?:停止|販売|期限|凍結|利用でき|失効|準備中)
      .{0,20}(?:계정|도메인|사이트|웹사이트)(?:은|는|이|가).{0,12}(?:정지|판매|만료|중지)
      (?:هذا|تم) (?:الحساب|الموقع|النطاق|إيقاف|تعليق)
      if you(?:'re| are) seeing this,? you|(?:fastly error: )?unknown domain
      your (?:web ?site|domain|hosting|account) (?:is|has been|was) (?:now )?(?:ready|live|created|set up|successfully)
      votre (?:domaine|site|hébergement)[^.]{0,30} a bien été (?:créé|installé)
    `,
  },
  outage: {
    titles: String.raw`
      (?:database|db|mysql|sql) ?(?:connection )?error
      error (?:establishing a database connection|connecting to (?:the )?(?:database|server))
      (?:http )?(?:error )?50[0234](?: error)?(?:[ -]*(?:internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out))?(?: .*)?
      internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out
      (?:temporarily |currently )?(?:unavailable|offline|down|closed)(?: for maintenance)?
      (?:site |website |server |system |scheduled |planned |down for |under |undergoing |closed for )*maintenance(?: mode| in progress| break)?
      (?:we'll|we will) be (?:right )?back(?: soon| shortly)?|(?:be )?(?:right )?back soon
      (?:site |website |forum |board |server )(?:is )?(?:temporarily |currently )?(?:offline|down|unavailable|closed)
      (?:an |application |runtime |server |fatal |system |unexpected )?error(?: occurred)?
      something went wrong|the site is experiencing technical difficulties|web server is down
      connection timed out|out of service|technical (?:difficulties|problems|issues)|oops!?|whoops!?.*
      wartung(?:sarbeiten|smodus)?
      (?:seite |website )?(?:vorübergehend )?(?:nicht (?:verfügbar|erreichbar)|offline)|datenbankfehler
      interner serverfehler|fehler|wir sind (?:gleich|bald) (?:wieder|zurück).*
      (?:site |page )?en (?:cours de )?maintenance|maintenance en cours
      erreur(?: de (?:base de données|connexion).*)?|service indisponible|(?:sitio |página )?en mantenimiento
      mantenimiento|error (?:de|al)[^.]{0,20}(?:base de datos|servidor)|servicio no disponible
      (?:sito )?in manutenzione|manutenzione|errore(?: .{0,20}(?:database|server))?
      (?:site |página )?em manutenção|manutenção|erro(?: .{0,20}(?:banco de dados|servidor))?
      onderhoud|(?:website )?(?:tijdelijk )?(?:niet beschikbaar|in onderhoud)
      (?:przerwa techniczna|prace (?:techniczne|serwisowe|konserwacyjne)|konserwacja|strona niedostępna)
      błąd(?: .{0,20}(?:bazy|serwera).*)?|(?:údržba|probíhá údržba|web je mimo provoz|stránka není dostupná)
      chyba(?: .{0,20}(?:databáz|server).*)?|bakım(?: çalışması| modu|da)?|site bakımda
      (?:технические|профилактические|ведутся технические) работы
      (?:сайт|сервис) (?:временно )?(?:недоступен|закрыт|на обслуживании|не работает)
      ошибка(?: .{0,30}(?:базы|базой|сервера).*)?|(?:техобслуживание|технічні роботи)
      underhåll|vedligeholdelse|vedlikehold|huoltokatko|karbantartás|mentenanță|bảo trì.*
      (?:dalam )?(?:pemeliharaan|perbaikan)
      (?:メンテナンス|ただいまメンテナンス|システムメンテナンス|サーバー?エラー|データベース.{0,6}エラー).*|(?:网站|系统|服务器?|網站|系統)(?:正在)?(?:维护|维修|升级|維護).*
      (?:维护中|系统维护|服务不可用|数据库(?:连接)?(?:错误|失败)|服务器错误)|(?:점검|서비스 점검|시스템 점검|서버 점검).*
      (?:صيانة|الموقع تحت الصيانة|الموقع مغلق)|συντήρηση
    `,
    sentences: String.raw`
      error establishing a database connection
      (?:could|can|can)(?: ?not|'t) (?:connect|select|open|establish a connection) ?(?:to|with)? (?:the |to )?(?:local |mysql |database|db|sql|server|redis)
      (?:unable|failed|not able) to (?:connect|select|establish a connection) (?:to|with) (?:the )?(?:mysql|database|db|sql|server|redis)
      (?:the )?(?:database|db|mysql|mariadb|postgres(?:ql)?|sql)(?: server| connection)? ?(?:is |has |could )?(?:error|failed|not available|unavailable|gone away|down|refused|not be)
      (?:fatal |parse |uncaught )?error: (?:uncaught|allowed memory|call to|maximum execution|syntax error|cannot)
      (?:fatal error|parse error|warning): .{0,60}(?:mysqli?|pdo|pg|sql|require|include|uncaught|memory|syntax)
      .{0,20}(?:mysqli?|pg|pdo|odbc)[_:]*(?:_connect|::__construct)|sqlstate\[|(?:ora|sql)-\d{4,5}
      (?:mysql|sql) ?(?:server )?(?:error|has gone away|said|:)
      (?:there (?:seems|appears) to (?:be|have been)|we(?:'re| are) (?:having|experiencing)|there (?:is|was)) (?:an? |some )?(?:problem|error|issue|slight problem|technical)[^.]{0,30} (?:with|connecting to) (?:the|our) (?:database|server|site)
      (?:we(?:'re| are)|(?:this|the|our|[\w.-]+) (?:web ?)?(?:site|page|server|forum|board|system|store|shop|service|app|application)?)[^.]{0,20}? ?(?:is|are)? ?(?:currently|temporarily|now|presently|briefly)? ?(?:performing|undergoing|under|down for|offline for|closed for|in|doing|carrying out)(?: some| a| scheduled| planned| routine| essential| brief| short| maintenance)* (?:maintenance|upgrade|update|maintenance mode|migration)
      (?:this|the|our|[\w.-]+) (?:web ?)?(?:site|page|server|forum|board|system|store|shop|service|app|application|website) (?:is|are) (?:currently|temporarily|now|presently) (?:unavailable|offline|down|closed|not available|out of service|disabled|unreachable|busy|overloaded)
      (?:we'll|we will|we should|we expect to) be (?:right )?(?:back|up)(?: up| online| again)?(?: and running)? (?:soon|shortly|later|in a (?:few|moment|while|bit)|momentarily|as soon)
      (?:the )?server (?:is|was|encountered|returned|cannot|can't|could not)(?: temporarily)? ?(?:unable|overloaded|an (?:internal )?error|busy|down|error|complete|process|not)
      (?:50[0234]|internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)(?: .{0,40})?$
      (?:the site is|we(?:'re| are)) experiencing (?:technical|some technical)
      (?:there has been|an?) (?:a )?(?:critical|internal|unexpected|application|fatal|server|unhandled|unknown)[^.]{0,20} error (?:on this|has|occurred|was|in)
      something went wrong|briefly unavailable for scheduled maintenance
      (?:this )?(?:account|site|bandwidth).{0,20}(?:bandwidth limit|limit) exceeded
      (?:the )?(?:bandwidth|resource) limit (?:has been|is|was)? ?(?:exceeded|reached)
      (?:wir|diese|unsere|die)[^.]{0,40} (?:führen|wird|befindet|ist|sind)[^.]{0,40} (?:wartung(?:sarbeiten|smodus)?|gewartet|nicht (?:verfügbar|erreichbar)|überarbeitet|offline)
      (?:fehler beim|es konnte keine|keine)[^.]{0,20} (?:aufbau|verbindung|verbinden)[^.]{0,20} ?(?:datenbank|server)?
      (?:wegen|aufgrund)[^.]{0,20} wartungs
      (?:wir sind|die seite ist|bitte versuchen sie es)[^.]{0,20} (?:in kürze|bald|später|gleich|wieder)
      (?:le|notre|ce|la|nous)[^.]{0,40} (?:est|sommes|effectuons|fait)[^.]{0,30} (?:maintenance|indisponible|inaccessible|hors ligne)
      (?:erreur (?:lors de|de)|impossible de)[^.]{0,20} (?:connexion|connecter|établi)
      nous (?:serons|sommes) (?:bientôt )?de retour
      (?:veuillez )?(?:réessayer|revenir|merci de revenir) (?:plus tard|dans)
      (?:el|nuestro|este|estamos|la)[^.]{0,40} ?(?:está|realizando|se encuentra|en)[^.]{0,30} (?:mantenimiento|no disponible|fuera de servicio)
      (?:error al|no se (?:puede|pudo|ha podido))[^.]{0,20} (?:conectar|establecer|conexión)
      (?:volvemos|volveremos|vuelva|regresamos) (?:pronto|en breve|más tarde|a intentar)
      (?:il|questo|stiamo|siamo)[^.]{0,40} (?:è in|in|effettuando|è)[^.]{0,20} (?:manutenzione|non disponibile)
      (?:errore (?:di|nella|durante)|impossibile)[^.]{0,20} (?:connessione|conness|connettersi|stabilire)
      (?:torneremo|torniamo) (?:presto|online|subito)
      (?:o|nosso|este|estamos)[^.]{0,40} ?(?:está|em|realizando)[^.]{0,30} (?:manutenção|indisponível|fora do ar)
      (?:erro ao|não foi possível)[^.]{0,20} (?:conectar|estabelecer|conexão)
      (?:voltaremos|voltamos) (?:em breve|logo)
      (?:we|deze|de|onze)[^.]{0,40} (?:zijn|is|voeren|wordt)[^.]{0,30} (?:onderhoud|niet (?:beschikbaar|bereikbaar)|offline)
      (?:fout bij|kan geen)[^.]{0,20} verbind
      (?:trwają|prowadzimy|strona|serwis|serwer|nasza)[^.]{0,40} (?:prace|konserwacj|przerw|niedostępn|chwilowo|wyłączon)
      (?:błąd|nie można)[^.]{0,20} (?:połącz|nawiąz|baz)
      (?:probíhá|provádíme|web|stránk|server|omlouváme)[^.]{0,40} (?:údržb|nedostupn|mimo provoz|odstávk)
      (?:chyba|nelze)[^.]{0,20} (?:připoj|spojení|databáz)
      (?:sitemiz|site|sunucu|şu anda|web sitemiz)[^.]{0,40} ?(?:bakım|geçici olarak|kapalı|hizmet ver)
      veritabanı.{0,20} (?:hata|bağlan)
      (?:на сайте|сайт|сервис|сервер|мы|ведутся|проводятся)[^.]{0,40} ?(?:технические|профилактические|техническо|временно|ведутся|проводятся)[^.]{0,20} ?(?:работы|недоступен|обслуживани|не работает|закрыт)
      (?:ошибка|не уда(?:лось|ется|ётся)|невозможно)[^.]{0,20} (?:установить|установки|подключ|соединен|соединить)
      (?:зайдите|попробуйте|повторите)[^.]{0,20} позже|(?:на сайті|сайт)[^.]{0,30} (?:технічні|тимчасово)
      (?:webbplatsen|sidan|vi)[^.]{0,30} underhåll|(?:siden|vi|websitet)[^.]{0,30} (?:vedlige?hold|nede)
      sivusto[^.]{0,30} huol
      .{0,40}メンテナンス(?:を行って|を実施|中|作業|のため)|.{0,20}データベース.{0,12}(?:接続|エラー).{0,12}(?:確立|失敗|でき|発生|エラー)
      .{0,20}(?:网站|系统|服务器?|本站|我们|網站|系統)(?:正在|目前|暂时|正處於|处于)?.{0,8}(?:维护|升级|维修|維護|无法访问|不可用)
      .{0,12}(?:建立)?(?:数据库|資料庫)(?:连接|連線)?.{0,6}(?:出错|错误|失败|錯誤|时出错)|.{0,30}(?:점검|서비스).{0,8}(?:중입니다|중단|진행)
      .{0,20}데이터베이스.{0,10}(?:연결|오류)|(?:الموقع|نقوم|نحن).{0,20}(?:صيانة|غير متاح)
      an (?:[a-z]+ )?error (?:has )?occurred (?:in|on|while|during|processing)
      \(?cannot (?:access|contact) the database|try waiting a few minutes
    `,
  },
} as const;
