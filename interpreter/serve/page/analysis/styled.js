// The styles of analyses, loaded with what needs them.

const sheet = document.createElement("link");
sheet.rel = "stylesheet";
sheet.href = "/page/analysis/analysis.css";
document.head.append(sheet);
