/** Returns the templates of a file that holds several, from the server's refusal that lists them; else none. */
export function templatesToNameIn(message: string): string[] {
  const listed = /prompts in it, name one of: (.+)$/.exec(message)?.[1];
  return listed === undefined ? [] : listed.split(", ");
}
