import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { wordsFor } from "../language";

/**
 * Shows a page of ours in a view: `body`, with the script and the style `name`.js and `name`.css of `dist`.
 *
 * Law: nothing else is loaded or run. Styles that the script sets through the DOM are allowed.
 */
export function showPage(
  webview: vscode.Webview,
  dist: vscode.Uri,
  { name, title, body }: { name: string; title: string; body: string },
): void {
  const addressOf = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
  const nonce = randomBytes(16).toString("hex");
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  webview.html = `<!doctype html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${addressOf(`${name}.css`)}">
<title>${title}</title>
</head>
<body>
${body}
${wordsFor(vscode.l10n.bundle)}
<script nonce="${nonce}" src="${addressOf(`${name}.js`)}"></script>
</body>
</html>
`;
}
