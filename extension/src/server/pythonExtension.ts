import * as vscode from "vscode";

/** What is used of the Python extension's interface. */
interface PythonApi {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(path: {
      readonly path: string;
    }): Promise<{ readonly executable: { readonly uri: vscode.Uri | undefined } } | undefined>;
  };
}

const LONGEST_WAIT_MS = 5_000;

/** Returns the Python that the Python extension has chosen; undefined without that extension or its answer. */
export async function chosenByPythonExtension(log: vscode.LogOutputChannel): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonApi>("ms-python.python");
  if (extension === undefined) {
    return undefined;
  }
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS, undefined);
  });
  try {
    return await Promise.race([chosen(extension), late]);
  } catch (error) {
    log.warn(`The Python extension could not say which Python it uses: ${String(error)}`);
    return undefined;
  }
}

async function chosen(extension: vscode.Extension<PythonApi>): Promise<string | undefined> {
  const { environments } = await extension.activate();
  const active = environments.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri);
  const resolved = await environments.resolveEnvironment(active);
  return resolved?.executable.uri?.fsPath;
}
