// The script of the reveal page. It tells its parent `ready`, `copied` and `expired`, and never anything else.
;(() => {
  const main = document.querySelector('main')
  const { state, origin, timer: timerSetting, number, expiry, cvv, leftMs } = main.dataset
  // What is shown is in this script alone from here on.
  for (const name of ['number', 'expiry', 'cvv']) delete main.dataset[name]

  const tell = (type) => parent.postMessage({ source: 'cardwright-reveal', type }, origin)
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties)
    element.append(...children)
    return element
  }
  const heading = main.querySelector('h1')
  const say = (text, ...more) => main.replaceChildren(heading, make('p', { role: 'status' }, text), ...more)

  // The policy of the page holds every ancestor to its origin. Browsers that say who they are let us look again.
  const isFramedRightly = () =>
    parent !== window && [...(location.ancestorOrigins ?? [])].every((ancestor) => ancestor === origin)

  // By a form and not by a request of this script: its answer is a page with a policy of its own, which no script can read.
  // The address keeps its fragment, so that a page that could not be shown can be asked for again.
  function ask() {
    const token = make('input', { type: 'hidden', name: 'token', value: location.hash.slice(1) })
    const form = make('form', { method: 'post', action: location.href, hidden: true }, token)
    main.append(form)
    form.submit()
  }

  function end() {
    say('The card details are hidden again.')
    tell('expired')
  }

  function show() {
    const status = make('span', { role: 'status', className: 'unseen' })
    const seconds = make('span')
    const copyButton = (name, text) => {
      const button = make('button', { type: 'button', onclick: () => copy(button, name, text) }, 'Copy')
      button.setAttribute('aria-label', `Copy ${name}`)
      return button
    }
    const copy = async (button, name, text) => {
      if (!(await write(text))) return
      button.textContent = 'Copied'
      status.textContent = `Copied ${name}`
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2_000)
      tell('copied')
    }
    const row = (label, name, text, copied) =>
      make(
        'div',
        { className: 'row' },
        make('dt', {}, label),
        make('dd', {}, make('span', { className: 'value' }, text), copyButton(name, copied)),
      )
    const rows = [
      row('Number', 'number', number.replace(/(.{4})(?=.)/g, '$1 '), number),
      row('Expiry', 'expiry', expiry, expiry),
      row('CVV', 'CVV', cvv, cvv),
    ]
    const timer = make('p', { hidden: timerSetting === 'off' }, 'Hidden again in ', seconds)
    timer.setAttribute('role', 'timer')
    main.append(make('dl', {}, ...rows), timer, status)
    hideInTime(seconds)
    tell('ready')
  }

  /** By two clocks: one stands still while a laptop sleeps, the other can be set. */
  function hideInTime(seconds) {
    const [started, startedAt] = [performance.now(), Date.now()]
    const left = () => Number(leftMs) - Math.max(performance.now() - started, Date.now() - startedAt)
    const stop = () => {
      clearInterval(ticking)
      document.removeEventListener('visibilitychange', tick)
      removeEventListener('pagehide', stop)
      end()
    }
    const tick = () => {
      const whole = Math.ceil(left() / 1_000)
      if (whole <= 0) return stop()
      seconds.textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
    }
    const ticking = setInterval(tick, 250)
    document.addEventListener('visibilitychange', tick)
    // A browser may keep a page that was left, to bring it back as it was.
    addEventListener('pagehide', stop)
    tick()
  }

  /** The clipboard of a frame needs the parent's leave; where that is missing, a selection can be copied all the same. */
  async function write(text) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      const field = make('textarea', { value: text, className: 'unseen', readOnly: true })
      const focused = document.activeElement
      main.append(field)
      field.select()
      const isCopied = document.execCommand('copy')
      field.remove()
      focused?.focus()
      return isCopied
    }
  }

  if (!isFramedRightly()) say('This page is shown only inside the page that it was made for.')
  else if (state === 'closed') ask()
  else if (state === 'open') show()
  else if (state === 'ended') {
    say('These card details were shown before, or their time is over.')
    tell('expired')
  } else if (state === 'refused') say('The company that issued this card does not show its details here.')
  else say('The card details cannot be shown right now.', make('button', { type: 'button', onclick: ask }, 'Try again'))
})()
