import { t } from "../language";

/** The labelling view; its script is `webview/label.ts`. */
export const LABELLING_PAGE = `<header><h1 class="unseen">${t`Label Examples`}</h1><span id="position"></span><span id="counts"></span></header>
<main>
<section id="card" hidden>
<h2 id="input">${t`Input`}</h2>
<dl id="fields"></dl>
<details id="prompt-part"><summary>${t`filled prompt`}</summary><div id="prompt" class="text"></div></details>
<h2>${t`Response`}</h2>
<div id="response" class="text"></div>
</section>
<p id="done" hidden></p>
<div class="keys" id="act">
<button id="g" class="good" hidden><kbd>g</kbd>${t`Good`}</button>
<button id="b" class="bad" hidden><kbd>b</kbd>${t`Bad`}</button>
<button id="s" hidden><kbd>s</kbd>${t`Skip`}</button>
<button id="u" hidden><kbd>u</kbd>${t`Undo`}</button>
<button id="v" hidden><kbd>v</kbd>${t`What the assertions say`}</button>
<span id="now"></span>
</div>
<section id="paste" hidden>
<label for="pasted">${t`A response that the model gave; several with a line of ---, or blank lines, between them`}</label>
<textarea id="pasted" rows="8" spellcheck="false"></textarea>
<label id="division" hidden><input type="checkbox" id="divided"><span id="divider"></span></label>
<div class="keys"><button id="add" class="main" disabled>${t`Add`}</button><button id="leave">${t`Cancel`}</button></div>
</section>
<p id="trouble" role="alert"></p>
<div class="keys" id="ways"></div>
<p id="working" role="status"></p>
<ul id="verdicts"></ul>
<p id="unasked" hidden><button id="j"><kbd>j</kbd>${t`Ask the judge…`}</button></p>
</main>`;
