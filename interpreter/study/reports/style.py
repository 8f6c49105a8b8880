"""How pages of studies look: quiet, readable on paper and on a phone, light and dark."""

STYLE = """
body { font: 16px/1.5 Georgia, serif; color: #222; background: #fdfcf9; max-width: 48em; margin: 2em auto;
  padding: 0 1em; }
h1, h2, th, figcaption, summary, .quiet { font-family: system-ui, sans-serif; }
h2 { font-size: 1.2em; margin-top: 1.8em; border-bottom: 1px solid #ddd; }
.quiet, figcaption, .note { color: #666; font-size: .85em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85em; }
th, td { text-align: left; vertical-align: top; padding: .15em .8em .15em 0; border-bottom: 1px solid #eee; }
th { font-weight: 500; }
td { font-variant-numeric: tabular-nums; }
figure { margin: 1em 0; }
figure svg { max-width: 100%; height: auto; background: #fff; border-radius: 4px; }
dt { font-weight: 600; margin-top: .4em; }
dd { margin-left: 1em; }
cite { color: #666; }
summary { cursor: pointer; margin: .6em 0; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1c1b19; } .quiet, figcaption, .note, cite { color: #aaa; }
  th, td { border-color: #333; } h2 { border-color: #444; }
}
@media print { details { display: none; } }
"""
