// What a page of the documentation can do with a script: search, tabs, copying, the theme, a key, and sending to the
// sandbox. Moving from page to page changes the content in place, so that a key stays in memory and is stored nowhere.

const root = document.documentElement
const one = (selector, within = document) => within.querySelector(selector)
const all = (selector, within = document) => [...within.querySelectorAll(selector)]

/** An element with properties and children; text is always text. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (name in element) element[name] = value
    else element.setAttribute(name, value)
  }
  element.append(...children)
  return element
}

// Theme: the dashboard's own setting, which both share.

const THEME = 'cardwright.theme'
const themes = ['system', 'light', 'dark']
const system = matchMedia('(prefers-color-scheme: dark)')
const chosenTheme = () => localStorage.getItem(THEME) ?? 'system'

function showTheme() {
  const theme = chosenTheme()
  root.classList.toggle('dark', theme === 'dark' || (theme === 'system' && system.matches))
  one('.theme').textContent = `Theme: ${theme}`
}

function nextTheme() {
  const next = themes[(themes.indexOf(chosenTheme()) + 1) % themes.length]
  if (next === 'system') localStorage.removeItem(THEME)
  else localStorage.setItem(THEME, next)
  showTheme()
}

// The key: in this variable and nowhere else.

let key = ''
let person

const base = `${location.origin}/v1`
const filled = {
  key: (text) => key || text,
  base: (text) => (key ? base : text),
  node: (text) => (key ? `new Cardwright({ apiKey: '${key}', baseUrl: '${base}' })` : text),
  python: (text) => (key ? `Cardwright(api_key="${key}", base_url="${base}")` : text),
  go: (text) => (key ? `cardwright.New(cardwright.WithAPIKey("${key}"), cardwright.WithBaseURL("${base}"))` : text),
}

function fillIn() {
  for (const place of all('[data-fill]')) {
    place.dataset.blank ??= place.textContent
    place.textContent = filled[place.dataset.fill](place.dataset.blank)
  }
}

const isSandboxKey = (text) => /^sk_test_[A-Za-z0-9_-]+$/.test(text)

function takeKey(text) {
  const given = text.trim()
  key = isSandboxKey(given) ? given : ''
  fillIn()
  const note = one('#key-note')
  if (!note) return
  if (given && !key) note.textContent = 'Only a sandbox key, which begins with sk_test_, is used on this page.'
  else note.textContent = noteText()
}

function noteText() {
  if (key) return 'The samples below hold this key. It stays in the memory of this tab.'
  if (person) return `Signed in as ${person.user.name}: what you send from this page goes to your sandbox.`
  return 'Fills in the samples and sends from this page. It stays in the memory of this tab.'
}

/** A person of the dashboard sends with their session. Where the service knows their sandbox key, it is filled in. */
async function meetPerson() {
  if (!('session' in root.dataset)) return
  const headers = { 'X-Cardwright-Environment': 'sandbox', 'X-Cardwright-Idle': '1' }
  const answer = await fetch('/dashboard/session', { headers }).catch(() => undefined)
  if (!answer?.ok) return
  person = await answer.json()
  if (person.access.sandbox.includes('keys') && person.reauthenticated_until !== null) {
    const known = await fetch('/dashboard/sandbox-key', { headers }).catch(() => undefined)
    if (known?.ok && !key) key = (await known.json()).key ?? ''
  }
  showKey()
}

function showKey() {
  const field = one('.key')
  if (!field) return
  field.hidden = false
  one('input', field).value = key
  one('#key-note').textContent = noteText()
  fillIn()
}

// Samples.

const LANGUAGE = 'cardwright.docs.language'

function chooseLanguage(language) {
  for (const tab of all('[role=tab]')) {
    const isChosen = tab.dataset.language === language
    tab.setAttribute('aria-selected', String(isChosen))
    tab.tabIndex = isChosen ? 0 : -1
  }
  for (const panel of all('[role=tabpanel]')) panel.hidden = panel.dataset.language !== language
}

function pickLanguage(tab) {
  const before = tab.getBoundingClientRect().top
  localStorage.setItem(LANGUAGE, tab.dataset.language)
  chooseLanguage(tab.dataset.language)
  // Samples of other operations have changed their height too: what was clicked stays where it was.
  scrollBy(0, tab.getBoundingClientRect().top - before)
}

function moveBetweenTabs(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const tabs = all('[role=tab]', event.target.parentElement)
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length]
  pickLanguage(next)
  next.focus()
}

async function copy(button) {
  await navigator.clipboard.writeText(one('code', button.parentElement).textContent)
  button.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1500)
}

// Sending to the sandbox.

let forms = 0

function openForm(place) {
  const { method, path, body, query } = place.dataset
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const fields = names.map((name) => field(name, make('input', { name, required: true, autocomplete: 'off' })))
  if (query !== undefined) fields.push(field('Query', make('input', { name: '?', placeholder: 'per_page=10' })))
  if (body !== undefined) {
    const rows = Math.min(14, body.split('\n').length + 1)
    fields.push(field('Body', make('textarea', { name: '{}', rows, spellcheck: false, value: body })))
  }
  const status = make('p', { role: 'status' })
  const answer = make('code')
  const shown = make('div', { className: 'code', hidden: true }, make('pre', { tabIndex: 0 }, answer))
  const form = make('form', {}, ...fields.flat(), make('button', { type: 'submit' }, `Send ${method}`), status, shown)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send({ form, method, path, status, answer, shown })
  })
  place.replaceChildren(form)
  one('input, textarea, button', form).focus()
}

function field(label, input) {
  input.id = `try-${++forms}`
  return [make('label', { htmlFor: input.id }, label), input]
}

async function send({ form, method, path, status, answer, shown }) {
  if (!key && !person) {
    status.textContent = 'Give your sandbox key at the top of this page, or sign in to the dashboard.'
    one('#key')?.focus()
    return
  }
  const values = Object.fromEntries(new FormData(form))
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]))
  const query = values['?'] ? `?${values['?'].replace(/^\?/, '')}` : ''
  const headers = key ? { Authorization: `Bearer ${key}` } : { 'X-Cardwright-Environment': 'sandbox' }
  if (method !== 'GET') headers['X-Idempotency-Key'] = crypto.randomUUID()
  if ('{}' in values) headers['Content-Type'] = 'application/json'
  status.textContent = 'Sending …'
  try {
    const response = await fetch(`${base}${filledPath}${query}`, {
      method,
      headers,
      credentials: key ? 'omit' : 'same-origin',
      ...('{}' in values && { body: values['{}'] }),
    })
    const text = await response.text()
    status.textContent = `${response.status} ${response.statusText}`
    answer.textContent = indented(text)
    shown.hidden = text === ''
  } catch {
    status.textContent = 'The service did not answer.'
  }
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

// Search.

const MAX_FOUND = 12
let entries
let found = []
let chosen = 0

async function search() {
  const input = one('#find')
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  entries ??= fetch('/docs/search.json').then((answer) => answer.json())
  const known = await entries
  if (words.length === 0) return closeSearch()
  const rank = ({ title, text }) => {
    const name = title.toLowerCase()
    const whole = `${name} ${text.toLowerCase()}`
    if (!words.every((word) => whole.includes(word))) return 0
    // What begins with the first word comes before what holds it somewhere; operations come first in the list.
    const starts = name.split(/[ .:_]/).some((part) => part.startsWith(words[0]))
    return 1 + (starts ? 2 : 0) + (name === words.join(' ') ? 4 : 0)
  }
  found = known
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((each) => each.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MAX_FOUND)
    .map((each) => each.entry)
  chosen = 0
  showFound()
}

function showFound() {
  const list = one('#found')
  const items = found.map(({ title, kind, text }, index) =>
    make(
      'li',
      { id: `found-${index}`, role: 'option', 'aria-selected': String(index === chosen) },
      title,
      make('span', {}, kind),
      ...(text ? [make('small', {}, text)] : []),
    ),
  )
  const nothing = make('li', { className: 'none', role: 'option', 'aria-disabled': 'true' }, 'Nothing found')
  list.replaceChildren(...(items.length > 0 ? items : [nothing]))
  list.hidden = false
  const input = one('#find')
  input.setAttribute('aria-expanded', 'true')
  if (items.length > 0) input.setAttribute('aria-activedescendant', `found-${chosen}`)
  else input.removeAttribute('aria-activedescendant')
  items[chosen]?.scrollIntoView({ block: 'nearest' })
}

function closeSearch() {
  one('#found').hidden = true
  one('#find').setAttribute('aria-expanded', 'false')
  one('#find').removeAttribute('aria-activedescendant')
}

function steerSearch(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined && found.length > 0) {
    event.preventDefault()
    chosen = (chosen + step + found.length) % found.length
    showFound()
  } else if (event.key === 'Enter' && found[chosen]) {
    openFound(chosen)
  } else if (event.key === 'Escape') closeSearch()
}

function openFound(index) {
  const { href } = found[index]
  one('#find').value = ''
  closeSearch()
  one('#find').blur()
  go(new URL(href, location.href))
}

// Moving between pages.

async function go(url, { isBack = false } = {}) {
  closeMenu()
  if (url.pathname === shownPath) {
    if (!isBack) location.hash = url.hash
    return
  }
  const answer = await fetch(url.pathname, { headers: { Accept: 'text/html' } }).catch(() => undefined)
  if (!answer?.headers.get('content-type')?.startsWith('text/html')) return location.assign(url)
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (!isBack) history.pushState(null, '', url)
  shownPath = url.pathname
  document.title = next.title
  one('main').replaceChildren(...one('main', next).childNodes)
  one('nav').replaceChildren(...one('nav', next).childNodes)
  prepare()
  const target = url.hash && document.getElementById(decodeURIComponent(url.hash.slice(1)))
  if (target) target.scrollIntoView()
  else scrollTo(0, 0)
  one('main').focus({ preventScroll: true })
}

let shownPath = location.pathname

function isOwnLink(link, event) {
  if (!link || event.defaultPrevented || event.button !== 0) return false
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || 'whole' in link.dataset) return false
  return link.origin === location.origin && /^\/docs(\/|$)/.test(link.pathname)
}

function closeMenu() {
  one('nav').classList.remove('open')
  one('.menu').setAttribute('aria-expanded', 'false')
}

/** What a page needs whenever its content has changed. */
function prepare() {
  for (const button of all('.copy, .try > button')) button.hidden = false
  chooseLanguage(localStorage.getItem(LANGUAGE) ?? 'shell')
  showKey()
  one('nav [aria-current]')?.scrollIntoView({ block: 'nearest' })
}

document.addEventListener('click', (event) => {
  const { target } = event
  const link = target.closest('a[href]')
  if (isOwnLink(link, event)) {
    const url = new URL(link.href)
    if (url.pathname === shownPath && url.hash) return closeMenu()
    event.preventDefault()
    go(url)
  } else if (target.closest('[role=tab]')) pickLanguage(target.closest('[role=tab]'))
  else if (target.closest('.copy')) copy(target.closest('.copy'))
  else if (target.closest('.try > button')) openForm(target.closest('.try'))
  else if (target.closest('.theme')) nextTheme()
  else if (target.closest('.menu')) {
    const isOpen = one('nav').classList.toggle('open')
    one('.menu').setAttribute('aria-expanded', String(isOpen))
  } else if (target.closest('#found li[id]')) openFound(Number(target.closest('li').id.slice('found-'.length)))
  else if (!target.closest('.find')) closeSearch()
})
document.addEventListener('input', ({ target }) => {
  if (target.id === 'find') search()
  if (target.id === 'key') takeKey(target.value)
})
document.addEventListener('keydown', (event) => {
  if (event.target.id === 'find') return steerSearch(event)
  if (event.target.role === 'tab') return moveBetweenTabs(event)
  if (event.key === 'Escape') return closeMenu()
  if (event.key !== '/' || event.target.closest('input, textarea')) return
  event.preventDefault()
  one('#find').focus()
})
addEventListener('popstate', () => go(new URL(location.href), { isBack: true }))
system.addEventListener('change', showTheme)

for (const part of all('.find, .theme, .menu')) part.hidden = false
showTheme()
prepare()
meetPerson()
