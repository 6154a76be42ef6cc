/** Has the extension speak the language of the editor: imported first, for texts are made while modules are read. */
import * as vscode from "vscode";
import { speak } from "../language";

speak(vscode.l10n.bundle);
