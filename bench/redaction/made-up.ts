/**
 * Sentences in ten languages with one made-up address or number each, in the forms in which people write them, and
 * with figures that are none. Names are invented, domains reserved, numbers of ranges for films where there are any.
 */

/** A sentence with one address or number in it, or with none. */
export interface Sentence {
  readonly language: string;
  /** Code of the country whose numbers are looked for. */
  readonly country: string;
  readonly kind: "e-mail" | "phone" | "other";
  /** What form it is in. */
  readonly form: string;
  readonly text: string;
  /** What must be gone; empty where nothing may. */
  readonly planted: string;
}

/** What a language's sentences are made of. */
interface Words {
  readonly country: string;
  /** With `{}` in place of what is planted; the last has no space beside it. */
  readonly mail: readonly string[];
  readonly phone: readonly string[];
  readonly other: readonly string[];
  /** Names before the `@`. */
  readonly names: readonly string[];
  /** Domains beside those of all. */
  readonly domains: readonly string[];
  /** As it is dialled from abroad, in its groups, and the zero that is written in brackets. */
  readonly abroad: string;
  readonly zero?: string;
  /** As it is dialled in the country. */
  readonly home: readonly string[];
  /** The digits of the script, from 0. */
  readonly digits?: string;
  /** Dates, prices and places as the language writes them. */
  readonly figures: readonly string[];
}

const DOMAINS = [
  "example.org",
  "mail.example.co.uk",
  "xn--bcher-kva.example",
  "example.international",
];

const LANGUAGES: Readonly<Record<string, Words>> = {
  English: {
    country: "US",
    mail: ["Write to {} today.", "Contact: {}, or call us.", "E-mail:{}"],
    phone: ["Call {} now.", "Office hours 9 to 5, phone {}.", "Fax:{}"],
    other: ["See {} for more.", "It was {} in all."],
    names: ["ann", "bob.k", "o'neill", "eve+news", "f-g_h1"],
    domains: ["uni.example.edu"],
    abroad: "1 202 555 0142",
    home: ["(202) 555-0142", "202-555-0142", "202.555.0142", "1-202-555-0142"],
    figures: ["05/06/2024", "$1,234,567.89", "Springfield, IL 62704-1234", "June 5, 2024 10:11 AM"],
  },
  German: {
    country: "DE",
    mail: ["Schreiben Sie an {} bis Montag.", "Kontakt: {}; Sprechstunde 9–11 Uhr", "E-Mail:{}"],
    phone: ["Rufen Sie {} an.", "Sekretariat, Telefon {}, Raum 12", "Tel.{}"],
    other: ["Siehe {} im Anhang.", "Es waren {} im Jahr."],
    names: ["Jörg.Müller", "weiß", "anna-lena", "h.schäfer+uni"],
    domains: ["bücher.example", "uni-köln.example"],
    abroad: "49 221 4701234",
    zero: "0",
    home: ["0221 4701234", "(0221) 470-1234", "0221/4701234", "0221 / 470 12 34", "0171 2345678"],
    figures: [
      "03.05.2024",
      "1.234.567,89 €",
      "50937 Köln",
      "01.02.2024 - 03.02.2024",
      "HRB 123456",
    ],
  },
  French: {
    country: "FR",
    mail: ["Écrivez à {} avant lundi.", "Contact : {} (secrétariat)", "Courriel:{}"],
    phone: ["Appelez le {} demain.", "Téléphone : {} (poste fixe)", "Tél.{}"],
    other: ["Voir {} en annexe.", "Il y en avait {} en tout."],
    names: ["hélène", "j.lefèvre", "d'arc", "françois-xavier"],
    domains: ["société.example"],
    abroad: "33 1 99 00 12 34",
    zero: "0",
    home: ["01 99 00 12 34", "01.99.00.12.34", "01-99-00-12-34", "0199001234"],
    figures: ["03/05/2024", "1 234 567,89 €", "75005 Paris", "12 345 678", "14 h 30"],
  },
  Spanish: {
    country: "ES",
    mail: ["Escriba a {} hoy mismo.", "Contacto: {}, despacho 4", "Correo:{}"],
    phone: ["Llame al {} mañana.", "Teléfono: {} (oficina)", "Tel.{}"],
    other: ["Véase {} en el anexo.", "Eran {} en total."],
    names: ["peña", "j.muñoz", "maría.josé", "ángel"],
    domains: ["españa.example"],
    abroad: "34 912 34 56 78",
    home: ["912 34 56 78", "Tel. 912 345 678", "móvil 612345678"],
    figures: ["3/5/2024", "1.234.567,89 €", "28013 Madrid", "curso 2019/2020", "612 345"],
  },
  Polish: {
    country: "PL",
    mail: ["Proszę pisać na {} do piątku.", "Kontakt: {}, pokój 4", "E-mail:{}"],
    phone: ["Proszę dzwonić: {} rano.", "Telefon {}, pokój 4", "tel.{}"],
    other: ["Zobacz {} w załączniku.", "Było ich {} razem."],
    names: ["łukasz", "k.wójcik", "świętosława", "jan+lista"],
    domains: ["żółw.example"],
    abroad: "48 22 123 45 67",
    home: ["22 123 45 67", "tel. (22) 123 45 67", "kom. 601 234 567"],
    figures: ["3.05.2024", "1 234 567,89 zł", "00-950 Warszawa", "NIP 123-456-32-18", "12 345 678"],
  },
  Russian: {
    country: "RU",
    mail: ["Пишите на {} до пятницы.", "Контакты: {}, кабинет 4", "Почта:{}"],
    phone: ["Звоните {} утром.", "Телефон: {}, кабинет 4", "тел.{}"],
    other: ["См. {} в приложении.", "Всего было {} за год."],
    names: ["иван", "anna.k", "ёлка", "petrov_1"],
    domains: ["пример.рф", "почта.испытание.example"],
    abroad: "7 495 123 45 67",
    home: ["8 (495) 123-45-67", "8-495-123-45-67", "8 495 1234567"],
    figures: ["03.05.2024", "1 234 567,89 ₽", "119991 Москва", "ИНН 7707083893", "2019–2024 гг."],
  },
  Arabic: {
    country: "EG",
    mail: ["راسلونا على {} اليوم.", "للتواصل: {}، المكتب ٤", "البريد{}للاستفسار"],
    phone: ["اتصل على {} صباحا.", "هاتف: {}، المكتب ٤", "هاتف{}"],
    other: ["انظر {} في الملحق.", "كان عددهم {} عاما."],
    names: ["ali", "m.hassan", "sara_1", "nour+list"],
    domains: ["موقع.مصر"],
    abroad: "20 2 27961234",
    home: ["02 27961234", "(02) 2796 1234", "010 01234567"],
    digits: "٠١٢٣٤٥٦٧٨٩",
    figures: ["٣/٥/٢٠٢٤", "1,234,567.89", "٢٠١٩-٢٠٢٤", "٤٨٫٨٥"],
  },
  Hindi: {
    country: "IN",
    mail: ["आज ही {} पर लिखें।", "संपर्क: {}, कमरा 4", "ईमेल:{}"],
    phone: ["सुबह {} पर कॉल करें।", "फ़ोन: {}, कमरा 4", "फोन:{}"],
    other: ["परिशिष्ट में {} देखें।", "कुल {} थे।"],
    names: ["राम", "priya", "a.kumar", "सीता.देवी"],
    domains: ["उदाहरण.भारत"],
    abroad: "91 98765 43210",
    home: ["98765 43210", "098765 43210", "011 2345 6789", "9876543210"],
    digits: "०१२३४५६७८९",
    figures: ["०३/०५/२०२४", "₹12,34,567.89", "नई दिल्ली 110001", "२०१९-२०२४"],
  },
  Chinese: {
    country: "CN",
    mail: ["请今天写信至 {} 。", "联系方式：{}，四号办公室", "邮箱{}欢迎来信"],
    phone: ["请上午致电 {} 。", "电话：{}，四号办公室", "电话{}"],
    other: ["请见附件 {} 。", "共有 {} 人。"],
    names: ["wang.li", "12345678", "李明", "zhang_1"],
    domains: ["例子.中国"],
    abroad: "86 10 6552 9988",
    home: ["010-65529988", "(010) 6552 9988", "138 1234 5678", "13812345678"],
    digits: "０１２３４５６７８９",
    figures: ["2024年5月3日", "¥1,234,567.89", "邮编 100871", "2019-2024年", "京ICP备12345678号"],
  },
  Japanese: {
    country: "JP",
    mail: ["本日中に {} までご連絡ください。", "連絡先：{}（四号室）", "メール{}まで"],
    phone: ["午前中に {} へお電話ください。", "電話：{}（四号室）", "電話{}"],
    other: ["別紙 {} をご覧ください。", "合計 {} でした。"],
    names: ["tanaka", "k.sato", "鈴木", "yamada-1"],
    domains: ["例え.テスト.example"],
    abroad: "81 3 1234 5678",
    home: ["03-1234-5678", "（03）1234-5678", "０３－１２３４－５６７８", "090-1234-5678"],
    digits: "０１２３４５６７８９",
    figures: ["2024年5月3日", "1,234,567円", "〒100-8111", "2019-2024年", "令和6年5月3日"],
  },
};

/** What stands around an address or a number and is none of it. */
const AROUND = /^(?:tel:|[<“*]+|\p{L}+\.? (?=[\d(]))|[>”*]+$/gu;

const THIN = "\u2009";

/** How an address may be written, from its name and its domain. */
const MAIL_FORMS: Readonly<Record<string, (name: string, domain: string) => string>> = {
  plain: (name, domain) => `${name}@${domain}`,
  capitals: (name, domain) => `${name}@${domain}`.toUpperCase(),
  "full-width": (name, domain) => `${name}＠${domain.replaceAll(".", "．")}`,
  "zero width": (name, domain) => `${name}\u200b@\u2060${domain}`,
  "soft hyphen": (name, domain) => `${name}@${domain.slice(0, 3)}\u00ad${domain.slice(3)}`,
  "line break": (name, domain) => `${name}@\n${domain}`,
  reference: (name, domain) => `${name}&#64;${domain.replace(".", "&#46;")}`,
  "percent-encoded": (name, domain) => `${name}%40${domain}`,
  "mailto:": (name, domain) => `mailto:${name}@${domain}`,
  "in brackets": (name, domain) => `<${name}@${domain}>`,
  "in quotes": (name, domain) => `“${name}@${domain}”`,
  bold: (name, domain) => `**${name}@${domain}**`,
  "[at]": (name, domain) => `${name} [at] ${domain.replaceAll(".", " [dot] ")}`,
  federated: (name, domain) => `@${name}@${domain}`,
};

/** How a number may be written, from its groups as it is dialled from abroad. */
const PHONE_FORMS: Readonly<Record<string, (groups: readonly string[]) => string>> = {
  spaces: (groups) => `+${groups.join(" ")}`,
  dashes: (groups) => `+${groups.join("-")}`,
  dots: (groups) => `+${groups.join(".")}`,
  "in one": (groups) => `+${groups.join("")}`,
  "thin spaces": (groups) => `+${groups.join(THIN)}`,
  "no-break spaces": (groups) => `+${groups.join("\u00a0")}`,
  "en dashes": (groups) => `+${groups.join("–")}`,
  "full-width": (groups) => `＋${groups.join(" ")}`,
  "zero width": (groups) => `+${groups.join("\u200b")}`,
  "line break": ([code = "", area = "", ...rest]) => `+${code} ${area}\n${rest.join(" ")}`,
  "code in brackets": ([code = "", ...rest]) => `(+${code}) ${rest.join(" ")}`,
  "00": (groups) => `00${groups.join(" ")}`,
  "tel:": (groups) => `tel:+${groups.join("")}`,
  extension: (groups) => `+${groups.join(" ")} ext. 12`,
};

/** Figures in all languages that are no phone number, and words with `@` that are no address. */
const OTHERS: readonly string[] = [
  ..."48.8566, 2.3522|-33.8688, 151.2093|2019-2024|2024-05-03|2024-05-03 10:11:12|17:30-18:45".split(
    "|",
  ),
  ..."978-3-16-148410-0|ISBN 0-521-85227-7|ISSN 0378-5955|doi:10.1234/0221.4701234".split("|"),
  ..."DE89 3704 0044 0532 0130 00|192.168.100.101|2001:db8::8a2e:370:7334|1.2.3.4567".split("|"),
  ..."3.1415926535|1 000 000 000|12 34 56 78 90 12 34|1900 1950 2000 2010|pp. 1023-1045".split("|"),
  ..."d41d8cd98f00b204e9800998ecf8427e|f81d4fae-7dec-11d0-a765-00a0c91e6bf6".split("|"),
  ..."#123456789012|4111 1111 1111 1111|RFC 9309, 7230, 6265|16:9, 1920x1080".split("|"),
  ..."npm i pkg@1.2.3|@scope/pkg@^2.0.0-rc.1|ssh root@server|@ann|foo@2x.png|icon@3x.webp".split(
    "|",
  ),
  ..."git@github.com:owner/repo.git|git clone ssh://git@gitlab.example/a/b|a @ b|me @example|backup@2024.zip".split(
    "|",
  ),
  ..."https://unpkg.com/lodash@4.17.21/lodash.js|https://site.example/@ann/post.html".split("|"),
  ..."https://maps.example/@48.8566,2.3522,12z|Dinner @ Mario's|tod@s l@s niñ@s|this@MainActivity.finish()|look at the dot in it".split(
    "|",
  ),
];

/** Returns all sentences. */
export function madeUpSentences(): Sentence[] {
  return Object.entries(LANGUAGES).flatMap(([language, words]) => [
    ...mailSentences(language, words),
    ...phoneSentences(language, words),
    ...otherSentences(language, words),
  ]);
}

function mailSentences(language: string, words: Words): Sentence[] {
  const domains = [...DOMAINS, ...words.domains];
  const addresses = words.names.flatMap((name) => domains.map((domain) => ({ name, domain })));
  return Object.entries(MAIL_FORMS).flatMap(([form, write]) =>
    addresses.flatMap(({ name, domain }) =>
      words.mail.map((frame) =>
        sentence(language, words, "e-mail", form, frame, write(name, domain)),
      ),
    ),
  );
}

function phoneSentences(language: string, words: Words): Sentence[] {
  const groups = words.abroad.split(" ");
  const [code = "", ...rest] = groups;
  const { zero, digits } = words;
  const written = [
    ...Object.entries(PHONE_FORMS).map(([form, write]) => [form, write(groups)] as const),
    ...(zero === undefined ? [] : [["(0)", `+${code} (${zero})${rest.join(" ")}`] as const]),
    ...words.home.map((home) => ["at home", home] as const),
    ...(digits === undefined
      ? []
      : [`+${groups.join(" ")}`, ...words.home].map(
          (text) => ["digits of the script", inDigits(text, digits)] as const,
        )),
  ];
  return written.flatMap(([form, text]) =>
    words.phone.map((frame) => sentence(language, words, "phone", form, frame, text)),
  );
}

function otherSentences(language: string, words: Words): Sentence[] {
  return [...OTHERS, ...words.figures].flatMap((figure) =>
    words.other.map((frame) => ({
      ...sentence(language, words, "other", figure, frame, figure),
      planted: "",
    })),
  );
}

function sentence(
  language: string,
  { country }: Words,
  kind: Sentence["kind"],
  form: string,
  frame: string,
  planted: string,
): Sentence {
  return {
    language,
    country,
    kind,
    form,
    text: frame.replace("{}", () => planted),
    planted: planted.replace(AROUND, ""),
  };
}

function inDigits(text: string, digits: string): string {
  const all = Array.from(digits);
  return text.replace(/\d/g, (digit) => all[Number(digit)] ?? digit);
}
