import * as vscode from "vscode";
import { Column, placeForPage, placeForText, Shown } from "./columns";

/** Returns the column to show a text in. */
export function columnForText(): vscode.ViewColumn {
  return placeForText(columns()) ?? vscode.ViewColumn.Active;
}

/** Returns the column to show a page in, beside the text that it is about. */
export function columnForPage(): vscode.ViewColumn {
  return placeForPage(columns()) ?? vscode.ViewColumn.Beside;
}

function columns(): Column<vscode.ViewColumn>[] {
  return vscode.window.tabGroups.all.map(({ viewColumn, isActive, activeTab }) => ({
    number: viewColumn,
    isActive,
    shows: shownBy(activeTab),
  }));
}

function shownBy(tab: vscode.Tab | undefined): Shown {
  if (tab === undefined) {
    return "nothing";
  }
  const input: unknown = tab.input;
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputTextDiff) {
    return "text";
  }
  return input instanceof vscode.TabInputWebview ? "page" : "own";
}
