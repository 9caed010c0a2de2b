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

/** Spans of time in common languages. */
const SPAN =
  "\\d{1,3}\\+?\\s+(?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?" +
  "|sekunden?|minuten?|stunden?|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?" +
  "|secondes?|heures?|jours?|semaines?|mois|ans?|segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|años?|anos?" +
  "|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|uur|dagen?|maanden?|jaar" +
  "|godzin[ay]?|dni|tygodni\\p{L}*|miesi[ąę]c\\p{L}*|lat)(?!\\p{L})";

/** Every form begins with a figure, so that text without figures is skipped at once. */
const FORMS: readonly string[] = [
  // 2008-03-19, 19.3.2008, 3/19/08
  `${YEAR}[-/.]\\d{1,2}[-/.]\\d{1,2}`,
  "\\d{1,2}([-/.])\\s?\\d{1,2}\\1\\s?(?:(?:19|20)?\\d\\d)(?!\\d)",
  // 2008年3月19日, 2008년 3월 19일
  `${YEAR}\\s?[年년]\\s?\\d{1,2}\\s?[月월]\\s?\\d{1,2}`,
  // 19 March 2008, 19 de marzo de 2008, 19. březen, 2008; 19 March, 10:52
  `${DAY}\\s+${MONTH},?\\s+(?:de\\s+|'|\\p{L}{1,3}\\s+)?(?:${YEAR}|${TIME})`,
  // March 19, 2008; March 19 at 10:52
  `(?<=\\p{L}\\.?\\s)${DAY},?\\s+(?:${YEAR}|(?:\\p{L}{1,3}\\s+)?${TIME})`,
  // 3 days ago, 3 dni temu; il y a 3 jours, vor 3 Tagen, hace 3 días; 3日前
  `${SPAN}\\s+(?:ago|temu|fa|geleden|atrás)(?!\\p{L})`,
  `(?<=(?<!\\p{L})(?:il y a|vor|hace|há)\\s+)${SPAN}`,
  "\\d{1,3}\\s?(?:分|時間|小时|天|日|週間|周|か?ヶ?月|年)前",
];

const DATE = new RegExp(`(?<!\\d)(?:${FORMS.join("|")})`, "iu");

/**
 * Returns whether a text holds a day: a date with day and month, in figures or words, or a span of
 * time ago.
 */
export function holdsDate(text: string): boolean {
  return DATE.test(text);
}
