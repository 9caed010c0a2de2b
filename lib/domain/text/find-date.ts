/** A year in a page's date. */
const YEAR = "(?:19|20)\\d\\d(?!\\d)";
/** A day of the month, also `1st` and `1.`. */
const DAY = "(?:[12]\\d|3[01]|0?[1-9])(?:st|nd|rd|th|er|[.ºª])?";
/**
 * The name of a month in any language, short or long, with the particle some languages put before
 * it.
 */
const MONTH = "(?:(?:de|of|di)\\s+|d')?\\p{L}[\\p{L}\\p{M}]{2,13}\\.?";
const TIME = "\\d{1,2}[:.h]\\d\\d";

/** What follows a span of time that is past, in common languages: `3 days ago`, `3 dni temu`. */
const AGO = "ago|temu|fa|geleden|atrás|назад|тому|sedan|siden|sitten|önce|ezelőtt|lalu|trước";

/** Days without a number of their own, in common languages. */
const NEAR_DAYS =
  "today|yesterday|heute|gestern|aujourd[’']hui|hier|hoy|ayer|oggi|ieri|hoje|ontem|vandaag|gisteren|dzisiaj|dziś|wczoraj" +
  "|dnes|včera|i\\s?dag|i\\s?går|bugün|dün|сегодня|вчера|今日|昨日|今天|昨天";

/** Spans of time in common languages, after a word that says that they are past. */
const SPAN =
  "\\d{1,3}\\+?\\s+(?:sekunden?|minuten?|stunden?|min|std|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?" +
  "|secondes?|heures?|jours?|semaines?|mois|ans?|segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|años?|anos?" +
  "|minut\\p{L}*|hodin\\p{L}*|dn[yí]|dnem|týdn\\p{L}*|měsíc\\p{L}*|rok\\p{L}*)(?!\\p{L})";

/** Every form begins with a figure, so that text without figures is skipped at once. */
const FORMS: readonly string[] = [
  // 2008-03-19, 19.3.2008, 3/19/08
  `${YEAR}[-/.]\\d{1,2}[-/.]\\d{1,2}`,
  "\\d{1,2}([-/.])\\s?\\d{1,2}\\1\\s?(?:(?:19|20)?\\d\\d)(?!\\d)",
  // 2008年3月19日, 2008년 3월 19일
  `${YEAR}\\s?[年년]\\s?\\d{1,2}\\s?[月월]\\s?\\d{1,2}`,
  "\\d{1,2}月\\d{1,2}日|\\d{1,2}월\\s?\\d{1,2}일",
  // 2008. május 19., 2008 May 19, 2008 m. kovo 19 d.; 2008. gada 19. marts
  `${YEAR}\\.?\\s+(?:m\\.\\s+)?${MONTH}\\s+${DAY}(?=[.,]|\\s*$|\\s+\\d|\\s+d\\.)`,
  `${YEAR}\\.?\\s+(?:gada|g\\.)\\s+${DAY}\\s+${MONTH}`,
  // 19 March 2008, 19 de marzo de 2008, 19. březen, 2008; 19 March, 10:52
  `${DAY}\\s+${MONTH}[,،]?\\s+(?:de\\s+|'|\\p{L}{1,3}\\s+)?(?:${YEAR}|${TIME})`,
  // March 19, 2008; March 19 at 10:52; Mar 19 '08 at 10:52
  `(?<=\\p{L}\\.?\\s)${DAY},?\\s+(?:${YEAR}|'\\d\\d\\s|(?:\\p{L}{1,3}\\s+)?${TIME})`,
  // Today at 10:52
  `(?<=(?<!\\p{L})(?:${NEAR_DAYS})(?:,|\\s+\\p{L}{1,3})?\\s+)${TIME}`,
  // 3 days ago, 3 dni temu; il y a 3 jours, vor 3 Tagen, hace 3 días; 3日前
  `\\d{1,3}\\+?\\s*\\p{L}[\\p{L}\\p{M}]{0,12}\\.?\\s+(?:${AGO})(?!\\p{L})`,
  `(?<=(?<!\\p{L})(?:il y a|vor|hace|há|před|pred)\\s+)${SPAN}`,
  "\\d{1,3}\\s?(?:分|時間|小时|天|日|週間|周|か?ヶ?月|年)前",
];

const DATE = new RegExp(`(?<!\\d)(?:${FORMS.join("|")})`, "iu");
const DATES = new RegExp(DATE, "giu");

/**
 * Returns whether a text holds a day: a date with day and month, in figures or words, or a span of
 * time ago.
 */
export function holdsDate(text: string): boolean {
  return DATE.test(text);
}

/** Returns a text without the dates that {@link holdsDate} finds in it. */
export function cutDates(text: string): string {
  return text.replace(DATES, " ");
}
