/** Words in the headings of comment lists, in common languages; lower-case stems. */
const WORDS =
  "comment|kommentar|kommentti|kommentit|comentari|comentári|comentario|commenti|reacties|komentarz|komentář|komentar" +
  "|koment|yorum|комментари|коментар|отзыв|ответ|コメント|评论|評論|留言|댓글|تعليق|σχόλι|תגוב|ความคิดเห็น|bình luận" +
  "|response|replies|reply|antwort|réponse|respuesta|respost|rispost|odpowied|odpověd|hozzászól|vastau|svar|discussion|diskussion";

const ANNOUNCES = new RegExp(`(?<!\\p{L})(?:${WORDS})`, "iu");

/**
 * Returns whether a heading announces comments, in any of some thirty languages: "3 Responses",
 * "Kommentare".
 */
export function announcesComments(heading: string): boolean {
  return ANNOUNCES.test(heading);
}
