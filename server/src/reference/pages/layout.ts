// The frame around every page: the bar at the top and the table of contents at the side.

import { assets } from './assets.ts'
import { type Html, html } from './html.ts'

export type NavigationLink = { title: string; href: string; method?: string; inside?: NavigationLink[] }
export type NavigationGroup = { title: string; links: NavigationLink[] }

export type Page = { path: string; title: string; content: Html }

/** `hasSession`: the visitor's browser has sent the cookie of a session, so the script may ask whose it is. */
export function layout({ path, title, content }: Page, navigation: NavigationGroup[], hasSession: boolean): string {
  const page = html`<!doctype html>
<html lang="en"${hasSession && html` data-session`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Cardwright</title>
<link rel="icon" type="image/svg+xml" href="${assets.icon.path}">
<link rel="stylesheet" href="${assets.style.path}">
<script src="${assets.theme.path}"></script>
<script src="${assets.script.path}" type="module"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<button type="button" class="menu" aria-expanded="false" aria-controls="contents" hidden>Menu</button>
<a class="brand" href="/docs"><img src="${assets.icon.path}" alt="" width="24" height="24">Cardwright <span>Docs</span></a>
<div class="find" role="search" hidden><input type="search" id="find" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><kbd>/</kbd><ul id="found" role="listbox" aria-label="Found" hidden></ul></div>
<button type="button" class="theme" hidden>Theme</button>
<a class="back" href="/">Dashboard</a>
</header>
<div class="frame">
<nav id="contents" aria-label="Documentation">${navigation.map((group) => groupList(group, path))}</nav>
<main id="main" tabindex="-1">${content}</main>
</div>
</body>
</html>
`
  return page.text
}

function groupList({ title, links }: NavigationGroup, path: string): Html {
  return html`<p class="group">${title}</p><ul>${links.map((link) => linkItem(link, path))}</ul>`
}

/** The operations of the page that is open are listed below it. */
function linkItem({ title, href, inside = [] }: NavigationLink, path: string): Html {
  const isHere = href === path
  const below =
    isHere &&
    inside.length > 0 &&
    html`<ul>${inside.map(
      (each) =>
        html`<li><a href="${each.href}">${each.title}${each.method !== undefined && html` <span class="verb ${each.method.toLowerCase()}">${each.method === 'DELETE' ? 'DEL' : each.method}</span>`}</a></li>`,
    )}</ul>`
  return html`<li><a href="${href}"${isHere && html` aria-current="page"`}>${title}</a>${below}</li>`
}
