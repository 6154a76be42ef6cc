import { WAYS } from "./messages";

const ways = Object.entries(WAYS).map(([way, words]) => `<button data-way="${way}">${words}</button>`);

/** The table of examples; its script is `webview/table.ts`. */
export const TABLE_PAGE = `<header>
<h1 class="unseen">Examples</h1>
<div class="tools">
<input id="text" type="search" placeholder="Filter (/)" aria-label="Rows that hold this text" spellcheck="false">
<select id="label" aria-label="Rows with this label">
<option value="">all labels</option><option value="good">good</option><option value="bad">bad</option>
<option value="none">to label</option>
</select>
<select id="failing" aria-label="Rows that fail this assertion"></select>
<label id="all"><input id="everything" type="checkbox"> all assertions</label>
<button id="run" class="main">Run Assertions</button>
<button id="csv">Save as CSV…</button>
<details id="more"><summary>More</summary><div class="menu">${ways.join("")}</div></details>
</div>
<p class="told"><span id="counts" role="status"></span> <span id="said" role="status"></span></p>
<p id="trouble" role="alert"></p>
</header>
<main>
<div id="grid" role="grid" tabindex="0" aria-label="Examples" aria-describedby="keys" aria-multiselectable="true">
<div id="head" role="rowgroup"></div>
<div id="body" role="rowgroup"></div>
</div>
<aside id="detail" aria-label="The row" tabindex="0" hidden></aside>
</main>
<footer id="keys">
<span><kbd>g</kbd> good</span> <span><kbd>b</kbd> bad</span> <span><kbd>n</kbd> no label</span>
<span><kbd>u</kbd> undo</span> <span><kbd>Enter</kbd> whole row</span> <span><kbd>s</kbd> sort by the column</span>
<span><kbd>o</kbd> its line in the file</span> <span><kbd>Ctrl+C</kbd> <kbd>Ctrl+V</kbd> rows of a spreadsheet</span>
</footer>`;
