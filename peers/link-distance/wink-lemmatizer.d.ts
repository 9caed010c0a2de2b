declare module "wink-lemmatizer" {
  /**
   * Returns the base form of a lower-case word, read as one part of speech; the word itself when it
   * has no other base form.
   */
  type Lemmatize = (word: string) => string;
  const lemmatizer: {
    readonly noun: Lemmatize;
    readonly verb: Lemmatize;
    readonly adjective: Lemmatize;
  };
  export default lemmatizer;
}
