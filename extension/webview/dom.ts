// What every page needs of the document. Everything shown is text; nothing of it is markup.

/** Returns the element with an id, which the page has. */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`there is no element "${id}"`);
  }
  return found;
}

export function made(tag: string, className: string, text: string): HTMLElement {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  return node;
}
