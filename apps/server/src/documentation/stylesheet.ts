export const stylesheet = `
:root { color-scheme: light dark; --text: #1c2024; --muted: #5b646d; --line: #d9dee3; --soft: #f4f6f8; --page: #fff; --link: #0b57a4; --get: #0a6b3d; --post: #0b57a4; --put: #8a4b00; --delete: #a11; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ec; --muted: #a3adb7; --line: #343c44; --soft: #1b2127; --page: #12161a; --link: #7fb8f5; --get: #62d19a; --post: #7fb8f5; --put: #f0b35c; --delete: #ff8f87; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; color: var(--text); background: var(--page); font: 16px/1.55 system-ui, sans-serif; display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
a { color: var(--link); }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--page); padding: .5rem; z-index: 1; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem; border-right: 1px solid var(--line); font-size: .9rem; }
nav p { margin: 1rem 0 .25rem; font-weight: 600; }
nav .brand { margin-top: 0; font-size: 1.05rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { margin: .3rem 0; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
main { padding: 1.5rem 2.5rem 4rem; max-width: 64rem; }
h1 { margin-top: 0; line-height: 1.2; }
h1 small { color: var(--muted); font-size: 1rem; font-weight: 400; }
h2 { margin-top: 3rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { margin-top: 2.5rem; margin-bottom: .25rem; }
h4 { margin: 1.25rem 0 .4rem; font-size: .85rem; color: var(--muted); }
code, pre { font-family: ui-monospace, monospace; font-size: .875em; }
p code, td code, dd code { overflow-wrap: anywhere; }
pre { padding: .8rem 1rem; background: var(--soft); border: 1px solid var(--line); border-radius: 6px; overflow-x: auto; }
.route { margin: .25rem 0; }
.method { font: 600 .8rem ui-monospace, monospace; border: 1px solid currentColor; border-radius: 4px; padding: .1rem .4rem; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .delete { color: var(--delete); }
.role, .required, .type { color: var(--muted); font-size: .85rem; }
.type { display: block; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
th { color: var(--muted); font-weight: 600; }
td:first-child { min-width: 9rem; }
td:last-child { min-width: 12rem; }
dl { display: grid; grid-template-columns: 3rem minmax(0, 1fr); gap: .3rem .5rem; margin: 0; font-size: .9rem; }
dt { font-family: ui-monospace, monospace; }
dd { margin: 0; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; max-height: 45vh; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1.25rem 1rem 3rem; }
}
`.trimStart();
