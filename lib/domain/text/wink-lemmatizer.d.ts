declare module "wink-lemmatizer" {
  /** Base form of a lower-case word taken for one part of speech; the word itself where there is none. */
  type Lemmatize = (word: string) => string;
  const lemmatizer: {
    readonly noun: Lemmatize;
    readonly verb: Lemmatize;
    readonly adjective: Lemmatize;
  };
  export default lemmatizer;
}
