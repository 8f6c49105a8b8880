// What the language server says, as elements: paragraphs, lists, code; whatever else is in it stays text.

const made = (name, ...children) => {
  const element = document.createElement(name);
  element.append(...children);
  return element;
};

// A backslash before a sign of Markdown says that it is none; code between as many backticks as it begins with; bold.
const mark = /\\([\\`*_{}[\]()<>#+\-.!|~&])|(`+)(.+?)\2(?!`)|\*\*((?:\\.|[^*\\])+)\*\*/gs;
const plain = (text) => text.replace(/\\([\\`*_{}[\]()<>#+\-.!|~&])/g, "$1");

function spans(text) {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(mark)) {
    const [whole, sign, fence, code, bold] = found;
    parts.push(text.slice(at, found.index));
    at = found.index + whole.length;
    parts.push(sign ?? (fence ? made("code", fence.length > 1 ? code.trim() : code) : made("b", plain(bold))));
  }
  return [...parts, text.slice(at)];
}

export function told(markdown) {
  const box = made("div");
  box.className = "told";
  let code = null, list = null, lines = [];
  const end = () => {
    if (lines.length) box.append(made("p", ...spans(lines.join(" "))));
    lines = [];
    list = null;
  };
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) {
      end();
      if (code) box.append(made("pre", code.join("\n")));
      code = code ? null : [];
    } else if (code) code.push(line);
    else if (/^[-*] /.test(line)) {
      if (!list) {
        end();
        box.append((list = made("ul")));
      }
      list.append(made("li", ...spans(line.slice(2))));
    } else if (!line.trim()) end();
    else lines.push(line);
  }
  end();
  if (code) box.append(made("pre", code.join("\n")));
  return box;
}
