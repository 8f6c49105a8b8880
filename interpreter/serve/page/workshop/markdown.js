// What the language server says, as elements: paragraphs, lists, code; whatever else is in it stays text.

const made = (name, ...children) => {
  const element = document.createElement(name);
  element.append(...children);
  return element;
};

const spans = (text) =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).filter(Boolean).map((part) => {
    if (/^`.*`$/s.test(part)) return made("code", part.slice(1, -1));
    return /^\*\*.*\*\*$/s.test(part) ? made("b", part.slice(2, -2)) : part;
  });

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
