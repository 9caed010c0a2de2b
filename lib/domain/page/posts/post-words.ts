/** Words beside the dates and the names of posts, in common languages. */

/** Begins a date that is not that of the post: of its last change, or of its author's registration or last visit. */
const ASIDE_WORDS =
  "(?:(?<!\\p{L})(?:" +
  [
    // Changed.
    "(?:last\\s+|re-?)?edit(?:ed)?|modified|(?:last\\s+)?updated?|(?:last\\s+)changed|bearbeitet|geändert|editiert|aktualisiert|modifi[ée]e?|édité",
    "mis\\s+à\\s+jour|editado|modificado|actualizado|atualizado|modificat[oa]|bewerkt|aangepast|gewijzigd|edytowan\\p{L}*|edycja|zmienion\\p{L}*",
    "upraven\\p{L}*|upravil\\p{L}*|editov\\p{L}*|změněn\\p{L}*|redigera[dt]|ändra[dt]|redigeret|rettet|redigert|endret|muokattu|szerkeszt\\p{L}*",
    "módosít\\p{L}*|düzenlen\\p{L}*|отредактир\\p{L}*|редактир\\p{L}*|изменен\\p{L}*|изменён\\p{L}*|відредаг\\p{L}*|змінен\\p{L}*",
    "επεξεργ\\p{L}*|τροποποι\\p{L}*|تعديل|ویرایش|נערך",
    // Joined, or was last here.
    "join(?:ed|\\s+date)|regist(?:ered|ration)(?:\\s+date)?|(?:member|user)\\s+since|last\\s+(?:seen|visit(?:ed)?|active|activity|online|log-?in)|birth(?:day|date)|born",
    "dabei\\s+seit|registriert|registrierung|anmeldungsdatum|anmeldedatum|mitglied\\s+seit|beigetreten|zuletzt\\s+(?:online|aktiv)|beitritt",
    "inscri(?:t|te|ption|pt|tto|zione)|membre\\s+depuis|registrad[oa]|registro|miembro\\s+desde|se\\s+unió|membro\\s+d(?:esde|al)|registrat[oa]",
    "lid\\s+(?:geworden|sinds)|geregistreerd|dołączył\\p{L}*|rejestracja|zarejestrowan\\p{L}*|registrován|registrovaný|registrace|založen|přihlášen|regisztrál\\p{L}*|csatlakozott",
    "katılım|kayıt|üyelik|зарегистрирован\\p{L}*|регистрация|реєстрація|(?:с|з)\\s+нами\\s+[сз]|на\\s+форуме\\s+с|medlem\\s+s(?:edan|iden)|registrerad|registreret|registrert",
    "gick\\s+med|tilmeldt|liittynyt|rekisteröity\\p{L}*|εγγραφ\\p{L}*|μέλος\\s+από|تاريخ\\s+التسجيل|מצטרף|הצטרף|înregistrat|pridružen|tham\\s+gia|gia\\s+nhập",
  ].join("|") +
  ")(?!\\p{L})|编辑|編輯|修改|編集|수정|đã\\s+sửa|แก้ไข|注册|註冊|加入|登録日?|가입일?)";

const ASIDE_DATE = new RegExp(ASIDE_WORDS, "iu");
const ASIDE_LABEL = new RegExp(`^[^\\p{L}\\p{Nd}]*${ASIDE_WORDS}[^\\p{L}\\p{Nd}]*$`, "iu");

/** Names of elements with such a date. */
const ASIDE_NAME =
  /(?:^|[\s_-])(?:last-?)?(?:edit(?:ed|s)?|modified|updated|joined|registered|join-?date)(?=$|[\s_-])/;
const CAMEL = /([a-z])([A-Z])/g;

/** Returns whether a line is nothing but such words, as the label of a date below it is. */
export function isAsideLabel(line: string): boolean {
  return ASIDE_LABEL.test(line);
}

/** Returns whether words before a date say that it is not that of the post. */
export function saysAside(words: string): boolean {
  return ASIDE_DATE.test(words);
}

/** Returns whether the classes of an element say that its date is not that of the post. */
export function isNamedAside(classes: string): boolean {
  return ASIDE_NAME.test(classes.replace(CAMEL, "$1-$2").toLowerCase());
}

/** Words of these languages say after a date that it is that of a change. */
const SAID_AFTER = /编辑|編輯|修改|編集|수정|szerkeszt|módosít|düzenle/iu;

/** Returns whether words after a date say that it is not that of the post. */
export function saysAsideAfter(words: string): boolean {
  return SAID_AFTER.test(words);
}

/** What is beside the name of an author: what was done, ranks and groups, commands, and nobody. */
const NO_NAME = new RegExp(
  "^(?:" +
    [
      "(?:view|send|visit|show|see|go\\s+to|find|add)\\s.+|.+\\s(?:ansehen|anzeigen|senden|schreiben|besuchen)|permalink|perma-?link|direct\\s+link",
      "(?:was\\s+)?(?:asked|answered|posted|written|wrote|said|says|replied|commented|started|created|submitted|updated|edited|modified|joined|shared|added|published|asks|replies|reply|by|on|at|in|re|from|to|date|author|message|post|topic|thread|title|subject)(?:\\s+(?:by|on|at|to|in|it|this|the|question))*",
      "(?:(?:new|full|senior|junior|active|regular|super|site|elite|well-known|trusted|premium|registered|honou?rary|veteran)\\s+)*(?:members?|users?|posters?|contributors?)|newbie|moderators?|(?:super|global)\\s+moderator|administrators?|admins?|staff|mods?|owner|op|banned|offline|online|(?:topic|thread)\\s+(?:starter|owner)|original\\s+poster|guest\\s+book",
      "share|link|permalink|quote|report(?:\\s+\\p{L}+)*|follow|save|hide|more|edit|delete|flag|profile|website|top|back\\s+to\\s+top|like|likes|thanks|new|unread|attachments?|location|posts|threads|topics|messages|replies|answers?|comments?|points?|score|votes?|reputation|likes\\s+received|solved|accepted|pinned|sticky",
      "gefragt|beantwortet|geschrieben|verfasst(?:\\s+am)?|schrieb|sagt|sagte|antwortete|von|am|um|beitrag|beiträge|thema|mitglied(?:er)?|benutzer|moderator(?:in)?|gast\\s*buch|zitat|antworten|zitieren",
      "a\\s+(?:écrit|dit|demandé|répondu)|posté|écrit|par|le|membre|modérateur|message|répondre|citer|dijo|escribió|preguntó|respondió|publicado|por|el|miembro|usuario|responder|citar|disse|escreveu|perguntou|em|membro|ha\\s+(?:scritto|detto|chiesto|risposto)|scritto|da|il|utente|rispondi|cita",
      "schreef|zei|vroeg|antwoordde|geplaatst|door|op|lid|gebruiker|napisał\\p{L}*|zapytał\\p{L}*|odpowiedział\\p{L}*|przez|członek|użytkownik|napsal\\p{L}*|zeptal\\p{L}*|odpověděl\\p{L}*|od|člen|uživatel|položil\\p{L}*|skrev|sa|av|medlem|написал\\p{L}*|спросил\\p{L}*|ответил\\p{L}*|сообщение|участник|пользователь|від|от|发表于|发表|回复|作者|投稿者|作成者|作成日",
    ].join("|") +
    ")$",
  "iu",
);

/** Names of elements in a post that are not of its text: a signature, who changed it last, who likes it. */
const BESIDE_TEXT =
  /(?:^|[\s_-])(?:signatures?|sig|last-?edit(?:ed)?|edited|edit-?by|reactions?|likes?|liked-?by|thanks?|boosts)(?=$|[\s_-])/;
const QUOTE =
  /(?:^|[\s_-])(?:block-?)?quot(?:e|es|ed|ation)(?:$|[\s]|[_-]?(?:body|block|box|content|contents|container|header|title|author|text))/;

/** Returns whether the names of an element say that it is beside the text of a post. */
export function isNamedBeside(names: string): boolean {
  return BESIDE_TEXT.test(names.replace(CAMEL, "$1-$2").toLowerCase());
}

/** Returns whether the classes of an element say that it holds a quotation. */
export function isNamedQuote(classes: string): boolean {
  return QUOTE.test(classes.replace(CAMEL, "$1-$2").toLowerCase());
}

/** A number with what it counts. */
const COUNT = /^\W*\d[\d.,\s]*[kKmM]?\s+\p{L}+$/u;
const LABEL_END = /[:：]$/u;

/** Returns whether a text is known to be no person's name: a verb, a rank, a number of posts, a command. */
export function isNoName(text: string): boolean {
  return NO_NAME.test(text) || COUNT.test(text) || LABEL_END.test(text);
}
