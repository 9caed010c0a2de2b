/** A keyword and the markup it is taken from. */
interface KnownKeyword {
  readonly keyword: string;
  /** Engines whose markup gives a comment, or a post of a forum, this class. */
  readonly from: string;
}

/**
 * Class names of a comment itself in the markup of common engines; `docs/decisions/comments.md`
 * says which of them are documented.
 *
 * Class names that also occur on pages without comments are left out on purpose. These are forms
 * (`comment-form`, `comment-respond`), links and counts (`comments-link`), and the area around
 * comments (`comments-area`). Lists of recent comments are another case: `comment-author` is a part
 * of their `comment-author-link`. So are elements that a script fills (`fb-comments`,
 * `disqus_thread`).
 */
const KNOWN_KEYWORDS: readonly KnownKeyword[] = [
  { keyword: "=comment", from: "WordPress comment_class(), Drupal comment.tpl.php, Trac tickets" },
  {
    keyword: "commentlist",
    from: "WordPress themes up to Twenty Twelve, around wp_list_comments()",
  },
  { keyword: "comment-list", from: "WordPress themes from Twenty Thirteen on" },
  { keyword: "comment-body", from: "WordPress Walker_Comment, Blogger, JComments, Disqus (dsq-)" },
  { keyword: "comment-content", from: "WordPress Walker_Comment (HTML5), TypePad, Movable Type" },
  { keyword: "comment-meta", from: "WordPress Walker_Comment" },
  { keyword: "commentmetadata", from: "WordPress Walker_Comment" },
  { keyword: "bypostauthor", from: "WordPress comment_class()" },
  { keyword: "thread-even", from: "WordPress comment_class()" },
  { keyword: "comment-timestamp", from: "Blogger" },
  { keyword: "comment-block", from: "Blogger, threaded comments" },
  { keyword: "comments-body", from: "Movable Type 3" },
  { keyword: "comment-by-", from: "Drupal 7 comment-by-anonymous, -node-author, -viewer" },
  { keyword: "comment__content", from: "Drupal 8 and later, theme Classy" },
  { keyword: "comment-box", from: "JComments for Joomla" },
  { keyword: "commentbody", from: "K2 for Joomla" },
  { keyword: "comment-text", from: "WooCommerce reviews, Stack Exchange" },
  { keyword: "dsq-comment", from: "Disqus, comments written into the page" },
  { keyword: "postbody", from: "phpBB 2 and 3" },
  { keyword: "post_wrapper", from: "Simple Machines Forum 2" },
  { keyword: "postbit", from: "vBulletin" },
  { keyword: "post_body", from: "MyBB" },
  { keyword: "message-usercontent", from: "XenForo 2" },
  { keyword: "ipscomment", from: "Invision Community 4" },
  { keyword: "topic-post", from: "Discourse" },
];

/** The keywords of {@link KNOWN_KEYWORDS}. */
export const DEFAULT_KEYWORDS: readonly string[] = KNOWN_KEYWORDS.map(({ keyword }) => keyword);
