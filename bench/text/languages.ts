/** Words of short pages in ten languages: what a page says, and what stands around it. */

/** What stands on a page in one language. */
export interface Language {
  readonly tag: string;
  readonly title: string;
  /** One short sentence: all that the page says. */
  readonly content: string;
  /** Longer than the content: what a publisher says of itself below each page. */
  readonly imprint: string;
  /** A note on cookies with the words of its buttons. */
  readonly note: string;
  readonly buttons: readonly string[];
  /** Links to the parts of the site. */
  readonly sections: readonly string[];
}

/** Ten languages in seven scripts. */
export const LANGUAGES: readonly Language[] = [
  {
    tag: "en",
    title: "Drone",
    content: "The drone is the male bee of the hive and has no sting.",
    imprint:
      "Subscribe to our newsletter and get the latest reports on gardens and orchards, chosen by our editors each Friday. You can leave the list at any time by one click, and we never give your address to others. Readers of our magazine get a discount on all seminars of the spring.",
    note: "We use cookies to improve our offer, to measure how it is used, and to show what may interest you. You can change your choice at any time in the settings.",
    buttons: ["Accept all", "Only necessary"],
    sections: ["Home", "Gardens", "Orchards", "Seminars", "About us", "Contact"],
  },
  {
    tag: "de",
    title: "Drohne",
    content: "Die Drohne ist die männliche Biene des Volkes und hat keinen Stachel.",
    imprint:
      "Abonnieren Sie unseren Rundbrief und erhalten Sie jeden Freitag die neuesten Berichte über Gärten und Obstwiesen, ausgewählt von unserer Redaktion. Sie können den Verteiler jederzeit mit einem Klick verlassen, und wir geben Ihre Adresse niemals weiter. Leser unserer Zeitschrift erhalten Rabatt.",
    note: "Wir verwenden Cookies, um unser Angebot zu verbessern, seine Nutzung zu messen und Ihnen passende Inhalte zu zeigen. Ihre Auswahl können Sie jederzeit in den Einstellungen ändern.",
    buttons: ["Alle akzeptieren", "Nur notwendige"],
    sections: ["Startseite", "Gärten", "Obstwiesen", "Kurse", "Über uns", "Kontakt"],
  },
  {
    tag: "fr",
    title: "Faux bourdon",
    content: "Le faux bourdon est le mâle de la ruche et n’a pas de dard.",
    imprint:
      "Abonnez-vous à notre lettre et recevez chaque vendredi les derniers articles sur les jardins et les vergers, choisis par notre rédaction. Vous pouvez quitter la liste à tout moment en un clic, et nous ne donnons jamais votre adresse à des tiers. Les lecteurs de la revue ont une remise.",
    note: "Nous utilisons des cookies pour améliorer notre offre, mesurer son usage et vous montrer ce qui peut vous intéresser. Vous pouvez changer votre choix à tout moment dans les réglages.",
    buttons: ["Tout accepter", "Refuser"],
    sections: ["Accueil", "Jardins", "Vergers", "Cours", "Qui sommes-nous", "Contact"],
  },
  {
    tag: "es",
    title: "Zángano",
    content: "El zángano es el macho de la colmena y no tiene aguijón.",
    imprint:
      "Suscríbase a nuestro boletín y reciba cada viernes los últimos reportajes sobre jardines y huertos, elegidos por nuestra redacción. Puede darse de baja en cualquier momento con un solo clic, y nunca damos su dirección a terceros. Los lectores de la revista tienen descuento en los cursos.",
    note: "Usamos cookies para mejorar nuestra oferta, medir su uso y mostrarle lo que pueda interesarle. Puede cambiar su elección en cualquier momento en los ajustes.",
    buttons: ["Aceptar todo", "Rechazar"],
    sections: ["Inicio", "Jardines", "Huertos", "Cursos", "Quiénes somos", "Contacto"],
  },
  {
    tag: "pt",
    title: "Zangão",
    content: "O zangão é o macho da colmeia e não tem ferrão.",
    imprint:
      "Assine o nosso boletim e receba todas as sextas-feiras as últimas reportagens sobre jardins e pomares, escolhidas pela nossa redação. Pode sair da lista a qualquer momento com um clique, e nunca damos o seu endereço a outros. Os leitores da revista têm desconto nos cursos.",
    note: "Usamos cookies para melhorar a nossa oferta, medir o seu uso e mostrar o que lhe pode interessar. Pode mudar a sua escolha a qualquer momento nas definições.",
    buttons: ["Aceitar tudo", "Recusar"],
    sections: ["Início", "Jardins", "Pomares", "Cursos", "Quem somos", "Contacto"],
  },
  {
    tag: "ru",
    title: "Трутень",
    content: "Трутень — это самец пчелы, и у него нет жала.",
    imprint:
      "Подпишитесь на нашу рассылку и получайте каждую пятницу свежие материалы о садах и огородах, которые выбирает наша редакция. Вы можете отписаться в любое время одним нажатием, и мы никогда не передаём ваш адрес другим. Читатели журнала получают скидку на все семинары.",
    note: "Мы используем файлы cookie, чтобы улучшать наши услуги, измерять их использование и показывать то, что может вас заинтересовать. Свой выбор можно изменить в настройках.",
    buttons: ["Принять все", "Отклонить"],
    sections: ["Главная", "Сады", "Огороды", "Семинары", "О нас", "Контакты"],
  },
  {
    tag: "ar",
    title: "ذكر النحل",
    content: "ذكر النحل هو النحلة الذكر في الخلية وليس له إبرة لسع.",
    imprint:
      "اشترك في نشرتنا البريدية لتصلك كل يوم جمعة أحدث التقارير عن الحدائق والبساتين التي يختارها محررونا. يمكنك إلغاء الاشتراك في أي وقت بنقرة واحدة، ولا نعطي عنوانك لأي جهة أخرى أبدا. يحصل قراء مجلتنا على خصم في جميع دورات الربيع وعلى دعوة لصديق واحد.",
    note: "نستخدم ملفات تعريف الارتباط لتحسين خدماتنا وقياس استخدامها وعرض ما قد يهمك. يمكنك تغيير اختيارك في أي وقت من صفحة الإعدادات الخاصة بك.",
    buttons: ["قبول الكل", "رفض"],
    sections: ["الرئيسية", "الحدائق", "البساتين", "الدورات", "من نحن", "اتصل بنا"],
  },
  {
    tag: "hi",
    title: "नर मधुमक्खी",
    content: "नर मधुमक्खी छत्ते का नर होता है और उसके पास डंक नहीं होता।",
    imprint:
      "हमारे समाचार पत्र की सदस्यता लें और हर शुक्रवार को बगीचों और बागों पर हमारे संपादकों द्वारा चुनी गई नवीनतम रिपोर्टें पाएँ। आप किसी भी समय एक क्लिक से सूची छोड़ सकते हैं, और हम आपका पता कभी दूसरों को नहीं देते। पत्रिका के पाठकों को वसंत की सभी संगोष्ठियों पर छूट मिलती है।",
    note: "हम अपनी सेवा को बेहतर बनाने, उसके उपयोग को मापने और आपकी रुचि की सामग्री दिखाने के लिए कुकीज़ का उपयोग करते हैं। आप सेटिंग में कभी भी अपना चुनाव बदल सकते हैं।",
    buttons: ["सभी स्वीकार करें", "अस्वीकार"],
    sections: ["मुखपृष्ठ", "बगीचे", "बाग", "संगोष्ठी", "हमारे बारे में", "संपर्क"],
  },
  {
    tag: "zh",
    title: "雄蜂",
    content: "雄蜂是蜂群中的雄性个体，没有螫针，也不采集花蜜。",
    imprint:
      "订阅我们的通讯，每周五即可收到编辑精选的花园与果园最新报道。您可以随时一键退订，我们绝不会把您的地址提供给他人。本刊读者参加春季的所有讲座均可享受折扣，协会会员还可以带一位朋友免费参加。欢迎关注我们的公众号，了解更多活动信息和会员福利，也欢迎来信提出宝贵意见。",
    note: "我们使用缓存文件来改进服务、统计使用情况并展示您可能感兴趣的内容。您可以随时在设置中更改您的选择，也可以拒绝所有非必要的项目。",
    buttons: ["全部接受", "拒绝"],
    sections: ["首页", "花园", "果园", "讲座", "关于我们", "联系方式"],
  },
  {
    tag: "ja",
    title: "雄バチ",
    content: "雄バチは巣の中のオスのミツバチで、針を持っていません。",
    imprint:
      "ニュースレターに登録すると、編集部が選んだ庭と果樹園の最新記事が毎週金曜日に届きます。配信はいつでもワンクリックで停止でき、アドレスを第三者に渡すことは決してありません。雑誌の読者は春のすべての講座を割引で受けられ、会員は友人を一人無料で招待することができます。",
    note: "当サイトでは、サービスの改善、利用状況の測定、関心に合った内容の表示のためにクッキーを使用しています。設定はいつでも変更できます。",
    buttons: ["すべて許可", "拒否"],
    sections: ["ホーム", "庭", "果樹園", "講座", "私たちについて", "お問い合わせ"],
  },
];
