// A language model for the editor, for tests: it answers as tests/e2e/model_server.py does, and counts characters.
const vscode = require("vscode");

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider("acme", {
      provideLanguageModelChatInformation: () => [
        {
          id: "thinker",
          name: "Acme Thinker",
          family: "thinker",
          version: "1",
          maxInputTokens: 100000,
          maxOutputTokens: 10000,
          capabilities: {},
          // A proposal still, which the test switches on: the editor then asks the person before it lends.
          requiresAuthorization: true,
        },
      ],
      async provideLanguageModelChatResponse(_model, messages, _options, progress) {
        const texts = messages.map((message) => message.content.map((part) => part.value ?? "").join(""));
        for (const piece of answer(texts).match(/[\s\S]{1,40}/g)) {
          progress.report(new vscode.LanguageModelTextPart(piece));
        }
      },
      provideTokenCount: async (_model, text) => (typeof text === "string" ? text.length : 10),
    }),
  );
};

function answer(texts) {
  if (texts.length === 1) {
    return "yes";
  }
  if (texts[1].includes("<change-")) {
    const added = [...texts[1].matchAll(/^\+ (.*)$/gm)].map((match) => match[1]);
    const criteria = added.map((source) => ({
      criterion: `The note obeys: ${source}`,
      category: "inclusion",
      source,
    }));
    return JSON.stringify({ criteria });
  }
  const listed = texts[1].split("<criteria-")[1]?.split("</criteria-")[0] ?? "";
  const functions = [...listed.matchAll(/^(\d+)\. .* \(from /gm)].map(([, number]) => {
    const name = `assert_lent_${listed.length}_${number}`;
    const head = `async def ${name}(example: dict, prompt: str, response: str) -> bool:`;
    return {
      criterion: Number(number),
      name,
      code: `${head}\n    return len(response.strip()) != ${20000 + listed.length}\n`,
    };
  });
  return JSON.stringify({ functions });
}
