import { t } from "../language";
import { WAYS } from "./messages";

const ways = Object.entries(WAYS).map(([way, words]) => `<button data-way="${way}">${words}</button>`);

/** The table of examples; its script is `webview/table.ts`. */
export const TABLE_PAGE = `<header>
<h1 class="unseen">${t`Examples`}</h1>
<div class="tools">
<input id="text" type="search" placeholder="${t`Filter (/)`}" aria-label="${t`Rows that hold this text`}" spellcheck="false">
<select id="label" aria-label="${t`Rows with this label`}">
<option value="">${t`all labels`}</option><option value="good">${t`good`}</option><option value="bad">${t`bad`}</option>
<option value="none">${t`to label`}</option>
</select>
<select id="failing" aria-label="${t`Rows that fail this assertion`}"></select>
<label id="all"><input id="everything" type="checkbox"> ${t`all assertions`}</label>
<button id="run" class="main">${t`Run Assertions`}</button>
<button id="csv">${t`Save as CSV…`}</button>
<details id="more"><summary>${t`More`}</summary><div class="menu">${ways.join("")}</div></details>
</div>
<p class="told"><span id="counts" role="status"></span> <span id="said" role="status"></span></p>
<p id="trouble" role="alert"></p>
</header>
<main>
<div id="grid" role="grid" tabindex="0" aria-label="${t`Examples`}" aria-describedby="keys" aria-multiselectable="true">
<div id="head" role="rowgroup"></div>
<div id="body" role="rowgroup"></div>
</div>
<aside id="detail" aria-label="${t`The row`}" tabindex="0" hidden></aside>
</main>
<footer id="keys">
<span><kbd>g</kbd> ${t`good`}</span> <span><kbd>b</kbd> ${t`bad`}</span> <span><kbd>n</kbd> ${t`no label`}</span>
<span><kbd>u</kbd> ${t`undo`}</span> <span><kbd>Enter</kbd> ${t`whole row`}</span> <span><kbd>s</kbd> ${t`sort by the column`}</span>
<span><kbd>o</kbd> ${t`its line in the file`}</span> <span><kbd>Ctrl+C</kbd> <kbd>Ctrl+V</kbd> ${t`rows of a spreadsheet`}</span>
</footer>`;
