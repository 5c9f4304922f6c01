// How the page looks: one calm column, two colour schemes, no script, nothing from elsewhere.
#include "report/report.h"

namespace dinkel {

std::string_view report_style() {
  return R"css(
:root {
  color-scheme: light dark;
  --page: #fbfaf8; --card: #ffffff; --line: #e6e2da; --text: #23211d; --soft: #6d675c;
  --accent: #9a6700; --keyword: #7c4dab; --string: #2f7d4f; --number: #b3541e;
  --mark: #ffe8a3; --wrong: #b42318; --node: #f3e7cc; --code: #f6f4ef;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #16171a; --card: #1e2024; --line: #33363c; --text: #e4e2dd; --soft: #9b978d;
    --accent: #e0b04c; --keyword: #c4a2ec; --string: #8fd0a5; --number: #eda77c;
    --mark: #5a4712; --wrong: #ff8a7d; --node: #4a3f26; --code: #17181b;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.55 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 3rem 1.5rem 5rem; }
h1 { font-size: 1.9rem; font-weight: 650; letter-spacing: -.01em; margin: 0 0 .3rem; }
h2 { font-size: 1.2rem; font-weight: 650; margin: 3rem 0 1rem; }
h3 { font-size: 1rem; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
h4 { font-size: .78rem; font-weight: 600; color: var(--soft); margin: 0 0 .35rem; }
p { margin: .4rem 0; } .soft { color: var(--soft); }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; }
.figures { display: grid; gap: .75rem; margin: 2rem 0 0;
  grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); }
.figures div { background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  padding: .8rem 1rem; }
.figures b { display: block; font-size: 1.5rem; font-weight: 600;
  font-variant-numeric: tabular-nums; }
.figures span { color: var(--soft); font-size: .84rem; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
td, th { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
th { color: var(--soft); font-weight: 500; } .num { text-align: right;
  font-variant-numeric: tabular-nums; }
td:first-child, td:nth-child(2) { white-space: nowrap; }
td code { overflow-wrap: anywhere; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .8rem;
  padding: 1.3rem 1.5rem; margin: 0 0 1.5rem; }
.head { display: flex; flex-wrap: wrap; gap: .3rem .9rem; align-items: baseline;
  margin-bottom: .9rem; }
.kind { color: var(--wrong); font-weight: 600; }
.pair { display: grid; gap: 1rem; grid-template-columns: repeat(2, minmax(0, 1fr)); }
.pair.one { grid-template-columns: minmax(0, 1fr); }
@media (max-width: 46rem) { .pair { grid-template-columns: minmax(0, 1fr); } }
pre { margin: 0 0 .9rem; padding: .7rem .9rem; background: var(--code); border-radius: .45rem;
  border: 1px solid var(--line); max-height: 24rem; overflow: auto; white-space: pre-wrap;
  overflow-wrap: anywhere;
  font: .86rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { font: .88em ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.k { color: var(--keyword); } .s { color: var(--string); } .n { color: var(--number); }
mark { background: var(--mark); color: inherit; border-radius: .2rem; padding: .05rem .1rem; }
.wrong { border-left: 3px solid var(--wrong); padding-left: .8rem; margin: .2rem 0 1rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
svg { display: block; max-width: 100%; height: auto; }
svg text { fill: var(--text); font: 11px system-ui, sans-serif; text-anchor: middle; }
.graph { margin: 0 0 .9rem; } .graph circle { fill: var(--node); stroke: var(--accent); }
.graph path { fill: none; stroke: var(--soft); } .graph .r, .graph .p { fill: var(--soft); }
#arrow path { fill: var(--soft); }
.curve line { stroke: var(--line); } .curve path { fill: none; stroke: var(--accent);
  stroke-width: 2.2; stroke-linejoin: round; }
.curve .y { text-anchor: end; } .curve .x { text-anchor: start; }
.curve .x.e { text-anchor: end; } .curve text { fill: var(--soft); }
.bars { columns: 2 20rem; column-gap: 2.5rem; font-size: .88rem; }
.bars div { display: grid; grid-template-columns: 11rem 1fr 3rem; gap: .6rem; align-items: center;
  break-inside: avoid; padding: .12rem 0; }
.bars i { display: block; height: .5rem; border-radius: .25rem; background: var(--accent);
  min-width: 1px; opacity: .75; }
.bars span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.bars b { font-weight: 400; text-align: right; color: var(--soft);
  font-variant-numeric: tabular-nums; }
.bars .none span { color: var(--wrong); }
details summary { cursor: pointer; color: var(--soft); font-size: .88rem; }
)css";
}

}  // namespace dinkel
