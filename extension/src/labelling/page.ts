/** The labelling view; its script is `webview/label.ts`. */
export const LABELLING_PAGE = `<header><h1 class="unseen">Label Examples</h1><span id="position"></span><span id="counts"></span></header>
<main>
<section id="card" hidden>
<h2>Input</h2>
<dl id="fields"></dl>
<details id="prompt-part"><summary>filled prompt</summary><div id="prompt" class="text"></div></details>
<h2>Response</h2>
<div id="response" class="text"></div>
</section>
<p id="done" hidden></p>
<div class="keys">
<button id="g" class="good" hidden><kbd>g</kbd>Good</button>
<button id="b" class="bad" hidden><kbd>b</kbd>Bad</button>
<button id="s" hidden><kbd>s</kbd>Skip</button>
<button id="u" hidden><kbd>u</kbd>Undo</button>
<button id="v" hidden><kbd>v</kbd>What the assertions say</button>
<span id="now"></span>
</div>
<section id="paste" hidden>
<label for="pasted">A response that the model gave; several with a line of --- between them</label>
<textarea id="pasted" rows="8" spellcheck="false"></textarea>
<label id="division" hidden><input type="checkbox" id="divided" checked>Lines of --- divide responses</label>
<div class="keys"><button id="add" class="main" disabled>Add</button><button id="leave">Cancel</button></div>
</section>
<p id="trouble" role="alert"></p>
<div class="keys" id="ways"></div>
<p id="working" role="status"></p>
<ul id="verdicts"></ul>
<p id="unasked" hidden><button id="j"><kbd>j</kbd>Ask the judge…</button></p>
</main>`;
