/** What the server is told when it starts. */
export interface InitializationOptions {
  /** False in a workspace that the person does not trust: then only the text is read and nothing is run. */
  readonly trusted: boolean;
}
