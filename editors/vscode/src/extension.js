// The editor's side: starts `gdl lsp`, and has a terminal for what the lenses above a game ask for.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function command() {
  return vscode.workspace.getConfiguration("ludwright").get("command") || "gdl";
}

async function start(output) {
  const run = { command: command(), args: ["lsp"] };
  client = new LanguageClient("ludwright", "Ludwright", run, {
    documentSelector: [{ language: "lud" }],
    initializationOptions: { terminal: true },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{lud,def}") },
    outputChannel: output,
  });
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    const choice = await vscode.window.showErrorMessage(
      `Ludwright: \`${run.command} lsp\` does not start. Install it with: pip install "ludwright[lsp]"; ` +
        "or say in the settings where it is.",
      "Open settings",
    );
    if (choice) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "ludwright.command");
    }
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running !== undefined) {
    await running.stop();
  }
}

// Runs `gdl` in a terminal without a shell between, so that no file's name is taken for more than a name.
async function inTerminal(title, args, given) {
  const uri = given ? (typeof given === "string" ? vscode.Uri.parse(given) : given) : vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined || uri.scheme !== "file") {
    await vscode.window.showInformationMessage("Ludwright: save the game to a file first.");
    return;
  }
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  if (document?.isDirty) {
    await document.save();
  }
  const folder = vscode.Uri.joinPath(uri, "..");
  const task = new vscode.Task(
    { type: "process" },
    vscode.TaskScope.Workspace,
    title,
    "Ludwright",
    new vscode.ProcessExecution(command(), [...args, uri.fsPath], { cwd: folder.fsPath }),
  );
  task.presentationOptions = { focus: true, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  await vscode.tasks.executeTask(task);
}

async function activate(context) {
  const output = vscode.window.createOutputChannel("Ludwright");
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("ludwright.play", (uri) => inTerminal("play", ["play"], uri)),
    vscode.commands.registerCommand("ludwright.checkByPlaying", (uri) => inTerminal("check", ["check", "--play"], uri)),
    vscode.commands.registerCommand("ludwright.restart", async () => {
      await stop();
      await start(output);
    }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("ludwright.command")) {
        await stop();
        await start(output);
      }
    }),
  );
  await start(output);
}

module.exports = { activate, deactivate: stop };
